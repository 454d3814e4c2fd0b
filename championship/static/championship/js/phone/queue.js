// Reports on their way (design.md §10). Each is kept before it is sent, is sent as it was kept, and leaves only with an
// answer: in order, but none holds up another. Two open tabs may both send: the UUID makes that harmless.
import * as store from "./store.js";

const PATIENCE = 12_000; // milliseconds without an answer are silence
const FIRST_PAUSE = 1_500;
const LONGEST_PAUSE = 45_000;
const DAY = 20 * 3600 * 1000; // sent entries stay until the day is over
const AGAIN = new Set([408, 425, 429]);

/** What an answer means: "sent", "scan" (a pass is missing), "refused" (a person has to look), or "again". */
export function judge(answer, id) {
  const { status, said } = answer;
  if (status >= 200 && status < 300) return said?.client_id === id ? "sent" : "again"; // else a portal spoke, not the desk
  const error = said?.error;
  if (!error || AGAIN.has(status) || status >= 500 || status < 400) return "again";
  if (status === 401 || (status === 403 && String(error.code).startsWith("pass_"))) return "scan";
  return "refused";
}

/** Milliseconds until the next try: they grow, and phones of one hall do not come back in one moment. */
export function pause(tries, wanted = 0) {
  const grown = Math.min(FIRST_PAUSE * 2 ** Math.min(tries, 10), LONGEST_PAUSE);
  return Math.max(wanted, grown * (0.6 + 0.8 * Math.random()));
}

/** Ask the desk for JSON. Status 0 is silence. */
export async function ask(address, options = {}, patience = PATIENCE) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), patience);
  try {
    const answer = await fetch(address, {
      credentials: "same-origin",
      cache: "no-store",
      redirect: "manual",
      ...options,
      headers: { "X-Mapal": "1", ...options.headers },
      signal: stop.signal,
    });
    const said = await answer.json().catch(() => null);
    return { status: answer.status, said, wait: Number(answer.headers.get("Retry-After")) * 1000 || 0 };
  } catch {
    return { status: 0, said: null, wait: 0 };
  } finally {
    clearTimeout(timer);
  }
}

// Ids in order. What is due takes along what waits before it at the same table: rounds arrive as they were played.
function dueNow(entries) {
  const waiting = entries.filter((entry) => entry.state === "waiting");
  const due = waiting.filter((entry) => entry.due <= Date.now());
  const goes = (entry) => due.some((other) => other.order >= entry.order && other.table === entry.table);
  return waiting.filter(goes).map((entry) => entry.id);
}

export class Queue extends EventTarget {
  #link;
  #timer = 0;
  #running = null;
  #isWantedAgain = false;
  #channel = "BroadcastChannel" in window ? new BroadcastChannel("mapal-phone") : null;

  /** *link* is told whether the desk answered. */
  constructor(link) {
    super();
    this.#link = link;
    this.#channel?.addEventListener("message", () => this.#changed(false));
    link.addEventListener("back", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
  }

  /** All entries, in order; what was sent on an earlier day is dropped. */
  async entries() {
    const all = await store.entries();
    const old = all.filter((entry) => entry.state === "sent" && Date.now() - entry.at > DAY);
    await Promise.all(old.map((entry) => store.forget(entry.order)));
    return all.filter((entry) => !old.includes(entry));
  }

  async find(id) {
    return (await store.entries()).find((entry) => entry.id === id);
  }

  /** Keep an entry, then send it. Resolves when it is on disk, not when it is sent. */
  async add(entry) {
    const kept = { state: "waiting", tries: 0, due: 0, answer: null, base: "", at: Date.now(), ...entry };
    kept.order = await store.keep(kept);
    this.#changed();
    this.send();
    return kept;
  }

  /** Change what the phone knows of an entry; never its body once it was tried. */
  async note(entry, changes) {
    Object.assign(entry, changes);
    await store.keep(entry);
    this.#changed();
  }

  /** Try everything now: the network is back, a code was scanned, somebody looks at the phone. */
  async hurry() {
    for (const entry of await store.entries()) {
      if (entry.state === "scan" || (entry.state === "waiting" && entry.due > Date.now())) {
        await store.keep({ ...entry, state: "waiting", due: 0 });
      }
    }
    return this.send();
  }

  /** Drop what nobody has to look at any more, and everything that was typed. */
  async forgetDone() {
    const done = (await store.entries()).filter((entry) => !["waiting", "scan", "refused"].includes(entry.state));
    await Promise.all(done.map((entry) => store.forget(entry.order)));
    await store.forgetDrafts();
    this.#changed();
  }

  /** Send again what a restored desk may have lost. */
  async sendAgain(championship) {
    for (const entry of await store.entries()) {
      if (entry.state === "sent" && entry.championship === championship) {
        await store.keep({ ...entry, state: "waiting", tries: 1, due: 0 });
      }
    }
    return this.send();
  }

  /** What became of an entry within *patience* milliseconds: the entry, whatever its state by then. */
  outcome(id, patience) {
    return new Promise((resolve) => {
      const done = async (isLate) => {
        const entry = await this.find(id);
        if (isLate !== true && entry?.state === "waiting" && this.#link.isOn) return;
        clearTimeout(timer);
        this.removeEventListener("change", done);
        resolve(entry);
      };
      const timer = setTimeout(() => done(true), patience);
      this.addEventListener("change", done);
      done();
    });
  }

  /** Send what is due, one after the other. Called again while it runs, it looks once more. */
  send() {
    this.#isWantedAgain = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #run() {
    while (this.#isWantedAgain) {
      this.#isWantedAgain = false;
      for (const id of dueNow(await store.entries())) {
        if (!(await this.#isAnswered(id)) && !(await this.#isAnsweredNow(id))) break;
      }
    }
    await this.#setTimer();
  }

  // Silence: is it the network, or just this entry? Without a sign of life the others wait as well; with one it has
  // its turn once more, so that it stays in front, and holds up nobody if it fails again.
  async #isAnsweredNow(id) {
    if ((await this.#link.look()).status === 0) return false;
    await this.#isAnswered(id);
    return true;
  }

  async #isAnswered(id) {
    const entry = await this.find(id);
    return entry?.state !== "waiting" || this.#try(entry); // another tab may have sent it meanwhile
  }

  // Resolves with false if there was no answer at all.
  async #try(entry) {
    if (entry.base && !(await this.#standOn(entry))) return true;
    await store.keep(Object.assign(entry, { tries: entry.tries + 1 })); // from now on it is frozen
    const language = document.documentElement.lang || "he";
    const answer = await ask(`${entry.api}?language=${language}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(entry.body),
    });
    const became = judge(answer, entry.id);
    this.#link.heard(answer.status > 0 && !(became === "again" && answer.status < 400));
    if (became === "again") {
      await store.keep(Object.assign(entry, { due: Date.now() + pause(entry.tries, answer.wait) }));
    } else {
      await store.keep(Object.assign(entry, { state: became, answer: answer.said, answered: Date.now() }));
    }
    this.#changed();
    return answer.status > 0;
  }

  // A correction goes after what it corrects was answered, and names the revision that it became.
  async #standOn(entry) {
    const base = await this.find(entry.base);
    if (base && (base.state === "waiting" || base.state === "scan")) {
      await store.keep(Object.assign(entry, { due: Date.now() + pause(base.tries) }));
      return false;
    }
    entry.body.seen = base?.state === "sent" ? base.answer.revision || 0 : 0;
    entry.base = "";
    await store.keep(entry);
    return true;
  }

  async #setTimer() {
    clearTimeout(this.#timer);
    const due = (await store.entries()).filter((entry) => entry.state === "waiting").map((entry) => entry.due);
    if (due.length) {
      this.#timer = setTimeout(() => this.send(), Math.max(250, Math.min(...due) - Date.now()));
    }
  }

  #changed(isOurs = true) {
    if (isOurs) this.#channel?.postMessage("changed");
    this.dispatchEvent(new Event("change"));
  }
}
