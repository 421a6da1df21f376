"""Carrying out effects: the machine that runs frames, and what each word of a card does.

Begin with `machine`, then `control` (May, Then, Both), `choose` and `look` (choosing), `plan` (planned and
deferred parts), `apply` (carrying out, replacements), `effects`, `stables`, `hands` (what changes). `resolve`
orders effects.
"""
