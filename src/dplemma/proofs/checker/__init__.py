"""A small checker for given certificates: the part of the kernel that runs for them, as a program of its own."""
