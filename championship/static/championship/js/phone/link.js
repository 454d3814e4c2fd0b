// Whether the desk can be reached: told by every answer and every silence, and by a look now and then.
import { ask } from "./queue.js";
import { make, say } from "./page.js";

const LOOK = 25_000; // milliseconds between looks while the page is seen
const PATIENCE = 6_000;

export class Link extends EventTarget {
  #on = navigator.onLine;
  #times = 0; // that the network went: an answer from before says nothing

  constructor(address) {
    super();
    this.address = address;
    window.addEventListener("online", () => this.look());
    window.addEventListener("offline", () => {
      this.#times += 1;
      this.heard(false);
    });
    document.addEventListener("visibilitychange", () => document.hidden || this.look());
    setInterval(() => document.hidden || this.look(), LOOK);
  }

  get isOn() {
    return this.#on;
  }

  /** The desk answered, or it did not. */
  heard(isOn) {
    if (isOn === this.#on) return;
    this.#on = isOn;
    this.dispatchEvent(new Event(isOn ? "back" : "gone"));
    this.dispatchEvent(new Event("change"));
  }

  /** Ask for a sign of life; it tells whether the pass still opens something. */
  async look() {
    const times = this.#times;
    const answer = await ask(this.address, {}, PATIENCE);
    if (times !== this.#times) return this.look();
    const isDesk = Boolean(answer.said && (answer.said.epoch || answer.said.error));
    this.heard(isDesk);
    if (isDesk) this.dispatchEvent(new CustomEvent("told", { detail: answer }));
    return answer;
  }
}

/** Show the badge: on, waiting n, off, refused n; by word and shape (O43). */
export function showBadge(link, entries) {
  const count = (state) => entries.filter((entry) => entry.state === state).length;
  const [state, n] =
    [["refused", count("refused")], ["scan", count("scan")], ["waiting", count("waiting")]].find(([, many]) => many) ||
    [link.isOn ? "on" : "off", 0];
  for (const badge of document.querySelectorAll("[data-network]")) {
    const text = say(state, { count: n });
    if (badge.dataset.state === state && badge.textContent === text) continue;
    badge.dataset.state = state;
    badge.setAttribute("aria-label", say("badge", { state: text }));
    badge.replaceChildren(make("span", { class: "network-sign", "aria-hidden": "true" }), make("span", {}, text));
    badge.hidden = false;
  }
}
