"""What a table is: its stored facts and the state they add up to, and the volatile rest.

Begin with `facts` (what is stored) and `fold` (how a fact changes the state).
"""
