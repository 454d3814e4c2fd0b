"""Points, standings, ties, tickets and consequences: plain functions over plain values, no Django."""
