"""TAKI in its editions (rules.md §1 to §4), and what a report of a played round can be (§7)."""
