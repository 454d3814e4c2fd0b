// The find box filters the cards while one types: at once, and without the network. The list above comes from the server.
(() => {
  "use strict";
  const box = document.getElementById("q");
  if (!box) return;

  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

  function matcher(text) {
    const words = plain(text).split(/\s+/).filter(Boolean);
    if (!words.length) return null;
    const number = words.length === 1 && /^#?\d+$/.test(words[0]) ? words[0].replace("#", "") : "";
    return (row) => {
      const found = plain(row.dataset.find);
      return number ? found.endsWith(" " + number) : words.every((word) => found.includes(word));
    };
  }

  function filter() {
    const board = document.getElementById("leaderboard");
    const matches = matcher(box.value);
    let count = 0;
    for (const marked of board.querySelectorAll(".has-found")) marked.classList.remove("has-found");
    for (const row of board.querySelectorAll("[data-find]")) {
      const isFound = Boolean(matches && matches(row));
      row.classList.toggle("is-found", isFound);
      if (!isFound) continue;
      count += 1;
      row.closest(".table-card").classList.add("has-found");
      row.closest(".stage").classList.add("has-found");
      row.closest(".stage").open = true;
    }
    board.classList.toggle("is-filtered", count > 0);
  }

  box.addEventListener("input", filter);
  document.addEventListener("mapal:shown", filter);
  filter();
})();
