// The card works without this file: it saves the way to another page, and loads more on scroll.
"use strict";

const csrf = document.body.dataset.csrf;

document.addEventListener("click", (event) => {
  const edit = event.target.closest("[data-edit]");
  if (edit && !event.metaKey && !event.ctrlKey) {
    event.preventDefault();
    openEditor(edit.closest(".item"));
  } else if (event.target.closest("[data-cancel]")) {
    closeEditor(event.target.closest(".item"));
  }
});

document.addEventListener("keydown", (event) => {
  const form = event.target.closest("form.inline");
  if (form && event.key === "Escape") closeEditor(form.closest(".item"));
  if (form && event.key === "Enter" && (event.metaKey || event.ctrlKey)) form.requestSubmit();
  if (!form && (event.key === "j" || event.key === "k") && !event.target.closest("input, textarea, select")) move(event.key === "j" ? 1 : -1);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!csrf || !form.matches("form.inline")) return;
  event.preventDefault();
  save(form);
});

function openEditor(item) {
  if (!item.querySelector("form.inline")) {
    item.querySelector("article").append(item.querySelector("template").content.cloneNode(true));
  }
  item.querySelector("textarea").focus();
}

function closeEditor(item) {
  const form = item.querySelector("form.inline");
  if (form) form.remove();
  item.querySelector("[data-edit]").focus();
}

async function save(form) {
  const item = form.closest(".item");
  const summary = item.querySelector(".summary");
  const before = summary.textContent;
  const fields = Object.fromEntries(new FormData(form));
  summary.textContent = fields.text;
  item.classList.add("is-leaving");
  try {
    const answer = await fetch("/api/actions/edit", {
      method: "POST", credentials: "same-origin",
      headers: { "content-type": "application/json", "x-csrf-token": csrf },
      body: JSON.stringify({ id: fields.id, revision: fields.revision, text: fields.text }),
    });
    if (!answer.ok) throw new Error(String(answer.status));
    const done = await answer.json();
    location.assign(done.changed ? `/card?done=edit&seq=${done.seq}` : "/card?done=nothing");
  } catch {
    // The page that the form leads to says what is wrong, and keeps what was written.
    summary.textContent = before;
    item.classList.remove("is-leaving");
    form.submit();
  }
}

function move(step) {
  const items = [...document.querySelectorAll(".item")];
  const at = items.findIndex((item) => item.contains(document.activeElement));
  const next = items[Math.max(0, Math.min(items.length - 1, at + step))];
  if (next) next.querySelector("a, button").focus();
}

async function more(link) {
  const page = new DOMParser().parseFromString(await (await fetch(link.href, { credentials: "same-origin" })).text(), "text/html");
  const found = page.querySelectorAll(".items > .item");
  if (!found.length) return;
  document.querySelector(".items").append(...found);
  const next = page.querySelector("a[rel=next]");
  if (next) link.href = next.getAttribute("href");
  else link.closest(".more").remove();
}

const link = document.querySelector("a[rel=next]");
if (link && "IntersectionObserver" in window) {
  let busy = false;
  const watcher = new IntersectionObserver(async ([seen]) => {
    if (!seen.isIntersecting || busy || !link.isConnected) return;
    busy = true;
    try { await more(link); } catch { watcher.disconnect(); }
    busy = false;
    watcher.unobserve(link);
    if (link.isConnected) watcher.observe(link);
  }, { rootMargin: "600px" });
  watcher.observe(link);
}
