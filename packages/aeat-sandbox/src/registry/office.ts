import type { Journal, JournalLine } from './journal.ts';
import type { LogEntry, LoggedAnswer } from './log-entry.ts';
import { Registry, type StoredRecord } from './registry.ts';

/** An envelope with 1000 records may be sent without a wait: Orden HAC/1177/2024 art. 16.2. */
const FULL_ENVELOPE = 1000;
/** The allowed difference in milliseconds between the timers of the client and of this process. */
const CLOCK_GRAIN = 5;

/** The persistent state: the registers, the log of arrivals, and the end of each chain's wait. */
export class Office {
  readonly registry = new Registry();
  readonly #journal: Journal;
  readonly #log: LogEntry[] = [];
  readonly #waits = new Map<string, number>();
  /** The chains of each envelope that was not answered yet. */
  readonly #open = new Map<number, readonly string[]>();
  #sequence = 0;

  constructor(journal: Journal) {
    this.#journal = journal;
    for (const line of journal.lines) this.#apply(line);
    // Envelopes that were open when the last process ended are no longer open.
    this.#open.clear();
  }

  get log(): readonly LogEntry[] {
    return this.#log;
  }

  nextSequence(): number {
    this.#sequence += 1;
    return this.#sequence;
  }

  /** Returns the time in milliseconds by which an envelope comes too early. */
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

  /** Records an arrival before it is answered. */
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
      // Lines of the other services.
      case 'message':
      case 'book':
      case 'message-end':
        break;
    }
  }

  #applyArrival(entry: LogEntry, stored: readonly StoredRecord[]): void {
    this.#sequence = Math.max(this.#sequence, entry.sequence);
    this.#log.push(entry);
    if (entry.chains.length > 0) this.#open.set(entry.sequence, entry.chains);
    for (const record of stored) {
      // The service has already stored the records that it judged; records read from the journal
      // are stored here.
      if (record.order > this.registry.records.length) this.registry.store(record);
    }
  }

  #applyAnswer(sequence: number, answer: LoggedAnswer): void {
    this.#open.delete(sequence);
    const at = this.#log.findLastIndex((entry) => entry.sequence === sequence);
    const entry = this.#log[at];
    // A reset has removed this arrival.
    if (!entry) return;
    this.#log[at] = { ...entry, answer };
    if (!answer.delivered || answer.waitSeconds === null) return;
    const until = Date.parse(answer.at) + answer.waitSeconds * 1000;
    for (const chain of entry.chains) this.#waits.set(chain, until);
  }
}
