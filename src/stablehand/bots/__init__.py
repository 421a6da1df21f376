"""Programs that play. A bot gets a view, a decision and a sampler of possible truths, never the state.

`specs.make_bot` makes one from a spec such as `greedy:12`; `registry` and `code` find bots from outside the
package. Begin with `random.py` and `greedy.py`.
"""
