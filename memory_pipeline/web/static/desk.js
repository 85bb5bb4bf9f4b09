// The desk works without this file: a key presses what stands on the page.
"use strict";

document.addEventListener("keydown", (event) => {
  if (event.metaKey || event.ctrlKey || event.altKey) {
    if (event.key === "Enter" && event.target.matches("textarea")) event.target.form.requestSubmit();
    return;
  }
  if (event.target.matches("textarea, input, select")) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  const meant = document.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (!meant) return;
  event.preventDefault();
  if (meant.matches("textarea")) meant.select();
  else meant.click();
});

// A key that is held down, or pressed twice, gives one verdict.
document.addEventListener("submit", (event) => {
  if (document.body.dataset.sent) event.preventDefault();
  document.body.dataset.sent = "1";
});
