"""Rehearsals: a whole championship played through the real services, with its invariants checked as it goes."""
