// "1 min ago" is the page's own work, made of the moment that is stored in it. Without this file the time of day stands there.
(() => {
  "use strict";
  const STEPS = [["day", 86400], ["hour", 3600], ["minute", 60]];
  const words = new Intl.RelativeTimeFormat(document.documentElement.lang || "he", { numeric: "auto", style: "long" });

  function ago(moment) {
    const seconds = Math.max(0, (Date.now() - moment) / 1000);
    for (const [unit, length] of STEPS) {
      if (seconds >= length) return words.format(-Math.floor(seconds / length), unit);
    }
    return words.format(0, "second");
  }

  function show(root) {
    for (const time of root.querySelectorAll("time[data-since]")) {
      const moment = Date.parse(time.getAttribute("datetime"));
      if (Number.isNaN(moment)) continue;
      if (!time.title) time.title = time.textContent.trim();
      const text = ago(moment);
      if (time.textContent !== text) time.textContent = text;
    }
  }

  document.addEventListener("mapal:shown", (event) => show(event.target));
  document.addEventListener("htmx:afterSwap", () => show(document));
  document.addEventListener("visibilitychange", () => show(document));
  setInterval(() => show(document), 10000);
  show(document);
})();
