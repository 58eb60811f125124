"use strict";
// Everything works without this; it spares loading the page again, and marks a card at the first tap.

const status = document.getElementById("status");
const stream = document.body.dataset.stream;
const view = stream && stream.replace(/\/stream$/, "/view");

// A link to a seat: what stands behind the # is sent, and never stays in the address.
const enter = document.getElementById("enter");
if (enter && location.hash.length > 1) {
  enter.elements.secret.value = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  enter.submit();
}

// A tab that nobody looks at says when something waits.
const title = document.title;
function remind() {
  document.title = (document.hidden && document.getElementById("choice") ? "● " : "") + title;
}

function show(html) {
  const open = [...document.querySelectorAll("details[open]")].map((d) => d.querySelector("summary")?.textContent);
  const next = new DOMParser().parseFromString(html, "text/html").getElementById("main");
  if (!next) return location.reload();
  const before = document.getElementById("main").dataset;
  // The stream belongs to a seat: whoever sits elsewhere now listens anew.
  if (before.seat !== next.dataset.seat) return location.reload();
  const moved = before.key !== next.dataset.key;
  document.getElementById("main").replaceWith(next);
  for (const d of next.querySelectorAll("details:not(.pool)")) d.open = open.includes(d.querySelector("summary")?.textContent);
  if (moved && next.dataset.key) scrollTo(0, 0);
  remind();
  run();
}

// The host cannot be reached: that is said, and tried again.
function lost(tries) {
  status.textContent = document.body.dataset.lost;
  return new Promise((r) => setTimeout(r, Math.min(500 * 2 ** tries, 5000)));
}

// One request at a time; what changed while it was on its way is asked for after it.
let wanted = false, loading = false;
async function load() {
  wanted = true;
  if (loading) return;
  loading = true;
  for (let tries = 0; wanted; tries++) {
    wanted = false;
    let answer, html;
    try {
      answer = await fetch(view, { cache: "no-store" });
      html = await answer.text();
    } catch {
      wanted = true;
      await lost(tries);
      continue;
    }
    if (tries) status.textContent = "";
    tries = 0;
    if (answer.ok || answer.status < 500) show(html);
  }
  loading = false;
}

async function send(form, fields) {
  status.textContent = "";
  for (let tries = 0; ; tries++) {
    try {
      const answer = await fetch(form, { method: "POST", body: new URLSearchParams(fields), headers: { "X-Part": "main" } });
      return show(await answer.text());
    } catch {
      // The same request may come twice: it carries what it answers, so that it is done once.
      await lost(tries);
    }
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target, by = event.submitter;
  if (!form.matches(".choice, .building")) return;
  event.preventDefault();
  const fields = [...new FormData(form)];
  if (by?.name === "mark") return mark(form, by);
  if (by?.name) fields.push([by.name, by.value]);
  for (const b of form.querySelectorAll("button")) b.disabled = true;
  send(form.action, fields);
});

function mark(form, card) {
  const key = form.elements.key.value, sheet = document.getElementById("sheet");
  if (card.getAttribute("aria-pressed") === "true") return send(form.action, { key, words: card.value });
  for (const other of form.querySelectorAll("[aria-pressed=true]")) other.setAttribute("aria-pressed", "false");
  card.setAttribute("aria-pressed", "true");
  const pick = document.getElementById("pick");
  sheet.querySelector(".large").src = card.querySelector("img").dataset.large;
  sheet.querySelector(".text").innerHTML = card.querySelector(".text").innerHTML;
  pick.value = card.value;
  pick.textContent = sheet.dataset.pick.replace("@", () => card.querySelector(".name").textContent);
  sheet.hidden = false;
  fetch(form.dataset.mark, { method: "POST", body: new URLSearchParams({ key, words: card.value }), headers: { "X-Part": "main" }, keepalive: true }).catch(() => {});
}

// The clock runs down from what the server said; the server alone decides when time is over.
let clock;
function run() {
  clearInterval(clock);
  const time = document.getElementById("time");
  if (!time) return;
  const end = performance.now() + Number(time.dataset.left);
  const tick = () => {
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    time.textContent = left;
    time.classList.toggle("soon", left <= 5);
  };
  tick();
  clock = setInterval(tick, 250);
}

// A hidden page lets its stream go, as a browser has six connections for all pages of one host, and asks now and then.
let source, asking, version = document.body.dataset.version;
function listen() {
  source?.close();
  source = undefined;
  clearInterval(asking);
  if (!stream) return;
  remind();
  if (document.hidden) return void (asking = setInterval(load, 30000));
  // Whatever changed since this page was made is told at once.
  source = new EventSource(`${stream}?known=${version}`);
  source.addEventListener("open", () => (status.textContent = ""));
  source.addEventListener("page", (event) => {
    version = event.lastEventId;
    load();
  });
  source.addEventListener("row", (event) => {
    JSON.parse(event.data).forEach(([cards, packs], seat) => {
      const li = document.querySelector(`.row [data-seat="${seat}"]`);
      if (!li) return;
      li.querySelector(".cards").textContent = cards;
      const waiting = li.querySelector(".packs");
      if (waiting) waiting.textContent = packs;
    });
  });
  source.addEventListener("error", () => (status.textContent = document.body.dataset.lost));
}
document.addEventListener("visibilitychange", listen);
addEventListener("pageshow", (event) => event.persisted && load());
run();
listen();
