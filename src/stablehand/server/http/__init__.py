"""The HTTP API: a module for each group of routes, with its `HANDLERS`, which `server/app.py` collects.

`schemas` holds requests and responses, `body` parses requests, `errors` turns every exception into a
`Problem`, `openapi` completes the description. Begin with `tables`.
"""
