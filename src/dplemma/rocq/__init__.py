"""A second kernel: certificates as files that Rocq (Coq with coq-interval) checks on its own."""
