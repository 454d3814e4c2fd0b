// The pages of this phone's tables, kept by the service worker (worker.js) for the time without network; over plain
// http there is none. They hold children's names: they go as soon as the pass opens nothing, or the referee leaves.
import * as store from "./store.js";

const OFTEN = 120_000; // milliseconds: so often all tables are fetched anew at most

/** Register the worker; resolves with whether this page would survive a reload without network. */
export async function begin(address) {
  if (!("serviceWorker" in navigator) || !("caches" in window)) return false;
  try {
    await navigator.serviceWorker.register(address);
    await navigator.serviceWorker.ready;
    return true;
  } catch {
    return false; // blocked by the browser's settings: the open page works all the same
  }
}

/** Fetch every page that this phone opens, so that each is at hand later; drop those that it opens no more. */
export async function keepPages({ release, list, offline }) {
  const name = `warm/${release}/${document.documentElement.lang}`;
  if (Date.now() - ((await store.mark(name)) || 0) < OFTEN) return;
  const first = await fetch(list, { credentials: "same-origin" });
  const language = first.headers.get("Content-Language") || "";
  const cache = await caches.open(`mapal-pages-${release}-${language}`);
  if (!first.ok || first.headers.get("X-Mapal-Release") !== release) return;
  const root = new URL(list, location.href);
  const where = new URL(first.url).pathname;
  const isList = where === root.pathname;
  const text = await first.text();
  const links = [...new DOMParser().parseFromString(text, "text/html").querySelectorAll(".my-table a")];
  const tables = isList ? links.map((link) => link.getAttribute("href")) : [where];
  await cache.put(where, page(text, first));
  for (const address of [offline, ...tables.filter((table) => table !== where)]) {
    const answer = await fetch(address, { credentials: "same-origin" });
    if (answer.ok && !answer.redirected) await cache.put(address, answer);
  }
  for (const request of await cache.keys()) {
    const table = new URL(request.url).pathname.match(/^.*\/t\/[^/]+\//)?.[0];
    if (table && !tables.includes(table)) await cache.delete(request);
  }
  await store.setMark(name, Date.now());
}

// A response that came by a redirect cannot answer a navigation; its text can.
const page = (text, answer) => new Response(text, { headers: answer.headers });

/** Let nobody open this phone's pages any more. */
export async function forgetPages() {
  if (!("caches" in window)) return;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("mapal-pages-")).map((name) => caches.delete(name)));
  await store.forgetMarks("warm/");
}
