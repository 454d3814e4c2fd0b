// What follows, and Save, when the desk does not answer: made on the phone from what it knows (O10: seen before it counts).
import { form, isComplete, isUnchanged, read } from "./entry.js";
import { make, round, say } from "./page.js";

const bar = () => document.getElementById("consequence");

/** Put what the phone knows into the bar; *state* is the table with all that waits on this phone. */
export function showLocal(state, { asksWhy = false } = {}) {
  const page = round();
  const report = read(page);
  if (!isComplete(report)) return;
  const where = make("p", { class: "bar-where" }, make("strong", {}, page.where.split(" · ").pop()), ` · ${page.rounds[page.round].title}`);
  if (isUnchanged(report, page)) {
    bar().replaceChildren(make("p", { class: "message warning" }, say("unchanged")), where);
    fresh();
    return;
  }
  const foreseen = (state && window.Mapal.consequence?.(state, report)) || { lines: [], points: {} };
  const lines = foreseen.lines.map((line) => make("li", {}, line));
  bar().replaceChildren(
    where,
    summary(page, report, foreseen.points),
    lines.length ? make("ol", { class: "ahead", role: "list" }, ...lines) : "",
    make("p", { class: "bar-hint" }, say("bar_local")),
    ...(asksWhy ? [why(report.reason)] : []),
    make("button", { class: "button is-large is-wide is-save", name: "save", value: "1" }, asksWhy ? say("save_correction") : page.rounds[page.round].save),
  );
  fresh();
}

function fresh() {
  bar().classList.remove("is-stale", "is-asked", "is-new");
  void bar().offsetWidth; // the card is laid down anew
  bar().classList.add("is-new");
}

function why(reason) {
  const input = make("input", { name: "reason", type: "text", maxlength: "500", value: reason });
  return make("label", { class: "notice-reason" }, say("why"), input);
}

// Each player with what is saved: points of the round, or cards where points do not follow from them.
function summary(page, report, points) {
  if (report.outcome !== "won") {
    const word = form().querySelector(`input[name="outcome"]:checked`)?.closest("label")?.textContent.trim();
    return make("p", { class: "summary" }, make("strong", {}, word || say("called_off")));
  }
  const names = new Map(page.seats.map(({ seat, name }) => [seat, name]));
  const items = report.lines.map((line) => {
    const name = make("span", { class: "summary-name" }, make("bdi", {}, names.get(line.seat)));
    return make("li", { class: line.seat === report.winner ? "is-winner" : "" }, name, " ", figure(line, points[line.entry]));
  });
  return make("ul", { class: "summary" }, ...items);
}

function figure(line, points) {
  if (line.cards === null) return make("span", { class: "muted" }, say("absent"));
  if (points === undefined) return make("bdi", { dir: "ltr" }, String(line.cards));
  return make("bdi", { dir: "ltr", class: "points" }, window.Mapal.signed(points));
}
