"""Limits on what one client may do: connections, rates, wrong codes, request time, `Host` and `Origin`.

`bucket` and `connections` count; `addresses` applies both to client addresses; `transport` guards the raw
HTTP and WebSocket connections under uvicorn; `origin` is the ASGI layer in front of all routes. The numbers
are in `server.settings.Limits`; the messages of a WebSocket are counted in `server.ws.session`.
"""
