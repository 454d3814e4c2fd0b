"""Mini-Tactico ("Arriba"), the side game: docs/minitactico.md and rules.md §9. Plain Python, immutable positions."""
