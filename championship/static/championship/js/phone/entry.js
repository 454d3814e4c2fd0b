// The form of a round, read as the API takes it (docs/api.md) and filled again from what the phone kept.

const WHOLE = /^\d{1,4}$/;

export const form = () => document.getElementById("round-form");

/** The report that the form holds. *page* is what the server said of the round. */
export function read(page) {
  const data = new FormData(form());
  const text = (name) => String(data.get(name) ?? "").trim();
  const outcome = text("outcome") || "won";
  const winner = outcome === "won" ? Number(text("winner")) || null : null;
  const [place, number] = page.round.split("-").map(Number);
  const extras = window.Mapal?.entry?.extras?.(form()) || {}; // last card and hands, where they are asked for
  const report = {
    client_id: text("client_id"),
    stage: page.stage,
    table: page.number,
    place,
    number,
    outcome,
    winner,
    lines: outcome === "won" ? page.expected.map((seat) => line(page, data, text, seat, winner, extras)).filter(Boolean) : [],
    seen: Number(text("seen")) || 0,
    reason: text("reason"),
    overrides: overrides(data),
  };
  if (extras.facts && Object.keys(extras.facts).length) report.facts = extras.facts;
  return report;
}

function line(page, data, text, seat, winner, extras) {
  const { entry } = page.seats.find((sitting) => sitting.seat === seat) || {};
  if (data.has(`absent-${seat}`)) return { seat, entry, cards: null };
  const cards = text(`cards-${seat}`);
  if (!cards && seat !== winner) return null; // the desk names what is missing
  const points = page.has_points && seat !== winner ? text(`points-${seat}`) : "";
  const hand = extras.hands?.[seat];
  return {
    seat,
    entry,
    cards: Number(cards || 0),
    ...(WHOLE.test(points) ? { points: Number(points) } : {}),
    ...(hand ? { hand } : {}),
  };
}

function overrides(data) {
  const reasons = [...data].filter(([name, value]) => name.startsWith("override-") && String(value).trim());
  return Object.fromEntries(reasons.map(([name, value]) => [name.slice("override-".length), String(value).trim()]));
}

/** Whether everything is there that a round needs before it can be looked at. */
export function isComplete(report) {
  if (report.outcome !== "won") return true;
  const inputs = [...form().querySelectorAll(".count input[data-entry]:not(:disabled)")];
  return report.winner !== null && inputs.every((input) => WHOLE.test(input.value.trim()));
}

/** Whether a correction says what is stored already. */
export function isUnchanged(report, page) {
  const stored = page.stored;
  if (!stored || !report.seen || stored.outcome !== report.outcome || stored.winner !== report.winner) return false;
  return report.lines.every(
    (line) =>
      line.cards === stored.cards[line.seat] && (!page.has_points || line.seat === stored.winner || line.points === stored.points[line.seat]),
  );
}

/** What is typed and tapped, as [name, value]; hidden fields are the server's. */
export function typed() {
  const fields = [...form().querySelectorAll("input[name], textarea[name], select[name]")];
  return fields
    .filter((field) => field.type !== "hidden" && (field.checked || !["checkbox", "radio"].includes(field.type)))
    .map((field) => [field.name, field.value]);
}

/** The same fields for a report that was kept. */
export function fieldsOf(report) {
  const lines = report.lines.flatMap((line) =>
    line.cards === null
      ? [[`absent-${line.seat}`, "on"]]
      : [
          [`cards-${line.seat}`, line.seat === report.winner ? "" : String(line.cards)],
          ...(line.points == null ? [] : [[`points-${line.seat}`, String(line.points)]]),
        ],
  );
  const extras = window.Mapal?.entry?.fieldsOf?.(report) || [];
  return [["outcome", report.outcome], ...(report.winner ? [["winner", String(report.winner)]] : []), ...lines, ...extras];
}

/** Fill the form with *fields*; what is not among them becomes empty. */
export function fill(fields) {
  const wanted = new Map(fields);
  for (const field of form().querySelectorAll("input[name], textarea[name], select[name]")) {
    if (field.type === "hidden") continue;
    if (field.type === "checkbox" || field.type === "radio") {
      field.checked = wanted.get(field.name) === field.value;
    } else {
      field.value = wanted.get(field.name) ?? "";
    }
  }
  if (!wanted.has("outcome")) {
    const usual = form().querySelector('input[name="outcome"][value="won"]');
    if (usual) usual.checked = true;
  }
  const more = form().querySelector(".more");
  if (more) more.open = fields.some(([name, value]) => name.startsWith("absent-") || (name === "outcome" && value !== "won"));
}
