// The roll call before the first card: it finds a child in the wrong seat while nothing is played yet (look.md).
import { form } from "./entry.js";
import { make, round, say, uuid } from "./page.js";
import * as store from "./store.js";

const roll = () => document.querySelector(".roll");
const name = (page) => `roll/${page.championship}/${page.table}`;
const boxes = () => [...roll().querySelectorAll("input[type=checkbox]")];

/** Show the roll call in front of round 1, once a table; *hasBegun* says that something is entered already. */
export async function startRoll(hasBegun) {
  const page = round();
  if (!roll() || !form() || form().hidden || page.round !== "0-1") return;
  const done = await store.mark(name(page));
  if (done?.isDone || hasBegun) return;
  boxes().forEach((box) => {
    box.checked = Boolean(done?.here?.includes(box.value));
  });
  form().hidden = true;
  roll().hidden = false;
  roll().addEventListener("change", () => keep(page, false));
  roll().addEventListener("click", (event) => act(page, event.target.closest("button")?.value));
}

function keep(page, isDone) {
  const here = boxes().filter((box) => box.checked);
  return store.setMark(name(page), { here: here.map((box) => box.value), isDone });
}

async function act(page, wish) {
  if (wish === "all") {
    boxes().forEach((box) => {
      box.checked = true;
    });
    await close(page);
  } else if (wish === "absent") {
    const missing = boxes().filter((box) => !box.checked);
    if (!missing.length || missing.length === boxes().length) return tell(say("roll_who"));
    await close(page);
    missing.forEach((box) => {
      const absence = form().querySelector(`[name="absent-${box.value}"]`);
      absence.checked = true;
      absence.dispatchEvent(new Event("input", { bubbles: true }));
    });
    form().querySelector(".more").open = true;
  } else if (wish === "seat") {
    await call();
  }
  return undefined;
}

async function close(page) {
  await keep(page, true);
  roll().hidden = true;
  form().hidden = false;
  window.scrollTo(0, 0);
}

// Another child sits here, or this is the wrong table: the head referee comes before a card is dealt.
async function call() {
  const token = form().querySelector("[name=csrfmiddlewaretoken]").value;
  try {
    const answer = await fetch(roll().dataset.call, {
      method: "POST",
      credentials: "same-origin",
      body: new URLSearchParams({ csrfmiddlewaretoken: token, client_id: uuid(), kind: "seat" }),
      headers: { "HX-Request": "true" },
    });
    if (!answer.ok) throw new Error(String(answer.status));
    tell(say("roll_called"));
    window.htmx.trigger("#calls", "load");
  } catch {
    tell(say("roll_not_called"));
  }
}

function tell(text) {
  const old = roll().querySelector("[role=status]");
  old.replaceChildren(make("span", {}, text));
  old.hidden = false;
}
