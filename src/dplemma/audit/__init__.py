"""Other people's code against certified values: comparison, sampling, the hunt for the worst."""
