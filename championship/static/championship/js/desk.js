// The desk: a form is sent once however often its button is pressed; choosing a table opens that choice.
(function () {
  "use strict";

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post") {
      return;
    }
    if (form.dataset.isSent) {
      event.preventDefault();
      return;
    }
    form.dataset.isSent = "yes"; // the button stays as it is: disabled, its own value would not be sent
  });

  window.addEventListener("pageshow", () => {
    document.querySelectorAll("form[data-is-sent]").forEach((form) => delete form.dataset.isSent);
  });

  document.addEventListener("change", (event) => {
    const choice = event.target.closest(".table-choice");
    if (choice && event.target.checked) {
      choice.closest("form").querySelector('input[name="scope"][value="some"]').checked = true;
    }
  });
})();
