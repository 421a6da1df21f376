"""Players that are programs. They get a view and a sampler of possible truths, never the state."""
