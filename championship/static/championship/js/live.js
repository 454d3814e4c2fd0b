// A page that shows a version keeps itself up to date: a stream tells of newer ones, or a poll where no stream can be.
// Only what changed is swapped; scroll, focus, open stages and the find box stay. Nobody goes back to an older version.
(() => {
  "use strict";
  const at = document.body.dataset.liveAt;
  const from = document.body.dataset.liveFrom;
  let root = document.querySelector("[data-live]");
  if (!at || !from || !root || !window.fetch) return;

  const POLL = 5000;
  const STREAM_AGAIN = 60000;
  const SILENCE = 40000; // the stream pings every 15 s
  const QUIET = 8000; // a connection that is back by then was not worth a word
  const lost = document.getElementById("lost");
  const pristine = new Map(); // what the server sent of each part, before this page touched it

  let shown = root.dataset.version;
  let heardAt = Date.now();
  let stream = null;
  let streamAgainAt = 0;
  let polling = null;
  let fetching = false;
  let wanted = "";

  const epoch = (token) => token.slice(0, token.lastIndexOf("."));
  const number = (token) => Number(token.slice(token.lastIndexOf(".") + 1));
  const isNewer = (token) => number(token) > number(shown);

  function remember() {
    pristine.clear();
    for (const part of root.querySelectorAll("[data-key]")) pristine.set(part.id, part.outerHTML);
  }

  function heard() {
    heardAt = Date.now();
    if (lost) lost.hidden = true;
  }

  // Tells what the server's version is; an epoch of another database means that everything is to be loaded afresh.
  function told(token) {
    heard();
    if (epoch(token) !== epoch(shown)) {
      location.reload();
    } else if (isNewer(token)) {
      wanted = token;
      refresh();
    }
  }

  async function refresh() {
    if (fetching) return;
    fetching = true;
    try {
      while (wanted && isNewer(wanted)) {
        const asked = wanted;
        const url = new URL(from, location.href);
        url.searchParams.set("v", asked);
        const answer = await fetch(url, { credentials: "same-origin", cache: "no-cache", headers: { Accept: "text/html" } });
        if (answer.status === 404) return location.reload();
        if (!answer.ok) throw new Error(String(answer.status));
        heard();
        const parsed = new DOMParser().parseFromString(await answer.text(), "text/html");
        const fresh = parsed.getElementById(root.id);
        if (!fresh) throw new Error("no " + root.id);
        if (epoch(fresh.dataset.version) !== epoch(shown)) return location.reload();
        if (!isNewer(fresh.dataset.version)) break; // an older one is never shown
        show(document.importNode(fresh, true));
        if (wanted === asked) wanted = "";
      }
    } catch (error) {
      setTimeout(refresh, 2000 + Math.random() * 3000);
    } finally {
      fetching = false;
    }
  }

  // Swaps the parts that differ if the page still has the same parts, else all of it.
  function show(fresh) {
    const focus = focused();
    const parts = [...fresh.querySelectorAll("[data-key]")];
    const held = [...root.querySelectorAll("[data-key]")];
    const isSame = parts.length > 0 && parts.map((part) => part.id).join() === held.map((part) => part.id).join();
    if (isSame) {
      for (const [name, value] of Object.entries(fresh.dataset)) root.dataset[name] = value;
      parts.forEach((part, index) => {
        if (part.outerHTML === pristine.get(part.id)) return;
        pristine.set(part.id, part.outerHTML);
        if (part.classList.contains("is-latest")) part.classList.add("is-new");
        held[index].replaceWith(part);
      });
    } else {
      const anchor = topmost();
      const opened = [...root.querySelectorAll("details[id]")].map((part) => [part.id, part.open]);
      const scrolled = [...root.querySelectorAll("[id]")]
        .filter((part) => part.scrollLeft || part.scrollTop)
        .map((part) => [part.id, part.scrollLeft, part.scrollTop]);
      root.replaceWith(fresh);
      root = fresh;
      remember();
      for (const [id, isOpen] of opened) {
        const part = document.getElementById(id);
        if (part) part.open = isOpen;
      }
      for (const [id, left, top] of scrolled) document.getElementById(id)?.scrollTo({ left, top, behavior: "instant" });
      if (anchor) hold(anchor);
    }
    shown = root.dataset.version;
    root.dispatchEvent(new CustomEvent("mapal:shown", { bubbles: true }));
    refocus(focus);
  }

  function focused() {
    const element = document.activeElement;
    if (!element || !root.contains(element)) return null;
    return { id: element.id, href: element.getAttribute("href"), part: element.closest("[id]")?.id };
  }

  function refocus(was) {
    if (!was || root.contains(document.activeElement)) return;
    const part = (was.part && document.getElementById(was.part)) || root;
    const same = was.id ? part : [...part.querySelectorAll("a")].find((link) => link.getAttribute("href") === was.href);
    same?.focus({ preventScroll: true });
  }

  // The first card in view, and where it is, so that what one reads stays where it is.
  function topmost() {
    for (const card of root.querySelectorAll("[data-key]")) {
      const box = card.getBoundingClientRect();
      if (box.bottom > 0 && box.top < innerHeight) return { id: card.id, top: box.top };
    }
    return null;
  }

  function hold(anchor) {
    const card = document.getElementById(anchor.id);
    if (card) scrollBy({ top: card.getBoundingClientRect().top - anchor.top, behavior: "instant" });
  }

  function open() {
    if (!window.EventSource || stream || document.hidden) return;
    if (Date.now() < streamAgainAt) return poll();
    stream = new EventSource(at + "stream/");
    const hear = (event) => {
      const { epoch: ofEpoch, version } = JSON.parse(event.data);
      stopPolling();
      told(`${ofEpoch}.${version}`);
    };
    stream.addEventListener("version", hear);
    stream.addEventListener("ping", hear);
    stream.onerror = () => {
      if (!stream || stream.readyState !== EventSource.CLOSED) return poll(); // the browser tries again by itself
      close();
      streamAgainAt = Date.now() + STREAM_AGAIN;
      poll();
    };
  }

  function close() {
    if (stream) stream.close();
    stream = null;
  }

  function poll() {
    if (!polling && !document.hidden) ask();
  }

  function stopPolling() {
    clearTimeout(polling);
    polling = null;
  }

  async function ask() {
    polling = setTimeout(ask, POLL);
    try {
      const answer = await fetch(`${at}version/?v=${encodeURIComponent(shown)}`, { credentials: "same-origin", cache: "no-store" });
      if (answer.status === 204) heard();
      else if (answer.status === 200) {
        const { epoch: ofEpoch, version } = await answer.json();
        told(`${ofEpoch}.${version}`);
      } else if (answer.status === 404) return location.reload();
    } catch (error) {
      // No network: the line below says so after a while, and the next poll asks again.
    }
    if (!stream && Date.now() >= streamAgainAt) open();
  }

  function watch() {
    if (document.hidden) return;
    if (stream && Date.now() - heardAt > SILENCE) {
      close();
      open();
      poll();
    }
    if (lost && Date.now() - heardAt > QUIET && (polling || !navigator.onLine)) {
      const time = lost.querySelector("time");
      time.dateTime = new Date(heardAt).toISOString();
      time.textContent = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(heardAt);
      lost.hidden = false;
    }
  }

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      close();
      stopPolling();
    } else {
      heardAt = Date.now();
      open();
    }
  });
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => {
    if (event.persisted) open();
  });
  addEventListener("online", () => poll());
  setInterval(watch, 2000);

  remember();
  if (window.EventSource) open();
  else poll();
})();
