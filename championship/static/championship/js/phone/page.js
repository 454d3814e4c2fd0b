// What the server put into the page for the phone: the round it shows, and words to speak while no server can be asked.

function json(id) {
  const element = document.getElementById(id);
  return element ? JSON.parse(element.textContent) : null;
}

const words = json("phone-words") || {};

/** The round on the screen (championship.views.phone_page); null on pages without one. */
export const round = () => json("phone-round");

/** The table's state (docs/table-state.md); null where nothing can be entered. */
export const tableState = () => json("table-state");

/** One of our words, with {names} filled in; values keep their own direction. */
export function say(name, values = {}) {
  return (words[name] || "").replace(/\{(\w+)\}/g, (all, key) => (key in values ? String(values[key]) : all));
}

/** Text that neither turns its neighbours round nor is turned by them. */
export const isolated = (text) => `\u2068${text}\u2069`;

/** A UUID. Over plain http there is no crypto.randomUUID (design.md §10). */
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** A new element: make("p", {class: "small"}, "text", child). */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value != null) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== ""));
  return element;
}
