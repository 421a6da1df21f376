"""The server: tables on the network, their store, the bots' processes."""
