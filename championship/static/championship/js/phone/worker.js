// The service worker of the referee's pages: they open without network (design.md §10). Its address is under /r/, so
// nothing else is ever its business. Before this text stands `const MAPAL`: release, static address, files to keep.
// Pages come from the network first; what the phone keeps is for the time without one. Reports never pass through here.
"use strict";

const PATIENCE = 4000; // milliseconds a page may take while an earlier one is at hand
const STATIC = `mapal-static-${MAPAL.release}`;
const PAGES = `mapal-pages-${MAPAL.release}`; // and the language
const KEPT = new RegExp(`^${MAPAL.scope}(offline/|tables/|t/[a-z0-9_-]+-[0-9]+/([0-9]+-[0-9]+/)?)?$`, "i");
let isOutdated = false; // pages of a newer release come in: ask the network for their files

self.addEventListener("install", (event) => {
  event.waitUntil(keepFiles().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(dropOthers((name) => name === STATIC || name.startsWith(PAGES)).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith(MAPAL.static)) {
    event.respondWith(file(request));
  } else if (request.mode === "navigate") {
    event.respondWith(page(event, url));
  }
});

async function keepFiles() {
  const cache = await caches.open(STATIC);
  // one that fails is fetched when it is needed; it must not cost the others
  await Promise.allSettled(MAPAL.files.map((address) => cache.add(new Request(address, { cache: "no-cache" }))));
}

async function file(request) {
  const cache = await caches.open(STATIC);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept && !isOutdated) return kept;
  try {
    const answer = await fetch(request);
    if (answer.ok && !isOutdated) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

async function page(event, url) {
  const asked = fetch(event.request);
  event.waitUntil(asked.then((answer) => remember(url, answer.clone())).catch(() => null));
  const kept = await find(url);
  try {
    const answer = await (kept ? Promise.race([asked, silence()]) : asked);
    if (answer.status < 500) return answer;
  } catch {
    // no network, or one that says nothing
  }
  return kept || elsewhere(url);
}

const silence = () => new Promise((_resolve, reject) => setTimeout(() => reject(new Error("silence")), PATIENCE));

// Keep a page that opened; forget one that does not open any more.
async function remember(url, answer) {
  const release = answer.headers.get("X-Mapal-Release");
  if (release && release !== MAPAL.release) {
    isOutdated = true;
    return self.registration.update();
  }
  if (!KEPT.test(url.pathname) || answer.type === "opaqueredirect" || answer.status >= 500) return undefined;
  if (!answer.ok) {
    const names = (await caches.keys()).filter((name) => name.startsWith(PAGES));
    return Promise.all(names.map(async (name) => (await caches.open(name)).delete(url.pathname)));
  }
  const name = `${PAGES}-${answer.headers.get("Content-Language") || ""}`;
  await dropOthers((other) => other === name || !other.startsWith(PAGES)); // the reader speaks one language
  return (await caches.open(name)).put(url.pathname, answer);
}

async function find(url) {
  return caches.match(url.pathname, { ignoreVary: true });
}

// The address itself is not kept: its table, else a table of this phone, else a page that says how things stand.
async function elsewhere(url) {
  const table = url.pathname.match(/^(.*\/t\/[^/]+\/)./);
  if (table && (await caches.match(table[1], { ignoreVary: true }))) return Response.redirect(table[1]);
  if (url.pathname === MAPAL.scope || url.pathname === `${MAPAL.scope}tables/`) {
    const list = `${MAPAL.scope}tables/`;
    if (url.pathname !== list && (await caches.match(list, { ignoreVary: true }))) return Response.redirect(list);
    for (const name of await caches.keys()) {
      const requests = name.startsWith(PAGES) ? await (await caches.open(name)).keys() : [];
      const only = requests.find((request) => /\/t\/[^/]+\/$/.test(new URL(request.url).pathname));
      if (only) return Response.redirect(only.url);
    }
  }
  return (await caches.match(`${MAPAL.scope}offline/`, { ignoreVary: true })) || Response.error();
}

async function dropOthers(isOurs) {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("mapal-") && !isOurs(name)).map((name) => caches.delete(name)));
}
