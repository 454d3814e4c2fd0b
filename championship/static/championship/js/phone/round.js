// The screen of a round on a phone: saved into the queue, gone on with to the next round, network or not.
import { showLocal } from "./bar.js";
import { fieldsOf, fill, form, isComplete, read, typed } from "./entry.js";
import { isolated, make, round, say, tableState, uuid } from "./page.js";
import * as store from "./store.js";

const PATIENCE = 4_000; // milliseconds a referee looks at "Saving…" before the phone takes over
const LOOK_PATIENCE = 2_500;
const TYPED = 200;

const screen = () => document.getElementById("screen");
const bar = () => document.getElementById("consequence");
const draftKey = (page) => `${page.championship}/${page.table}/${page.round}`;
const roundOf = (entry) => `${entry.body.place}-${entry.body.number}`;
const keyOf = ({ place, number }) => `${place}-${number}`;
const isOf = (page, entry) => entry.championship === page.championship && entry.table === page.table;

export class Round {
  #queue;
  #link;
  #draft = {};
  #answer = null; // the entry whose answer stands above the form
  #timers = { look: 0, draft: 0 };

  constructor(queue, link) {
    this.#queue = queue;
    this.#link = link;
    document.addEventListener("submit", (event) => this.#onSubmit(event), true); // before htmx hears of it
    document.addEventListener("input", (event) => {
      if (form()?.contains(event.target) && !bar().contains(event.target)) this.#onInput(); // a reason changes no number
    });
    document.addEventListener("click", (event) => event.target.closest(".step") && this.#onInput());
    document.addEventListener("htmx:beforeRequest", (event) => this.#onLook(event));
    for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
      document.addEventListener(name, (event) => event.target === bar() && this.#lookFailed());
    }
    document.addEventListener("htmx:afterSettle", () => clearTimeout(this.#timers.look));
    queue.addEventListener("change", () => this.#showAnswer());
  }

  /** Show what is to be entered now: the round after those that wait here, as it was left; true if it was begun. */
  async start() {
    if (!form()) return false;
    const page = round();
    if (page.is_due) {
      const next = await this.#due(page);
      if (!next) {
        this.#allEntered();
        return true;
      }
      if (keyOf(next) !== page.round) this.#turnTo(next);
    }
    return this.#takeUp();
  }

  // What this phone knows of the table and the page does not: what waits, and what was answered since it was loaded.
  async #ahead(page, without = "") {
    const all = await this.#queue.entries();
    const ours = all.filter((entry) => isOf(page, entry) && roundOf(entry) !== without && isNews(page, entry));
    return ours.reduce((state, entry) => state && window.Mapal.afterwards(state, entry.body), tableState());
  }

  // The round that is due then, as {place, number, seats}; null when the table is decided.
  async #due(page) {
    const state = await this.#ahead(page);
    return state && window.Mapal.due(state);
  }

  async #onSubmit(event) {
    if (event.target !== form() || event.submitter?.name !== "save" || !round() || form().dataset.plain) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (form().dataset.busy) return;
    form().dataset.busy = "1";
    const page = round();
    const report = read(page);
    if ((this.#draft.base || report.seen > 0) && !report.reason) {
      askWhy();
      delete form().dataset.busy;
      return;
    }
    let entry;
    try {
      entry = await this.#keep(page, report);
    } catch {
      form().dataset.plain = "1"; // this browser keeps nothing: the form goes out as it always did
      delete form().dataset.busy;
      form().requestSubmit(event.submitter);
      return;
    }
    event.submitter.disabled = true;
    event.submitter.textContent = say("saving");
    const became = (await this.#queue.outcome(entry.id, this.#link.isOn ? PATIENCE : 0)) || entry;
    if (form()) delete form().dataset.busy;
    if (became.state === "sent") {
      window.location.assign(`${page.address}saved/${entry.id}/`);
    } else if (became.state === "refused") {
      this.#refused(became);
    } else {
      await this.#goOn(page, became);
    }
  }

  async #keep(page, report) {
    const { base = "", replaces = 0 } = this.#draft;
    const title = page.rounds[page.round].short;
    const names = Object.fromEntries(page.seats.map(({ seat, name }) => [seat, name]));
    const entry = await this.#queue.add({
      id: report.client_id,
      championship: page.championship,
      api: page.api,
      address: page.address,
      table: page.table,
      where: page.where,
      title,
      names,
      base,
      body: report,
    });
    clearTimeout(this.#timers.draft);
    await store.dropDraft(draftKey(page));
    this.#draft = {};
    const all = await this.#queue.entries();
    for (const old of all.filter((each) => each.order === replaces || (each.state === "refused" && sameRound(each, entry)))) {
      await this.#queue.note(old, { state: "replaced" });
    }
    return entry;
  }

  // Refused while the referee looks: the desk says what is wrong and marks it; a new save is a new entry.
  #refused(entry) {
    this.#newId();
    const error = entry.answer?.error;
    bar().replaceChildren(make("p", { class: "message error", role: "alert" }, error?.message || say("answer_refused", { round: entry.title })));
    window.htmx.trigger(bar(), "look");
  }

  // Not answered yet: it is kept, and play goes on.
  async #goOn(page, entry) {
    this.#answer = entry.id;
    if (page.is_due || page.rounds[page.round].revision === 0) {
      const next = await this.#due(page);
      if (next) {
        this.#turnTo(next);
      } else {
        this.#allEntered();
      }
    } else {
      form().hidden = true;
    }
    await this.#showAnswer();
    window.scrollTo(0, 0);
  }

  /** Make the screen that of another round of the same table. */
  #turnTo(next) {
    const key = keyOf(next);
    const page = { ...round(), round: key, expected: next.seats, stored: null };
    const words = page.rounds[key];
    document.getElementById("phone-round").textContent = JSON.stringify(page);
    for (const title of document.querySelectorAll("[data-round-title]")) title.textContent = words.title;
    document.getElementById("bar-empty")?.content.querySelectorAll("[data-round-title]").forEach((title) => {
      title.textContent = words.title;
    });
    form().action = words.address;
    form().setAttribute("hx-post", words.address);
    bar().setAttribute("hx-post", `${words.address}consequence/`);
    form().querySelector('[name="seen"]').value = String(words.revision);
    form().querySelectorAll(".correction-note, .reason").forEach((part) => part.remove());
    this.#showSeats(next);
    this.#newId();
    this.#draft = {};
    fill([]);
    window.htmx.process(form());
    bar().replaceChildren(document.getElementById("bar-empty").content.cloneNode(true));
    this.#shown();
  }

  // Of a tie-break round only those who are level have a field.
  #showSeats({ place, seats }) {
    const plays = (seat) => seats.includes(Number(seat));
    for (const part of form().querySelectorAll(".count, .choice, .absences .check")) {
      const seat = part.dataset.seat ?? part.querySelector("input").dataset.absent ?? part.querySelector("input").value;
      part.hidden = !plays(seat);
      part.querySelectorAll("input").forEach((input) => input.toggleAttribute("data-not-playing", part.hidden));
    }
    const note = form().querySelector(".tie-note");
    if (note) note.hidden = place === 0;
  }

  #newId() {
    form().querySelector('[name="client_id"]').value = uuid();
  }

  #shown() {
    screen().dispatchEvent(new CustomEvent("mapal:shown", { bubbles: true }));
  }

  #allEntered() {
    form().hidden = true;
    screen().querySelector("[data-all-entered]")?.remove();
    form().before(make("section", { class: "card has-spine quiet-note", "data-all-entered": true }, make("p", {}, say("all_entered"))));
  }

  // One of the plain answers above the form; it turns as soon as the desk has answered.
  async #showAnswer() {
    if (!this.#answer || !screen()) return;
    const entry = await this.#queue.find(this.#answer);
    if (!entry) return;
    const kind = entry.state === "sent" ? (entry.answer.kept_because ? "kept" : "saved") : entry.state;
    const shape = { saved: "is-saved", kept: "is-kept", refused: "is-refused" }[kind] || "is-waiting";
    const name = { round: isolated(entry.title) };
    const said = { waiting: say("answer_waiting", name), scan: say("answer_scan", name), refused: say("answer_refused", name), saved: say("answer_saved", name) };
    const card = make(
      "section",
      { class: `card answer is-small ${shape}`, role: "status", "data-answer": kind },
      make("h2", {}, say(`state_${kind === "saved" ? "sent" : kind}`)),
      make("p", {}, said[kind] ?? entry.answer?.sentence ?? ""),
      kind === "refused" ? this.#opener(entry) : "",
      kind === "waiting" && !navigator.serviceWorker?.controller ? make("p", { class: "small" }, say("keep_open")) : "",
    );
    const old = screen().querySelector("[data-answer]");
    if (old?.dataset.answer === kind) return;
    if (old) {
      old.replaceWith(card);
    } else {
      form().before(card);
    }
  }

  #opener(entry) {
    const button = make("button", { type: "button", class: "button" }, say("open"));
    button.addEventListener("click", () => this.change(entry));
    return button;
  }

  // --- what was typed and not saved -----------------------------------------------------------------------------

  // Fill in what was left of this round; false if there is nothing.
  async #takeUp() {
    const page = round();
    const left = await store.draft(draftKey(page)).catch(() => null);
    if (!left) return false;
    if (left.seen !== Number(form().querySelector('[name="seen"]').value)) {
      await store.dropDraft(draftKey(page)); // somebody saved this round meanwhile
      return false;
    }
    this.#draft = left;
    form().querySelector('[name="client_id"]').value = left.id;
    fill(left.fields);
    this.#shown();
    if (left.base) this.#askAtOnce();
    form().querySelector("input[data-entry]")?.dispatchEvent(new Event("input", { bubbles: true }));
    return true;
  }

  #onInput() {
    clearTimeout(this.#timers.draft);
    this.#timers.draft = setTimeout(() => this.#keepDraft(), TYPED);
    if (!this.#link.isOn || this.#draft.base) this.#askAtOnce();
  }

  async #keepDraft() {
    if (!form() || form().dataset.busy) return;
    const page = round();
    const value = (name) => form().querySelector(`[name="${name}"]`).value;
    const draft = { ...this.#draft, round: draftKey(page), seen: Number(value("seen")), id: value("client_id"), fields: typed() };
    await store.keepDraft(draft).catch(() => null);
  }

  /** Take an entry of this phone into the form, to be changed. */
  async change(entry) {
    const page = round();
    const isFrozen = entry.tries > 0 && entry.state !== "refused";
    const key = roundOf(entry);
    await store.keepDraft({
      round: `${entry.championship}/${entry.table}/${key}`,
      seen: entry.state === "refused" || !isFrozen ? entry.body.seen : 0,
      id: uuid(),
      fields: fieldsOf(entry.body),
      base: isFrozen ? entry.id : "",
      replaces: isFrozen ? 0 : entry.order,
    });
    if (page && page.table === entry.table && form()) {
      this.#answer = null;
      screen().querySelector("[data-answer]")?.remove();
      form().hidden = false;
      screen().querySelector("[data-all-entered]")?.remove();
      const { place, number, lines } = entry.body;
      const seats = lines.length ? lines.map((line) => line.seat) : page.expected;
      if (page.round !== key) this.#turnTo({ place, number, seats });
      await this.#takeUp();
      window.scrollTo(0, 0);
    } else {
      window.location.assign(`${entry.address}${key}/`);
    }
  }

  // --- what follows ---------------------------------------------------------------------------------------------

  #onLook(event) {
    if (event.target !== bar() || !round()) return;
    clearTimeout(this.#timers.look);
    if (!this.#link.isOn || this.#draft.base) {
      event.preventDefault();
      this.#askAtOnce();
    } else {
      this.#timers.look = setTimeout(() => this.#local(), LOOK_PATIENCE);
    }
  }

  #lookFailed() {
    clearTimeout(this.#timers.look);
    this.#link.look();
    this.#local();
    const lost = document.getElementById("no-answer");
    if (lost) lost.hidden = true; // the phone itself says what follows
  }

  #askAtOnce() {
    clearTimeout(this.#timers.look);
    this.#timers.look = setTimeout(() => this.#local(), 60); // after the form has arranged itself
  }

  async #local() {
    if (!form() || !round() || !isComplete(read(round()))) return;
    const page = round();
    const state = await this.#ahead(page, page.round);
    showLocal(state, { asksWhy: Boolean(this.#draft.base) });
  }
}

// A correction says why; without a word it does not go.
function askWhy() {
  const reason = form().querySelector('[name="reason"]');
  reason?.setAttribute("aria-invalid", "true");
  reason?.focus();
}

// Whether an entry will count and the page does not say so yet.
function isNews(page, entry) {
  const revision = page.rounds[roundOf(entry)]?.revision ?? 0;
  if (entry.state === "sent") return (entry.answer.revision ?? 0) > revision;
  return (entry.state === "waiting" || entry.state === "scan") && (Boolean(entry.base) || revision <= entry.body.seen);
}

function sameRound(one, other) {
  return one.championship === other.championship && one.table === other.table && roundOf(one) === roundOf(other) && one.id !== other.id;
}
