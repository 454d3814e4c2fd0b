// The list of tables: what waits on this phone stands at its table, and the round after it is the one that is due.
import { make, say } from "./page.js";

const WAITS = ["waiting", "scan", "refused"];

/** Show at each table of the list what of *entries* still waits for it. */
export function showTables(entries) {
  for (const link of document.querySelectorAll(".my-table a")) {
    const waiting = entries.filter((entry) => entry.address === link.getAttribute("href") && WAITS.includes(entry.state));
    const title = link.querySelector(".round-title");
    title.dataset.served ??= title.textContent;
    title.textContent = dueAfter(link, waiting) || title.dataset.served;
    link.querySelector(".my-table-waits")?.remove();
    if (waiting.length) link.querySelector(".my-table-text").append(line(waiting));
  }
}

// The name of the first regular round that does not wait here; empty where the desk's own word stands.
function dueAfter(link, waiting) {
  const [place, number] = (link.dataset.due || "1-0").split("-").map(Number);
  const has = (round) => waiting.some(({ state, body }) => state !== "refused" && body.place === 0 && body.number === round);
  if (place > 0 || !has(number)) return "";
  let next = number;
  while (has(next)) next += 1;
  const rounds = Number(link.dataset.rounds);
  return next <= rounds ? say("round_of", { number: next, rounds }) : say("state_waiting");
}

function line(waiting) {
  const state = waiting.some((entry) => entry.state === "refused") ? "refused" : waiting[0].state;
  const rounds = waiting.map((entry) => entry.title).join(", ");
  const sign = make("span", { class: "network-sign", "aria-hidden": "true" });
  return make("span", { class: "my-table-waits", "data-state": state }, sign, `${rounds}: ${say(`state_${state}`)}`);
}
