"""The rules of TAKI once more: slow, plain, written from rules.md §0.3, §1–§4, §6.7 and §8.5 alone.

It is there to disagree with ``engine.taki`` where one of the two is wrong; it shares nothing with it but the names
of editions and flags, the decks, and the text forms of docs/engine.md. A card is its code, a hand a list of codes,
a seat a letter. Every rule is a function of its own that names its number.

    state = positions.read("he-2015 top=r9 A=r3,b9,g4 B=8? C=8?")
    legality.legal_actions(state)       a set of texts: {"A r3", "A b9", "A DRAW"}
    play.apply(state, "A r3")           the next state; the first is as it was
"""
