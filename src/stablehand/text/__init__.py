"""Words for people, rendered from a game's own data: card texts, prompts, log lines, accounts of points.

There is no rules text besides: what a card says follows from what it does. A game's walker lives in the
module of its name; its templates in one module a language.
"""
