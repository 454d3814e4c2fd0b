"""Plans of rules.md §6.5 as the bracket's plain arguments, a builder for each shape."""

from engine.bracket import Bracket, plan


def fives_and_fours(players: int, tables: int) -> tuple[int, ...]:
    """Table sizes with the larger tables first."""
    return tuple(players // tables + (k < players % tables) for k in range(tables))


def with_playoff(first: tuple[int, ...], second_tables: int) -> Bracket:
    """FULL, E6 and S3: winners to the second stage, its winners to the final, its seconds to the playoff."""
    return plan(
        stages=[
            ("qualifiers", first),
            ("second", fives_and_fours(len(first), second_tables)),
            ("playoff", (second_tables,)),
            ("final", (second_tables + 1,)),
        ],
        routes=[
            ("qualifiers", 1, "second", 0),
            ("second", 1, "final", 0),
            ("second", 2, "playoff", 0),
            ("playoff", 1, "final", second_tables),
        ],
    )


def with_top_two(first: tuple[int, ...], wild_cards: int = 0) -> Bracket:
    """S2, W1 and W2: winners, and the best seconds, to two tables; the first two of each to the final."""
    return plan(
        stages=[
            ("qualifiers", first),
            ("second", fives_and_fours(len(first) + wild_cards, 2)),
            ("final", (4,)),
        ],
        routes=[("qualifiers", 1, "second", 0), ("second", 1, "final", 0), ("second", 2, "final", 2)],
        wild_cards=[("qualifiers", 2, wild_cards, "second")] if wild_cards else [],
    )


def from_round_two(first: tuple[int, ...]) -> Bracket:
    """R2: four tables whose winners go to the final and whose seconds play for its last seat."""
    return plan(
        stages=[("qualifiers", first), ("playoff", (4,)), ("final", (5,))],
        routes=[("qualifiers", 1, "final", 0), ("qualifiers", 2, "playoff", 0), ("playoff", 1, "final", 4)],
    )


def winners_to_final(first: tuple[int, ...], wild_cards: int = 0) -> Bracket:
    """D5, and three tables with a best second: straight to the final."""
    return plan(
        stages=[("qualifiers", first), ("final", (len(first) + wild_cards,))],
        routes=[("qualifiers", 1, "final", 0)],
        wild_cards=[("qualifiers", 2, wild_cards, "final")] if wild_cards else [],
    )


def two_tables(first: tuple[int, ...]) -> Bracket:
    """8 to 10 players: the first two of two tables to the final."""
    return plan(
        stages=[("qualifiers", first), ("final", (4,))],
        routes=[("qualifiers", 1, "final", 0), ("qualifiers", 2, "final", 2)],
    )


def one_table(seats: int) -> Bracket:
    """4 to 6 players: one table decides."""
    return plan(stages=[("final", (seats,))])


def recommended(players: int) -> Bracket:
    """The recommended shape for 4 to 120 players, but for 6 and 7, where the organiser chooses."""
    if players < 6:
        return one_table(players)
    if players < 11:
        return two_tables(fives_and_fours(players, 2))
    if players < 16:
        return winners_to_final(fives_and_fours(players, 3), wild_cards=1)
    tables = next(
        count
        for count in (16, 17, 18, 19, 20, 12, 13, 8, 9, 10, 4, 5, 6, 7, 21, 22, 23, 24)
        if 4 * count <= players <= 5 * count
    )
    first = fives_and_fours(players, tables)
    if tables == 4:
        return from_round_two(first)
    if tables == 5:
        return winners_to_final(first)
    if tables <= 10:
        return with_top_two(first, wild_cards=max(0, 8 - tables))
    return with_playoff(first, second_tables=3 if tables <= 13 else 4)


PLAYERS = [players for players in range(4, 121) if players not in (6, 7)]
