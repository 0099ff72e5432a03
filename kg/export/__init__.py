"""Graph → files, a module for each kind."""
