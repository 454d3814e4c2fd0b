// The referee's phone: a queue that outlives the page, a badge, and a screen that works without network (design.md §10).
// A browser that does not know modules leaves this out: the plain form works there (O13).
import { showKept } from "./kept.js";
import { Link, showBadge } from "./link.js";
import { showTables } from "./list.js";
import { make, say } from "./page.js";
import { Queue } from "./queue.js";
import { Round } from "./round.js";
import { startRoll } from "./roll.js";
import { begin, forgetPages, keepPages } from "./shell.js";
import * as store from "./store.js";

const about = document.querySelector('meta[name="mapal-phone"]').dataset;
const link = new Link(about.pulse);
const queue = new Queue(link);
const rounds = new Round(queue, link);

async function show() {
  const entries = await queue.entries();
  showBadge(link, entries);
  showKept(entries, act);
  showTables(entries);
}

async function act(name, entry) {
  if (name === "put_aside") {
    await queue.note(entry, { state: "aside" });
  } else {
    await rounds.change(entry);
  }
}

// What the desk says of itself. A restored one has a new epoch: it may lack what it acknowledged, so everything of the
// day goes out once more. A phone whose pass ended, or is for another championship now, shows nobody the old pages.
async function told({ detail: { status, said } }) {
  showEnded(status === 401 ? said.error.message : "");
  if (status === 401) return forgetPages();
  const { championship, epoch, release } = said;
  if (!epoch) return undefined;
  if ((await store.mark("championship")) !== championship) {
    await forgetPages();
    await store.setMark("championship", championship);
  }
  const name = `epoch/${championship}`;
  const known = await store.mark(name);
  if (known !== epoch) await store.setMark(name, epoch);
  if (known && known !== epoch) await queue.sendAgain(championship);
  if (!(await hasShell)) return undefined;
  return keepPages({ ...about, release }).then(
    () => document.documentElement.setAttribute("data-shell", "kept"),
    () => null, // later, when the network is better
  );
}

// The pass does not open anything any more: say what happened, and the way out. What is entered is kept all the same.
function showEnded(message) {
  document.querySelector("[data-ended]")?.remove();
  const screen = document.getElementById("screen") || document.querySelector(".my-tables");
  if (!message || !screen) return;
  const link = make("a", { href: about.code }, say("sign_in"));
  screen.prepend(make("p", { class: "message warning", role: "alert", "data-ended": true }, make("span", {}, `${message} `, link)));
}

let hasShell = Promise.resolve(false);

async function start() {
  if (!(await store.works())) return; // nothing can be kept: the form goes out as it always did
  window.Mapal = { ...window.Mapal, phone: { link, queue, rounds, hasShell: () => hasShell } };
  queue.addEventListener("change", show);
  link.addEventListener("change", show);
  link.addEventListener("told", told);
  const hasBegun = await rounds.start();
  await startRoll(hasBegun);
  await show();
  hasShell = begin(about.worker);
  document.addEventListener("submit", (event) => event.target.matches(".leave") && leave(event));
  link.look();
  queue.hurry();
}

// The referee goes home: the children's names go off this phone, but for what has not arrived yet.
async function leave(event) {
  event.preventDefault();
  if (!link.isOn) return showEnded(say("not_loaded"));
  await forgetPages();
  await queue.forgetDone();
  return event.target.submit();
}

// From the home screen the way leads to the tables, if the phone opens any.
function isFromHomeScreen() {
  return window.matchMedia("(display-mode: standalone)").matches && !document.referrer;
}

const goOn = document.querySelector("[data-go-on]");
if (goOn && isFromHomeScreen()) {
  window.location.replace(goOn.href);
} else {
  start();
}
