// The floor board: clocks count down to the moment that stands in the page; a lost connection is said.
(() => {
  "use strict";
  const lost = document.getElementById("floor-lost");

  // A poll must not close what is open or take away what is being typed.
  function isBusy(board) {
    const open = board.querySelector("details[open]");
    return Boolean(open) && open.contains(document.activeElement);
  }

  function left(moment) {
    const seconds = Math.round((moment - Date.now()) / 1000);
    const [minutes, rest] = [Math.floor(Math.abs(seconds) / 60), Math.abs(seconds) % 60];
    return `${seconds < 0 ? "\u2212" : ""}${minutes}:${String(rest).padStart(2, "0")}`;
  }

  function count() {
    for (const time of document.querySelectorAll("time[data-until]")) {
      const moment = Date.parse(time.getAttribute("datetime"));
      if (Number.isNaN(moment)) continue;
      let counter = time.nextElementSibling;
      if (!counter || !counter.classList.contains("countdown")) {
        counter = document.createElement("bdi");
        counter.dir = "ltr";
        counter.className = "countdown";
        counter.setAttribute("aria-hidden", "true");
        time.after(" ", counter);
      }
      counter.textContent = `(${left(moment)})`;
    }
  }

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.elt.id === "floor" && isBusy(event.detail.elt)) event.preventDefault();
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id !== "floor") return;
    if (event.detail.xhr.status !== 204 && !event.detail.serverResponse.includes('id="floor"')) {
      event.detail.shouldSwap = false; // signed out meanwhile: the whole page says so
      window.location.reload();
    }
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (lost && event.detail.elt.id === "floor") lost.hidden = event.detail.successful;
  });
  document.addEventListener("htmx:afterSwap", count);
  setInterval(count, 1000);
  count();
})();
