// What would follow from a round that is not saved yet, worked out on the phone when the network is away.
// For the same table it says what scoring/consequence.py says: it adds, ranks and finds ties. Which place leads
// where, and every word, comes with the table (docs/table-state.md). No page, no network, no clock in here.
(function (root) {
  "use strict";

  const VERSION = 1; // of the table's state that this file understands
  const LINES = 3; // facts shown before saving; the first ones matter most
  const WIN = { lunada: 2, penalty: -100 };

  /**
   * What would follow if `entry` counted for its round; null while it is not whole, or of another version.
   *
   * `entry` is {place, number, outcome, winner, lines: [{seat, cards, points}]}: winner a seat, cards null for
   * somebody absent, points those of the hand under penalty scoring. The answer: `points` of this round (empty for a
   * tie-break round), `totals` and `places` by entry number, `codes` as facts of the server, all of them, `lines`
   * of them as sentences, three at most, and `hasMore`: the desk knows more, because somebody sits further on
   * already or other tables matter too.
   */
  function consequence(state, entry) {
    if (state.version !== VERSION || !isWhole(state, entry)) {
      return null;
    }
    const next = afterwards(state, entry);
    const before = standing(state);
    const after = standing(next);
    const moves = seatsThatChange(next, after);
    const codes = facts(next, before, after, moves);
    const waits = state.wild_cards.length > 0 && (before.isComplete || after.isComplete);
    const hasMore = waits || moves.some((move) => move.before !== null);
    const result = resultOf(next, entry.place, entry.number);
    return {
      points: entry.place === 0 && result ? Object.fromEntries(roundPoints(result, state.format.system)) : {},
      totals: Object.fromEntries(after.rows.map((row) => [row.entry, row.total])),
      places: Object.fromEntries(after.rows.map((row) => [row.entry, row.place])),
      codes,
      lines: state.words ? sentences(codes, hasMore, state.words) : [],
      hasMore,
    };
  }

  /** The table as if `entry` counted; what it returns can be asked about the round after it. */
  function afterwards(state, entry) {
    const lines = (entry.lines || [])
      .map((line) => ({
        seat: line.seat,
        entry: line.entry || playerAt(state, entry, line.seat),
        cards: line.cards,
        points: line.points === undefined ? null : line.points,
      }))
      .sort((one, other) => one.seat - other.seat);
    const result = {
      place: entry.place,
      number: entry.number,
      outcome: entry.outcome || "won",
      winner: entry.winner || null,
      revision: 0,
      lines,
    };
    const others = state.results.filter((each) => !isSameRound(each, entry));
    return { ...state, results: [...others, result] };
  }

  /** The round that this table plays next and the seats that play it: {place, number, seats}; null once decided. */
  function due(state) {
    const now = standing(state);
    if (now.owed.length) {
      const { place, number, entries } = now.owed[0];
      return { place, number, seats: entries.map((entry) => seatOf(state, entry)) };
    }
    if (now.isComplete) {
      return null;
    }
    const number = numbers(state).find((each) => !resultOf(state, 0, each));
    const gone = new Set(state.exits.filter((exit) => exit.after_round < number).map((exit) => exit.entry));
    return { place: 0, number, seats: seatedIn(state).filter((e) => !gone.has(e)).map((e) => seatOf(state, e)) };
  }

  // ---- the table ----------------------------------------------------------------------------------------------

  // Who plays a round at a seat: before a substitution, of those replaced there whoever left first.
  const playerAt = (state, { place, number }, seat) => {
    const replaced = state.exits
      .filter((exit) => !place && exit.after_round >= number && (state.replaced || {})[exit.entry] === seat)
      .sort((one, other) => one.after_round - other.after_round);
    return replaced.length ? replaced[0].entry : state.seats[seat - 1];
  };
  const seatedIn = (state) => state.seats.filter((entry) => entry !== null);
  const replacedIn = (state) => Object.keys(state.replaced || {}).map(Number).filter((e) => !state.seats.includes(e));
  const entriesOf = (state) => [...seatedIn(state), ...replacedIn(state)];
  const seatOf = (state, entry) => state.seats.indexOf(entry) + 1 || state.replaced[entry];
  const numbers = (state) => Array.from({ length: state.format.rounds }, (_, index) => index + 1);
  const isSameRound = (one, other) => one.place === other.place && one.number === other.number;

  function resultOf(state, place, number) {
    const found = state.results.find((result) => isSameRound(result, { place, number }));
    return found && found.outcome !== "void" ? found : null;
  }

  function isWhole(state, entry) {
    if (entry.outcome && entry.outcome !== "won") {
      return true;
    }
    const isCount = (value) => Number.isInteger(value) && value >= 0;
    const needsPoints = state.format.system === "penalty" && entry.place === 0;
    const played = entry.lines.filter((line) => line.cards !== null);
    return (
      played.some((line) => line.seat === entry.winner) &&
      played.every((line) => isCount(line.cards)) &&
      played.every((line) => line.seat === entry.winner || !needsPoints || Number.isInteger(line.points))
    );
  }

  // Points of one round by entry, of those who played; empty if it was not won.
  function roundPoints(result, system) {
    const worth = (line) => (system === "lunada" ? 0 - line.cards : line.points);
    const played = result.outcome === "won" ? result.lines.filter((line) => line.cards !== null) : [];
    return new Map(played.map((line) => [line.entry, line.seat === result.winner ? WIN[system] : worth(line)]));
  }

  // ---- the standing -------------------------------------------------------------------------------------------

  // The table's ranking: rows in order of place, the tie-break rounds owed, whether all rounds count.
  function standing(state) {
    const exits = new Map(state.exits.map((exit) => [exit.entry, exit]));
    const entries = entriesOf(state);
    const sign = state.format.system === "penalty" ? 1 : -1; // penalty points: the lowest total wins
    const results = numbers(state).map((number) => resultOf(state, 0, number));
    const totals = totalsOf(state, entries, exits, results);
    const staying = entries.filter((entry) => !exits.has(entry));
    const played = results.filter(Boolean).length;
    const isWalkover = exits.size > 0 && !state.seats.includes(null) && staying.length < 2;
    const isComplete = played === state.format.rounds || isWalkover;

    const places = new Map();
    const owed = [];
    for (const level of levels(staying, (entry) => [sign * totals.get(entry)])) {
      const settled = settle(level, places.size + 1, state, isComplete ? state.format.played_off : []);
      settled.places.forEach((place, entry) => places.set(entry, place));
      owed.push(...settled.owed);
    }
    const left = [...exits.values()]
      .filter((exit) => exit.kind !== "disqualification" && entries.includes(exit.entry))
      .map((exit) => exit.entry);
    for (const level of levels(left, (entry) => [-exits.get(entry).after_round, sign * totals.get(entry)])) {
      const place = places.size + 1;
      level.forEach((entry) => places.set(entry, place));
    }

    const pending = new Set(owed.flatMap((tie) => tie.entries));
    const holders = [...places.values()];
    const rows = entries.map((entry) => {
      const place = places.has(entry) ? places.get(entry) : null;
      return {
        entry,
        seat: seatOf(state, entry),
        total: place === null ? null : totals.get(entry),
        place,
        isShared: place !== null && holders.filter((other) => other === place).length > 1,
        isDecided: place !== null && isComplete && !pending.has(entry),
        hasLeft: exits.has(entry),
      };
    });
    const behind = (row) => (row.place === null ? Infinity : row.place);
    rows.sort((one, other) => compare([behind(one), one.seat], [behind(other), other.seat]));
    return { rows, owed, isComplete, played };
  }

  // A round missed by one who plays on counts as its worst score; who left has the finished rounds alone.
  function totalsOf(state, entries, exits, results) {
    const { system } = state.format;
    const scores = results.filter(Boolean).map((result) => roundPoints(result, system)).filter((score) => score.size);
    const worst = (score) => (system === "lunada" ? Math.min : Math.max)(...score.values());
    return new Map(
      entries.map((entry) => {
        const points = scores.map((score) => {
          if (score.has(entry)) {
            return score.get(entry);
          }
          return exits.has(entry) ? 0 : worst(score);
        });
        return [entry, points.reduce((sum, each) => sum + each, 0) + (state.penalties[entry] || 0)];
      }),
    );
  }

  // Places of level players from `place` on, by lots and tie-break rounds that count, and the rounds they owe.
  function settle(group, place, state, playedOff) {
    const all = { places: new Map(group.map((entry) => [entry, place])), owed: [] };
    const matter = playedOff.filter((each) => place <= each && each < place + group.length);
    if (group.length === 1 || !matter.length) {
      return all;
    }
    const decides = Math.min(...matter);
    const order = lotOrder(group, state, decides) || tieBreakOrder(group, state, decides);
    if (!order) {
      return { ...all, owed: [{ place: decides, number: nextNumber(state, decides), entries: group }] };
    }
    const settled = { places: new Map(), owed: [] };
    for (const level of order) {
      const rest = settle(level, place, state, playedOff);
      rest.places.forEach((each, entry) => settled.places.set(entry, each));
      settled.owed.push(...rest.owed);
      place += level.length;
    }
    return settled;
  }

  function lotOrder(group, state, place) {
    const lot = state.lots[place] || [];
    return isSameSet(lot, group) ? lot.map((entry) => [entry]) : null;
  }

  // The order that the last won tie-break round of exactly these players gave: its winner, then fewer cards left.
  function tieBreakOrder(group, state, place) {
    const rounds = state.results.filter((result) => result.place === place && result.outcome === "won");
    const last = rounds
      .sort((one, other) => other.number - one.number)
      .map((result) => ({ winner: result.winner, lines: result.lines.filter((line) => line.cards !== null) }))
      .find(({ lines }) => isSameSet(lines.map((line) => line.entry), group));
    if (!last) {
      return null;
    }
    const cards = new Map(last.lines.map((line) => [line.entry, line.seat === last.winner ? -1 : line.cards]));
    return levels([...cards.keys()], (entry) => [cards.get(entry)]);
  }

  function nextNumber(state, place) {
    const used = state.results.filter((result) => result.place === place && result.outcome !== "void");
    return Math.max(0, ...used.map((result) => result.number)) + 1;
  }

  // ---- what follows -------------------------------------------------------------------------------------------

  // Seats further on that change hands, of this table's places alone.
  function seatsThatChange(state, after) {
    return state.tickets
      .map((ticket) => ({ ticket, before: ticket.holder, after: seatIsDue(ticket, state, after) }))
      .filter((move) => move.before !== move.after);
  }

  function seatIsDue(ticket, state, after) {
    if (ticket.is_given) {
      return ticket.holder;
    }
    const holds = (row) => row.place === ticket.place && row.isDecided && !row.isShared && !row.hasLeft;
    const row = after.rows.find(holds);
    const sitsThere = row && state.given.some(([stage, entry]) => stage === ticket.to_stage && entry === row.entry);
    const entry = row && !sitsThere ? row.entry : null;
    const waits = state.needs_confirmation && !state.is_confirmed && ticket.holder === null;
    return waits ? null : entry;
  }

  function facts(state, before, after, moves) {
    const prints = [...new Set(moves.flatMap((move) => move.ticket.printed))].sort();
    const isNew = (tie) => !before.owed.some((other) => JSON.stringify(other) === JSON.stringify(tie));
    return [
      ...moves.filter((move) => move.before !== null).map((move) => fact("unseats", seatValues(move))),
      ...after.owed.filter(isNew).map(({ place, number, entries }) => fact("tie_break", { place, number, entries })),
      ...decisions(state, before, after, moves),
      ...prints.map((print) => fact("outdates", { print })),
      ...(after.isComplete ? [] : outlook(state, after)),
    ];
  }

  const fact = (code, values) => ({ code, values });

  function seatValues(move) {
    const { to_stage, to_table, to_seat, has_begun } = move.ticket;
    return { to_stage, to_table, to_seat, before: move.before, after: move.after, is_blocked: has_begun };
  }

  // Places decided, with the seats they take: those that lead somewhere, or the win where nothing does.
  function decisions(state, before, after, moves) {
    const held = (table) => table.rows.filter((row) => row.isDecided && row.place !== null && !row.hasLeft);
    const wasHeld = (row) => held(before).some((old) => old.place === row.place && old.entry === row.entry);
    const decided = held(after)
      .filter((row) => !wasHeld(row))
      .sort((one, other) => compare([one.place, one.entry], [other.place, other.entry]));
    const seats = new Map(moves.filter((m) => m.after !== null).map((m) => [m.after, seatValues(m)]));
    const leadsOn = new Set(state.tickets.length ? state.tickets.map((ticket) => ticket.place) : [1]);
    const own = new Set(decided.map((row) => row.entry));
    return [
      ...decided
        .filter((row) => leadsOn.has(row.place) || seats.has(row.entry))
        .map(({ place, entry, isShared }) =>
          fact("decides", { place, entry, seat: seats.get(entry) || null, ...(isShared ? { is_shared: true } : {}) }),
        ),
      ...moves
        .filter((move) => move.after !== null && !own.has(move.after) && move.before === null)
        .map((move) => fact("decides", { place: move.ticket.place, entry: move.after, seat: seatValues(move) })),
    ];
  }

  // Who leads while rounds are left, unless all are level; and where the winner will sit.
  function outlook(state, after) {
    const leaders = after.rows.filter((row) => row.place === 1);
    if (!after.played || !leaders.length) {
      return [];
    }
    const values = {
      entries: leaders.map((row) => row.entry),
      total: leaders[0].total,
      rounds_left: state.format.rounds - after.played,
    };
    const isLed = leaders.length < after.rows.filter((row) => !row.hasLeft).length;
    return [
      ...(isLed ? [fact("leads", values)] : []),
      ...state.tickets
        .filter((ticket) => ticket.place === 1)
        .map(({ place, to_stage, to_table, to_seat }) => fact("goes_to", { place, to_stage, to_table, to_seat })),
    ];
  }

  // ---- words --------------------------------------------------------------------------------------------------

  // The facts that matter most as sentences; if the desk knows more, the last of three lines says so.
  function sentences(codes, hasMore, words) {
    const shown = codes.slice(0, hasMore ? LINES - 1 : LINES).map((each) => sentence(each, words));
    if (hasMore) {
      return [...shown, words.sentences.more];
    }
    return shown.length ? shown : [words.sentences.nothing];
  }

  /** One fact as a sentence in the reader's language. */
  function sentence({ code, values }, words) {
    const person = (entry) => words.names[entry] || `\u2066#${entry}\u2069`;
    const seat = (place) => words.seats[`${place.to_stage}-${place.to_table}-${place.to_seat}`];
    const place = words.places[values.place];
    const say = (name, more) => filled(words.sentences[name], more);
    switch (code) {
      case "unseats": {
        const name = values.is_blocked ? "unseats_blocked" : values.after === null ? "unseats_nobody" : "unseats";
        return say(name, { before: person(values.before), after: person(values.after), seat: seat(values) });
      }
      case "tie_break":
        return say(values.number === 1 ? "tie_break" : "tie_break_again", {
          players: listed(values.entries.map(person), words),
          place,
        });
      case "decides": {
        const player = person(values.entry);
        if (values.is_shared) {
          return say("shares_place", { player, place });
        }
        if (values.seat === null) {
          return say(values.place === 1 ? "wins_table" : "takes_place", { player, place });
        }
        return say(values.seat.is_blocked ? "goes_on_blocked" : "goes_on", { player, place, seat: seat(values.seat) });
      }
      case "outdates":
        return say("outdates", { print: words.prints[values.print] || values.print });
      case "leads":
        return filled(plural(words.sentences[values.entries.length === 1 ? "leads" : "lead_together"], values.rounds_left, words.language), {
          players: listed(values.entries.map(person), words),
          points: `\u2066${signed(values.total)}\u2069`,
          count: values.rounds_left,
        });
      case "goes_to":
        return say("goes_to", { seat: seat(values) });
      default:
        return "";
    }
  }

  /** The one of `forms` (by plural category) that `count` takes in `language`. */
  function plural(forms, count, language) {
    return forms[new Intl.PluralRules(language).select(count)] || forms.other;
  }

  /** A server's sentence with its %(name)s filled in. */
  function filled(text, values) {
    return text.replace(/%\((\w+)\)s/g, (_, name) => String(values[name]));
  }

  /** Points with a plus or a real minus sign. */
  function signed(points) {
    if (points === 0) {
      return "0";
    }
    return points > 0 ? `+${points}` : `\u2212${-points}`;
  }

  function listed(items, words) {
    if (items.length < 2) {
      return items.join("");
    }
    return filled(words.list, { others: items.slice(0, -1).join(", "), last: items[items.length - 1] });
  }

  // ---- lists --------------------------------------------------------------------------------------------------

  function compare(one, other) {
    const at = one.findIndex((value, index) => value !== other[index]);
    return at < 0 ? 0 : one[at] - other[at];
  }

  // Groups of entries that are level by `key`, best first, each in the order given.
  function levels(entries, key) {
    const groups = [];
    [...entries]
      .sort((one, other) => compare(key(one), key(other)))
      .forEach((entry) => {
        const last = groups[groups.length - 1];
        if (last && compare(key(last[0]), key(entry)) === 0) {
          last.push(entry);
        } else {
          groups.push([entry]);
        }
      });
    return groups;
  }

  const isSameSet = (one, other) => new Set(one).size === new Set(other).size && one.every((e) => other.includes(e));

  root.Mapal = { ...root.Mapal, consequence, afterwards, due, sentence, plural, filled, signed };
})(globalThis);
