import { FULL_ENVELOPE } from 'verifactu-protocol/remission/flow-control';
import type { Clock } from './open-clock.ts';
import { openLine, type Line } from './open-line.ts';

/**
 * Submits the records of chains to AEAT. A chain has at most one envelope under way. A full
 * envelope is sent at once, any other after AEAT's wait.
 */
export type Remission = {
  /** Adds the records of a batch. */
  add(chain: number, records: number): void;
  readonly envelopes: number;
};

/** Submits an envelope. @param done is called when AEAT's answer is stored. */
export type Send = (chain: number, records: number, done: () => void) => void;

type ChainState = {
  readonly waiting: Line<{ readonly since: number; readonly records: number }>;
  pending: number;
  isSending: boolean;
  nextAllowedAt: number;
  isPlanned: boolean;
};

/**
 * Opens the submission of all chains.
 * @param told receives the number of records that were answered and the seconds since they were
 *   created.
 */
export function openRemission(
  clock: Clock,
  waitSeconds: number,
  send: Send,
  told: (seconds: number, records: number) => void,
): Remission {
  const chains = new Map<number, ChainState>();
  let envelopes = 0;
  const consider = (chain: number, state: ChainState) => {
    if (state.isSending || state.pending === 0) return;
    if (state.pending >= FULL_ENVELOPE || state.nextAllowedAt <= clock.now()) start(chain, state);
    else if (!state.isPlanned) {
      state.isPlanned = true;
      clock.at(state.nextAllowedAt, () => {
        state.isPlanned = false;
        consider(chain, state);
      });
    }
  };
  const start = (chain: number, state: ChainState) => {
    state.isSending = true;
    envelopes += 1;
    const taken: { since: number; records: number }[] = [];
    let records = 0;
    for (let next = state.waiting.first(); next && records < FULL_ENVELOPE; next = state.waiting.first()) {
      const room = FULL_ENVELOPE - records;
      // If the envelope becomes full within a batch, the remaining records go into the next
      // envelope.
      const part = Math.min(next.records, room);
      taken.push({ since: next.since, records: part });
      records += part;
      state.waiting.shift();
      if (part < next.records) state.waiting.putBack({ since: next.since, records: next.records - part });
    }
    state.pending -= records;
    send(chain, records, () => {
      for (const { since, records: some } of taken) told(clock.now() - since, some);
      state.isSending = false;
      state.nextAllowedAt = clock.now() + waitSeconds;
      consider(chain, state);
    });
  };
  return {
    add(chain, records) {
      const state = chains.get(chain) ?? {
        waiting: openLine<{ since: number; records: number }>(),
        pending: 0,
        isSending: false,
        nextAllowedAt: 0,
        isPlanned: false,
      };
      chains.set(chain, state);
      state.waiting.push({ since: clock.now(), records });
      state.pending += records;
      consider(chain, state);
    },
    get envelopes() {
      return envelopes;
    },
  };
}
