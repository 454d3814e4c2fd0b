// The referee's phone: a queue that outlives the page, a badge, and a screen that works without network (design.md §10).
// A browser that does not know modules leaves this out: the plain form works there (O13).
import { showKept } from "./kept.js";
import { Link, showBadge } from "./link.js";
import { Queue } from "./queue.js";
import { Round } from "./round.js";
import * as store from "./store.js";

const link = new Link(document.querySelector("[data-network]")?.dataset.network || "/r/pulse/");
const queue = new Queue(link);
const rounds = new Round(queue, link);

async function show() {
  const entries = await queue.entries();
  showBadge(link, entries);
  showKept(entries, act);
}

async function act(name, entry) {
  if (name === "put_aside") {
    await queue.note(entry, { state: "aside" });
  } else {
    await rounds.change(entry);
  }
}

// A restored desk has a new epoch: it may lack what it acknowledged, so everything of the day goes out once more.
async function told({ detail }) {
  const { championship, epoch } = detail.said;
  if (!epoch) return;
  const name = `epoch/${championship}`;
  const known = await store.mark(name);
  if (known !== epoch) await store.setMark(name, epoch);
  if (known && known !== epoch) await queue.sendAgain(championship);
}

async function start() {
  if (!(await store.works())) return; // nothing can be kept: the form goes out as it always did
  window.Mapal = { ...window.Mapal, phone: { link, queue, rounds } };
  queue.addEventListener("change", show);
  link.addEventListener("change", show);
  link.addEventListener("told", told);
  await rounds.start();
  await show();
  link.look();
  queue.hurry();
}

start();
