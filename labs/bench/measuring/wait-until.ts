import { setTimeout as wait } from 'node:timers/promises';

const PAUSE_MS = 2;

/** Polls until the condition holds. @throws after the time limit. */
export async function waitUntil(
  look: () => Promise<boolean>,
  what: string,
  { limitMs = 120_000, pauseMs = PAUSE_MS } = {},
): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await look())) {
    if (performance.now() > deadline)
      throw new Error(`Waited ${limitMs} ms for ${what}, which did not happen`);
    await wait(pauseMs);
  }
}
