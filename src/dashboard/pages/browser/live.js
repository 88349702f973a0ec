import { Idiomorph } from './idiomorph.js';

/*
 * Keeps the main part of a page up to date: requests it every two seconds and changes only what
 * differs, so that focus, scroll position and opened elements stay. Plain JavaScript, served to
 * browsers unchanged.
 */

const EVERY_MS = 2000;
const PATIENCE_MS = 10_000;

const main = document.getElementById('main');
const connection = document.getElementById('connection');
let tag = '';
let timer = 0;
let lostAt = '';
let isAsking = false;

const MERGE = {
  morphStyle: 'innerHTML',
  ignoreActiveValue: true,
  callbacks: {
    // Keeps elements that the reader has opened or closed.
    beforeAttributeUpdated: (name, node) => !(name === 'open' && node instanceof HTMLDetailsElement),
  },
};

async function refresh() {
  const answer = await fetch(main.dataset.live, {
    headers: tag === '' ? {} : { 'if-none-match': tag },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  // The login has ended, or the page has changed.
  if (answer.status === 401 || answer.status === 403 || answer.redirected) return location.reload();
  if (answer.status !== 304) {
    if (!answer.ok) throw new Error(String(answer.status));
    Idiomorph.morph(main, await answer.text(), MERGE);
    tag = answer.headers.get('etag') ?? '';
  }
  tellConnection(true);
}

function tellConnection(isThere) {
  if (isThere) lostAt = '';
  else lostAt ||= new Date().toISOString().slice(11, 19);
  document.body.classList.toggle('stale', !isThere);
  connection.hidden = isThere;
  const text = isThere
    ? ''
    : `The dashboard has not answered since ${lostAt} UTC. The page shows the last known state and will update itself.`;
  if (connection.textContent !== text) connection.textContent = text;
}

async function keepFresh() {
  if (isAsking) return;
  isAsking = true;
  clearTimeout(timer);
  if (!document.hidden) await refresh().catch(() => tellConnection(false));
  isAsking = false;
  timer = setTimeout(keepFresh, EVERY_MS);
}

document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void keepFresh();
});
timer = setTimeout(keepFresh, EVERY_MS);
