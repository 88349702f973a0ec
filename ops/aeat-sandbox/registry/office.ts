import type { Journal, JournalLine } from './journal.ts';
import type { LogEntry, LoggedAnswer } from './log-entry.ts';
import { Registry, type StoredRecord } from './registry.ts';

/** 1000 records may always be sent at once: Orden HAC/1177/2024 art. 16.2. */
const FULL_ENVELOPE = 1000;
/** Timers of the client and of this process may differ by so many milliseconds. */
const CLOCK_GRAIN = 5;

/** Everything that lasts: the registers, the log of arrivals, and until when each chain was told to wait. */
export class Office {
  readonly registry = new Registry();
  readonly #journal: Journal;
  readonly #log: LogEntry[] = [];
  readonly #waits = new Map<string, number>();
  /** Envelopes by chain that were not answered yet. */
  readonly #open = new Map<number, readonly string[]>();
  #sequence = 0;

  constructor(journal: Journal) {
    this.#journal = journal;
    for (const line of journal.lines) this.#apply(line);
    // Whoever was open when the last process ended is not any more.
    this.#open.clear();
  }

  get log(): readonly LogEntry[] {
    return this.#log;
  }

  nextSequence(): number {
    this.#sequence += 1;
    return this.#sequence;
  }

  /** By how many milliseconds an envelope comes too early. */
  measureEarliness(chains: readonly string[], recordCount: number, now: number): number {
    if (recordCount >= FULL_ENVELOPE) return 0;
    const until = chains.reduce((latest, chain) => Math.max(latest, this.#waits.get(chain) ?? 0), 0);
    return until - now > CLOCK_GRAIN ? until - now : 0;
  }

  findOverlaps(chains: readonly string[]): number[] {
    return [...this.#open]
      .filter(([, others]) => others.some((chain) => chains.includes(chain)))
      .map(([sequence]) => sequence);
  }

  /** Writes an arrival down before it is answered. */
  recordArrival(entry: LogEntry, stored: readonly StoredRecord[]): void {
    this.#write({ type: 'arrival', entry, stored });
  }

  recordAnswer(sequence: number, answer: LoggedAnswer): void {
    this.#write({ type: 'answer', sequence, answer });
  }

  reset(): void {
    this.#write({ type: 'reset' });
  }

  #write(line: JournalLine): void {
    this.#journal.append(line);
    this.#apply(line);
  }

  #apply(line: JournalLine): void {
    switch (line.type) {
      case 'arrival':
        this.#applyArrival(line.entry, line.stored);
        break;
      case 'answer':
        this.#applyAnswer(line.sequence, line.answer);
        break;
      case 'reset':
        this.registry.clear();
        this.#log.length = 0;
        this.#waits.clear();
        this.#open.clear();
        break;
    }
  }

  #applyArrival(entry: LogEntry, stored: readonly StoredRecord[]): void {
    this.#sequence = Math.max(this.#sequence, entry.sequence);
    this.#log.push(entry);
    if (entry.chains.length > 0) this.#open.set(entry.sequence, entry.chains);
    for (const record of stored) {
      // The service stores while it judges; only a journal that is read again comes without.
      if (record.order > this.registry.records.length) this.registry.store(record);
    }
  }

  #applyAnswer(sequence: number, answer: LoggedAnswer): void {
    this.#open.delete(sequence);
    const at = this.#log.findLastIndex((entry) => entry.sequence === sequence);
    const entry = this.#log[at];
    // Nothing is left of what came before a reset.
    if (!entry) return;
    this.#log[at] = { ...entry, answer };
    if (!answer.delivered || answer.waitSeconds === null) return;
    const until = Date.parse(answer.at) + answer.waitSeconds * 1000;
    for (const chain of entry.chains) this.#waits.set(chain, until);
  }
}
