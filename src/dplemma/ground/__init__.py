"""What can be said of an expression or a statement at points and on a region, without any search for a proof."""
