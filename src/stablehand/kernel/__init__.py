"""What every game and every client shares. Imports nothing of ours and only the standard library."""
