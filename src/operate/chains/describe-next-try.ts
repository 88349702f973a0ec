import { isLeased } from 'verifactu-protocol/remission/flow-control';
import type { RemissionSummary } from './remissions.ts';

/*
 * Determines when the next message of a chain may be sent: after AEAT's waiting time and after the
 * lease of a worker that is sending.
 */

/**
 * AEAT's ordinary waiting time in seconds (Orden HAC/1177/2024, art. 16.2). It also applies if the
 * time that AEAT asks for is considered wrong. The database has the same value
 * (migrations/0005-remission.sql).
 */
const ORDINARY_WAIT_SECONDS = 60;

const formatTime = (time: number) => new Date(time).toISOString();
const formatSeconds = (seconds: number) => `${seconds.toLocaleString('en-US')} s`;

/**
 * Returns the end of the lease of a worker that is sending or has died while sending, in
 * milliseconds since 1970, or null if there is none.
 */
export function findLeaseEnd(
  { sendingUntil }: Pick<RemissionSummary, 'sendingUntil'>,
  now: number,
): number | null {
  return isLeased(sendingUntil, now) ? sendingUntil : null;
}

/** Returns when the next message may be sent, in milliseconds since 1970; null means at once. */
export function findNextTry(chain: RemissionSummary, now: number): number | null {
  const next = Math.max(chain.nextAllowedAt ?? 0, findLeaseEnd(chain, now) ?? 0);
  return next > now ? next : null;
}

/**
 * The longest pause after failures, and a margin for the time that a message takes, in
 * milliseconds.
 */
const LONGEST_PAUSE_MS = 15 * 60_000;
const MARGIN_MS = 5 * 60_000;

/**
 * Returns whether the next message of a chain waits longer than AEAT's waiting time and the pause
 * after failures permit: the clock of the database was ahead when the time was stored.
 */
export function isTooFarAhead(
  { nextAllowedAt, waitSeconds }: Pick<RemissionSummary, 'nextAllowedAt' | 'waitSeconds'>,
  now: number,
): boolean {
  return (
    nextAllowedAt !== null && nextAllowedAt - now > Math.max(waitSeconds * 1000, LONGEST_PAUSE_MS) + MARGIN_MS
  );
}

type Waiting = Pick<RemissionSummary, 'excessiveWaitSeconds' | 'waitSeconds'>;

/** Returns the wait after the last message, in seconds, that even an operator cannot shorten. */
function findKept({ excessiveWaitSeconds, waitSeconds }: Waiting): number {
  return excessiveWaitSeconds === null ? waitSeconds : Math.min(waitSeconds, ORDINARY_WAIT_SECONDS);
}

/**
 * Returns when an operator's order (`chains -- send`) would send the next message, in milliseconds
 * since 1970, or null if an order gains nothing. AEAT's waiting time always applies. An order can
 * end the pause after failures, and a wait that is considered wrong.
 */
export function findHastened(chain: RemissionSummary, now: number): number | null {
  const { nextAllowedAt, sendingUntil, lastMessageAt } = chain;
  const lastEnd = sendingUntil ?? lastMessageAt;
  const earliest = lastEnd === null ? now : Math.max(now, Math.min(lastEnd, now) + findKept(chain) * 1000);
  return nextAllowedAt !== null && nextAllowedAt > earliest + 1000 ? earliest : null;
}

/**
 * Returns the line about a message that is being sent or that a worker has left behind. Returns
 * none if the chain is halted or has nothing to send.
 */
export function describeLease(chain: RemissionSummary, now: number): string[] {
  const end = findLeaseEnd(chain, now);
  if (end === null || chain.pending === 0 || chain.haltedReason !== null) return [];
  return [
    `    SENDING: a worker is sending a message or died while it sent one; no other worker sends before ${formatTime(end)}`,
  ];
}

/** Describes a wait that AEAT asked for and that is considered wrong; null if it is not. */
export function explainExcessiveWait({ excessiveWaitSeconds, waitSeconds }: Waiting): string | null {
  if (excessiveWaitSeconds === null) return null;
  return `AEAT asked for ${formatSeconds(excessiveWaitSeconds)} between two messages (TiempoEsperaEnvio), which exceeds AEAT_MAX_WAIT_SECONDS and is considered wrong: workers wait ${formatSeconds(waitSeconds)} instead`;
}

/** Explains why the next message of a chain is not sent at once. */
export function explainWait(chain: RemissionSummary, now: number): string {
  if (isTooFarAhead(chain, now))
    return 'the clock of the database was ahead when this time was stored; npm run engine -- chains send --reason … corrects all chains';
  const { failures, waitSeconds } = chain;
  const excessive = explainExcessiveWait(chain);
  if (excessive !== null) return excessive;
  return failures > 0
    ? `the last ${failures === 1 ? 'attempt' : `${failures} attempts`} failed, and the pause before the next one is not over`
    : `AEAT asked for ${formatSeconds(waitSeconds)} between two messages (TiempoEsperaEnvio); a message with 1,000 records may be sent earlier`;
}

/**
 * Returns the lines about the next message of an open chain with pending records: when it is sent,
 * why not at once, and what an operator can do.
 */
export function describeNextMessage(chain: RemissionSummary, now: number): string[] {
  const { chainId, pending, haltedReason, compareSince } = chain;
  if (pending === 0 || haltedReason !== null || compareSince !== null || findLeaseEnd(chain, now) !== null)
    return [];
  const next = findNextTry(chain, now);
  if (next === null) return ['    NEXT MESSAGE at once: a worker that serves the queue remission sends it'];
  const hastened = findHastened(chain, now);
  return [
    `    NEXT MESSAGE at ${formatTime(next)}: ${explainWait(chain, now)}`,
    ...(hastened === null
      ? []
      : [
          `    earlier: npm run engine -- chains send ${chainId} --reason … sends it ${hastened === now ? 'at once' : `at ${formatTime(hastened)}, when AEAT's waiting time is over`}`,
        ]),
  ];
}

/** Explains why an operator's order does not send the next message of a chain earlier. */
export function explainNotHastened(chain: RemissionSummary, now: number): string {
  const { chainId, pending, haltedReason, compareSince } = chain;
  const name = `Chain ${chainId}`;
  if (haltedReason !== null)
    return `${name} is halted: npm run engine -- chains resume ${chainId} resumes it`;
  if (compareSince !== null)
    return `${name} waits for its comparison with AEAT, before which nothing is sent in it. npm run engine -- chains shows why it waits`;
  if (pending === 0) return `${name} has nothing to send: AEAT has answered all its records`;
  const lease = findLeaseEnd(chain, now);
  if (lease !== null)
    return `${name} has a worker that is sending a message or died while it sent one: no other worker sends before ${formatTime(lease)}`;
  const next = findNextTry(chain, now);
  return next === null
    ? `${name} has no wait to end: a worker that serves the queue remission sends its next message at once`
    : `${name} must wait ${formatSeconds(findKept(chain))} between two messages to AEAT (Orden HAC/1177/2024, art. 16.2). The next message is sent at ${formatTime(next)}`;
}
