"""Mapal's engine: card games, hands, the draw and the bracket. Plain Python, no Django."""
