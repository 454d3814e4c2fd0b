// The screen of a round: steppers, and the consequence asked for as soon as all is entered.
// Without this file the same form works in two steps. Nothing here needs https.
(function () {
  "use strict";

  const PAUSE = 250; // milliseconds of quiet before the server is asked
  const WHOLE = /^\d{1,4}$/;
  let timer = 0;

  document.documentElement.classList.add("has-js");

  const form = () => document.getElementById("round-form");
  const bar = () => document.getElementById("consequence");
  const chosen = (name) => form().querySelector(`input[name="${name}"]:checked`);

  function isWon() {
    const outcome = chosen("outcome");
    return !outcome || outcome.value === "won";
  }

  function isOpen(count) {
    return !count.classList.contains("is-winner") && !count.classList.contains("is-absent");
  }

  // Whose cards are asked for: neither the winner's nor those of an absent player.
  function arrange() {
    const winner = chosen("winner");
    form().classList.toggle("is-not-won", !isWon());
    form().querySelectorAll(".count").forEach((count) => {
      const seat = count.dataset.seat;
      const absence = form().querySelector(`input[data-absent="${seat}"]`);
      const isAbsent = Boolean(absence && absence.checked);
      const isWinner = Boolean(winner && winner.value === seat) && !isAbsent;
      count.classList.toggle("is-winner", isWinner);
      count.classList.toggle("is-absent", isAbsent);
      count.querySelector(".count-winner").hidden = !isWinner;
      count.querySelector(".count-absent").hidden = !isAbsent;
      count.querySelectorAll("input[data-entry]").forEach((input) => {
        input.disabled = isWinner || isAbsent || count.hidden; // hidden: plays no tie-break
      });
    });
  }

  function isComplete() {
    if (!isWon()) {
      return true;
    }
    const inputs = [...form().querySelectorAll(".count input[data-entry]")];
    return Boolean(chosen("winner")) && inputs.every((input) => input.disabled || WHOLE.test(input.value.trim()));
  }

  // What was shown is for other numbers now: it goes, and is asked for anew.
  function changed() {
    arrange();
    window.clearTimeout(timer);
    if (isComplete()) {
      bar().classList.add("is-stale");
      bar().querySelectorAll(".is-save").forEach((save) => {
        save.disabled = true; // until what follows from these numbers is on the screen
      });
      timer = window.setTimeout(() => window.htmx.trigger(bar(), "look"), PAUSE);
    } else if (bar().querySelector(".is-save, .notices, .message")) {
      empty();
      mark([]);
    }
  }

  function empty() {
    bar().replaceChildren(document.getElementById("bar-empty").content.cloneNode(true));
  }

  function mark(seats) {
    form().querySelectorAll(".count").forEach((count) => {
      const isMarked = seats.includes(count.dataset.seat);
      count.classList.toggle("is-marked", isMarked);
      const input = count.querySelector(".count-cards");
      if (isMarked) {
        input.setAttribute("aria-invalid", "true");
      } else {
        input.removeAttribute("aria-invalid");
      }
    });
  }

  function step(button) {
    const input = button.closest(".count").querySelector(".count-cards");
    const now = WHOLE.test(input.value.trim()) ? Number(input.value) : 0;
    input.value = String(Math.min(Math.max(now + Number(button.dataset.step), 0), 999));
    changed();
  }

  function nextField(input) {
    const inputs = [...form().querySelectorAll(".count input[data-entry]:not(:disabled)")];
    const after = inputs.slice(inputs.indexOf(input) + 1);
    const next = after.find((other) => other.value.trim() === "") || inputs.find((other) => other.value.trim() === "");
    if (next) {
      next.focus();
    } else {
      input.blur(); // the keyboard goes, what follows can be read
    }
  }

  function start() {
    if (!form()) {
      return;
    }
    arrange();
    if ("lookAtOnce" in form().dataset && isComplete()) {
      // htmx has its own listener by then: it came first
      document.addEventListener("DOMContentLoaded", () => window.htmx.trigger(bar(), "look"));
    }
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest(".step");
    if (button && form() && form().contains(button)) {
      step(button);
    }
  });

  document.addEventListener("input", (event) => {
    if (form() && event.target.closest(".if-won, .more") && form().contains(event.target)) {
      changed();
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches("#round-form input[data-entry]")) {
      event.preventDefault(); // Enter goes on to the next player; only the button saves
      nextField(event.target);
    }
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    if ([403, 409, 422].includes(event.detail.xhr.status)) {
      event.detail.shouldSwap = true; // a refusal is an answer: it says what to do
      event.detail.isError = false;
    }
  });

  document.addEventListener("htmx:afterSettle", (event) => {
    if (!form()) {
      return;
    }
    arrange();
    if (event.target === bar()) {
      const notices = bar().querySelector(".notices");
      mark(notices ? notices.dataset.seats.split(" ") : []);
      bar().classList.remove("is-stale", "is-new");
      void bar().offsetWidth; // the card is laid down anew
      bar().classList.add("is-new");
    }
    const missing = form().querySelector("#reason[aria-invalid]");
    if (missing) {
      missing.focus();
    }
  });

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.id === "calls" && event.target.querySelector("details[open]")) {
      event.preventDefault(); // what somebody has just opened is not taken away
      return;
    }
    const lost = document.getElementById("no-answer");
    if (lost) {
      lost.hidden = true;
    }
  });

  ["htmx:sendError", "htmx:timeout", "htmx:responseError"].forEach((name) => {
    document.addEventListener(name, (event) => {
      if (event.target !== form() && event.target !== bar()) {
        return; // somebody else's question
      }
      const lost = document.getElementById("no-answer");
      if (lost) {
        lost.hidden = false;
        if (bar().classList.contains("is-stale")) {
          empty(); // what was shown is for other numbers
        }
        bar().classList.remove("is-stale");
        bar().classList.add("is-asked"); // a button to try again
      }
    });
  });

  document.addEventListener("mapal:shown", () => form() && arrange()); // the phone turned to another round

  start();
})();
