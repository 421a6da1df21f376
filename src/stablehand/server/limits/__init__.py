"""Limits on what one client may do: connections, rates, work, wrong codes, request time, `Host` and `Origin`.

A client is an address. In the order in which a request meets them:

- `listener`: the listening socket; ends connections that are too many before anything is made for them
- `transport`: uvicorn's protocols, with limits on frames, pings, request time and connections
- `crowd`: the most connections of all clients together, and which are ended first
- `connections`: counts the open and the new connections of each client
- `pace`: begins only some of the requests that arrive at once
- `turnstile`: works on a few requests of each client at a time
- `doors`: the outer ASGI layer, which applies `turnstile` and `budgets`
- `budgets`: token buckets, with which most of these count, and milliseconds of work for each client, each
  network and all together
- `costs`: what each command costs, and the sizes of which each route names one
- `origin`: the inner ASGI layer, which checks `Host` and `Origin` and reads tokens
- `addresses`: tables, seats, wrong codes and connections to tables of each client

The numbers are in `server.settings.Limits`. `server.ws.endpoint` makes the bucket for the messages of a
connection, `server.ws.session` asks it.
"""
