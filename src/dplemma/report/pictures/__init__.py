"""What the commands draw."""
