"""Many games at once: simulation, arenas, reports."""
