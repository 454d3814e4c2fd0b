// "On this phone": every entry with its state, what became of it, and what to do where a person has to look.
import { isolated, make, round, say } from "./page.js";

const kindOf = (entry) => (entry.state === "sent" && entry.answer.kept_because ? "kept" : entry.state);
const NEEDS_A_PERSON = ["refused"];

/** Fill the page's list with *entries*, the newest first; *act* is called with what was tapped and its entry. */
export function showKept(entries, act) {
  const list = document.getElementById("on-phone");
  if (!list) return;
  const page = round();
  const mine = page ? entries.filter((entry) => entry.table === page.table || NEEDS_A_PERSON.includes(entry.state)) : entries;
  list.hidden = mine.length === 0;
  list.querySelector("ul").replaceChildren(...[...mine].reverse().map((entry) => item(entry, act)));
}

function item(entry, act) {
  const kind = kindOf(entry);
  const error = entry.answer?.error;
  return make(
    "li",
    { class: "kept-entry", "data-state": kind },
    make("p", { class: "kept-where" }, make("strong", {}, make("bdi", {}, entry.title)), ` · ${entry.where}`),
    make("p", { class: "kept-state" }, make("span", { class: "network-sign", "aria-hidden": "true" }), say(`state_${kind}`), " ", clock(entry.at)),
    make("p", { class: "kept-what" }, what(entry)),
    error ? make("p", { class: "kept-why" }, error.message) : "",
    ...(error?.findings || []).map((finding) => make("p", { class: "kept-why" }, finding.sentence)),
    kind === "kept" ? make("p", { class: "kept-why" }, entry.answer.sentence) : "",
    buttons(entry, kind, act),
  );
}

function what({ body, names }) {
  if (body.outcome !== "won") return say("called_off");
  const others = body.lines.filter((line) => line.seat !== body.winner);
  const parts = others.map((line) => `${isolated(names[line.seat])} ${line.cards === null ? say("absent") : isolated(String(line.cards))}`);
  return `${say("winner", { name: isolated(names[body.winner]) })}: ${parts.join(", ")}`;
}

function clock(moment) {
  const time = new Date(moment);
  const text = `${String(time.getHours()).padStart(2, "0")}:${String(time.getMinutes()).padStart(2, "0")}`;
  return make("time", { datetime: time.toISOString() }, make("bdi", { dir: "ltr" }, text));
}

function buttons(entry, kind, act) {
  const wanted = { waiting: ["change"], scan: ["change"], refused: ["open", "put_aside"] }[kind];
  if (!wanted) return "";
  const made = wanted.map((name) => {
    const button = make("button", { type: "button", class: "button is-quiet" }, say(name));
    button.addEventListener("click", () => act(name, entry));
    return button;
  });
  return make("p", { class: "kept-buttons" }, ...made);
}
