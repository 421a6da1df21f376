"""Questions about a state: which effects apply, what may be chosen, what each seat may know.

Begin with `traits` (continuous effects) and `candidates` (what can be chosen or done at all). `refusals`
explains why cards are not offered, `view` and `announced` build what a seat sees, `determinise` deals the
cards that it cannot see.
"""
