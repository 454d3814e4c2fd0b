// The cards themselves, chosen from a palette of our own faces: the losers' hands and the winner's last card.
// What is chosen lies in the form's own fields as codes, so it is sent, kept and shown again like all that is typed.
(function (root) {
  "use strict";

  const LAST_CARD = "last_card";
  const COLUMNS = 7; // cards in a row of the palette
  const watched = new WeakSet();
  let target = ""; // the seat whose hand is open, or LAST_CARD

  const form = () => document.getElementById("round-form");
  const palette = () => document.getElementById("palette");
  const words = () => JSON.parse(document.getElementById("palette-words").textContent);
  const fieldOf = (name) => form().querySelector(`[name="${name === LAST_CARD ? LAST_CARD : `hand-${name}`}"]`);
  const codesIn = (field) => field.value.split(/[\s,;]+/).filter(Boolean);
  const deck = () => [...palette().querySelectorAll(".palette-card")];
  const inDeck = (code) => palette().querySelector(`.palette-card[data-card="${CSS.escape(code)}"]`);
  const isOpen = (seat) => !form().querySelector(`.count[data-seat="${seat}"]`)?.matches(".is-winner, .is-absent");

  // ---- the form's fields ----------------------------------------------------------------------------------------

  // How often a card is in hands of players who have cards left, and on the pile as the last one.
  function used(code) {
    const fields = [...form().querySelectorAll(".count .hand-codes input")];
    const held = fields.filter((field) => isOpen(field.name.slice("hand-".length))).flatMap(codesIn);
    return [...held, ...codesIn(fieldOf(LAST_CARD))].filter((each) => each === code).length;
  }

  function put(codes) {
    const order = deck().map((card) => card.dataset.card);
    const sorted = [...codes].sort((one, other) => order.indexOf(one) - order.indexOf(other));
    const field = fieldOf(target);
    field.value = sorted.join(" ");
    if (target !== LAST_CARD) {
      follow(sorted);
    }
    showFaces(target);
    show();
  }

  // The number of cards left follows the hand, and so do its points where they are counted.
  function follow(codes) {
    form().querySelector(`#cards-${target}`).value = codes.length ? String(codes.length) : "";
    const points = form().querySelector(`[name="points-${target}"]`);
    if (points) {
      const worth = codes.reduce((sum, code) => sum + Number(inDeck(code)?.dataset.points || 0), 0);
      points.value = codes.length ? String(worth) : "";
    }
  }

  /** What the form holds besides winner and counts, as the API takes it. */
  function extras() {
    const hands = {};
    const facts = {};
    if (!palette()) {
      return { hands, facts };
    }
    form().querySelectorAll(".count .hand-codes input").forEach((field) => {
      const seat = field.name.slice("hand-".length);
      if (codesIn(field).length && isOpen(seat)) {
        hands[seat] = codesIn(field);
      }
    });
    const [last] = codesIn(fieldOf(LAST_CARD));
    const said = form().querySelector('[name="said"]:checked');
    form().querySelectorAll("[data-fact]:checked").forEach((tick) => {
      const name = tick.name.slice("fact-".length);
      facts[name] = name === "chain_answers" ? 1 : true;
    });
    return { hands, facts: { ...facts, ...(last ? { last_card: last } : {}), ...(said ? { said: said.value } : {}) } };
  }

  /** The fields of the form for a report that was kept, as [name, value]. */
  function fieldsOf(report) {
    const { last_card: last, said } = report.facts || {};
    return [
      ...report.lines.filter((line) => line.hand).map((line) => [`hand-${line.seat}`, line.hand.join(" ")]),
      ...(last ? [[LAST_CARD, last]] : []),
      ...(said ? [["said", said]] : []),
    ];
  }

  // ---- faces ----------------------------------------------------------------------------------------------------

  function face(code) {
    const card = inDeck(code);
    if (card) {
      return card.querySelector(".face").cloneNode(true);
    }
    const text = document.createElement("span");
    text.className = "face is-text";
    text.dir = "ltr";
    text.textContent = code;
    return text;
  }

  const nameOf = (code) => inDeck(code)?.dataset.label || code;

  function showFaces(name) {
    const button = form().querySelector(`[data-hand="${name}"]`);
    const codes = codesIn(fieldOf(name));
    const faces = codes.map((code) => {
      const drawn = face(code);
      drawn.removeAttribute("aria-hidden");
      drawn.setAttribute("role", "img");
      drawn.setAttribute("aria-label", nameOf(code));
      return drawn;
    });
    button.querySelector(".hand-faces").replaceChildren(...faces);
  }

  // ---- the palette ----------------------------------------------------------------------------------------------

  function open(button) {
    target = button.dataset.hand;
    const isLast = target === LAST_CARD;
    const say = words();
    const title = isLast ? say.last_card : root.Mapal.filled(say.hand, { name: `\u2068${button.dataset.name}\u2069` });
    palette().querySelector("[data-palette-title]").textContent = title;
    palette().classList.toggle("is-single", isLast);
    show();
    palette().showModal();
    palette().querySelector(".palette-deck").scrollTop = 0;
    focusOn(deck()[0]);
  }

  function show() {
    const say = words();
    const codes = codesIn(fieldOf(target));
    const isLast = target === LAST_CARD;
    const count = root.Mapal.plural(say.count, codes.length, say.language);
    palette().querySelector("[data-palette-count]").textContent = isLast ? "" : root.Mapal.filled(count, { count: codes.length });
    deck().forEach((card) => {
      card.dataset.label ??= card.getAttribute("aria-label");
      const { card: code, copies, label } = card.dataset;
      const held = codes.filter((each) => each === code).length;
      const isGone = !isLast && used(code) >= Number(copies);
      card.setAttribute("aria-disabled", String(isGone));
      card.setAttribute("aria-label", held ? root.Mapal.filled(say.held, { card: label, count: held, copies }) : label);
      const badge = card.querySelector(".palette-held");
      badge.hidden = !held;
      badge.textContent = String(held);
    });
    showHand(codes, isLast ? say.pick : say.nothing, say);
  }

  function showHand(codes, hint, say) {
    const hand = palette().querySelector("[data-palette-hand]");
    if (!codes.length) {
      const text = document.createElement("p");
      text.textContent = hint;
      hand.replaceChildren(text);
      return;
    }
    const buttons = codes.map((code, place) => {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.place = String(place);
      button.setAttribute("aria-label", root.Mapal.filled(say.put_back, { card: nameOf(code) }));
      button.append(face(code));
      return button;
    });
    hand.replaceChildren(...buttons);
    hand.scrollTop = hand.scrollHeight;
  }

  function take(card) {
    focusOn(card);
    if (card.getAttribute("aria-disabled") === "true") {
      return;
    }
    if (target === LAST_CARD) {
      put([card.dataset.card]);
      palette().close();
    } else {
      put([...codesIn(fieldOf(target)), card.dataset.card]);
    }
  }

  function putBack(button) {
    const place = Number(button.dataset.place);
    put(codesIn(fieldOf(target)).filter((_, index) => index !== place));
    const left = palette().querySelectorAll("[data-palette-hand] button");
    (left[Math.min(place, left.length - 1)] || deck()[0]).focus();
  }

  // One card takes part in the order of the Tab key; arrows go from card to card.
  function focusOn(card) {
    deck().forEach((each) => {
      each.tabIndex = each === card ? 0 : -1;
    });
    card.focus();
  }

  function move(event, card) {
    const isRtl = getComputedStyle(palette()).direction === "rtl";
    const step = { ArrowLeft: isRtl ? 1 : -1, ArrowRight: isRtl ? -1 : 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS }[event.key];
    const next = step && deck()[deck().indexOf(card) + step];
    if (next) {
      event.preventDefault();
      focusOn(next);
    }
  }

  // The rest of the screen hears of it as of anything that is typed.
  function closed() {
    const field = fieldOf(target);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    form().querySelector(`[data-hand="${target}"]`)?.focus();
  }

  // ---- what was noticed, beside the seat ------------------------------------------------------------------------

  function showNotes() {
    if (!form()) {
      return;
    }
    const notices = [...form().querySelectorAll("#consequence .notice[data-seats]")];
    form().querySelectorAll(".count").forEach((count) => {
      const own = notices.filter((notice) => notice.dataset.seats.split(" ").includes(count.dataset.seat));
      count.querySelector(".count-note").textContent = own.map((notice) => notice.querySelector("p").textContent).join(" ");
    });
  }

  // Whoever fills the bar, the desk's answer or the phone itself: what stands beside a seat is what stands in the bar.
  function watch() {
    const bar = document.getElementById("consequence");
    if (bar && !watched.has(bar)) {
      watched.add(bar);
      new MutationObserver(showNotes).observe(bar, { childList: true });
    }
  }

  function refresh() {
    if (form() && palette()) {
      form().querySelectorAll("[data-hand]").forEach((button) => showFaces(button.dataset.hand));
    }
  }

  document.addEventListener("click", (event) => {
    const at = (selector) => event.target.closest(selector);
    if (!palette()) {
      return;
    }
    if (at("[data-hand]")) {
      open(at("[data-hand]"));
    } else if (at(".palette-card")) {
      take(at(".palette-card"));
    } else if (at("[data-palette-hand] button")) {
      putBack(at("[data-palette-hand] button"));
    } else if (at("[data-palette-clear]")) {
      put([]);
    } else if (at("[data-palette-done]") || event.target === palette()) {
      palette().close();
    }
  });

  document.addEventListener("keydown", (event) => {
    const card = event.target.closest?.(".palette-card");
    if (card) {
      move(event, card);
    }
  });

  document.addEventListener("close", (event) => event.target === palette() && closed(), true);

  document.addEventListener("change", (event) => {
    if (event.target.matches("#consequence [data-fact]")) {
      root.htmx.trigger(document.getElementById("consequence"), "look"); // it explains what was noticed: look again
    }
  });

  document.addEventListener("mapal:shown", refresh);
  document.addEventListener("htmx:afterSettle", watch);
  watch();

  root.Mapal = { ...root.Mapal, entry: { extras, fieldsOf } };
})(globalThis);
