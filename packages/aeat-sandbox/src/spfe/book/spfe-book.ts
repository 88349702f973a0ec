import { expand } from '../../registry/compress.ts';
import type { Journal, JournalLine } from '../../registry/journal.ts';
import {
  isSpfeChange,
  type AdmissionChange,
  type EventChange,
  type EventName,
  type RemovalChange,
  type SpfeChange,
  type UniqueCode,
} from './change.ts';

/** An invoice in the book, as it is at a time. */
export type SpfeEntry = {
  readonly code: UniqueCode;
  readonly status: 'admitted' | 'withdrawn';
  /** What was taken last. */
  readonly admission: AdmissionChange;
  /** The events and the withdrawal since then, in the order of their registration. */
  readonly since: readonly (EventChange | RemovalChange)[];
  /** Every change, in order. */
  readonly history: readonly SpfeChange[];
  readonly registeredAt: number;
};

/** The invoices and copies that the SPFE holds, by their unique codes. */
export class SpfeBook {
  readonly #journal: Journal;
  readonly #changes = new Map<string, SpfeChange[]>();
  readonly #codes = new Map<string, UniqueCode>();

  constructor(journal: Journal) {
    this.#journal = journal;
    for (const line of journal.lines) this.#replay(line);
  }

  /** Lists the entries as they are at a time in milliseconds, in the order of their first registration. */
  list(at: number): SpfeEntry[] {
    return [...this.#changes.values()].flatMap((changes) => foldChanges(changes, at) ?? []);
  }

  find(code: UniqueCode, at: number): SpfeEntry | undefined {
    return foldChanges(this.#changes.get(keyOf(code)) ?? [], at);
  }

  /** Finds the invoice of a localizador. */
  locate(locator: string): UniqueCode | undefined {
    return this.#codes.get(locator);
  }

  /** Makes a change that the journal contains, or will contain with its message. */
  enter(change: SpfeChange): void {
    const key = keyOf(change.code);
    const changes = this.#changes.get(key) ?? [];
    changes.push(change);
    this.#changes.set(key, changes);
    if (change.kind === 'admission') this.#codes.set(change.locator, change.code);
  }

  /** Makes changes that no message made. */
  write(changes: readonly SpfeChange[]): void {
    this.#journal.append({ type: 'book', changes });
    for (const change of changes) this.enter(change);
  }

  /** Empties the book. The journal contains the reset that the registers of VERI*FACTU wrote. */
  clear(): void {
    this.#changes.clear();
    this.#codes.clear();
  }

  #replay(line: JournalLine): void {
    if (line.type === 'reset') this.clear();
    else if (line.type === 'message' || line.type === 'book')
      for (const change of line.changes) if (isSpfeChange(change)) this.enter(change);
  }
}

/** Returns whether an event was reported and not cancelled since the invoice was taken. */
export function isReported(entry: SpfeEntry, name: EventName): boolean {
  const last = entry.since.findLast(
    (change) =>
      change.kind === 'event' && (change.event.name === name || change.event.name === `CANCEL${name}`),
  );
  return last?.kind === 'event' && last.event.name === name;
}

/** Returns the document of an entry as it was sent. */
export function documentOf({ admission }: Pick<SpfeEntry, 'admission'>): string {
  return expand(admission.document);
}

/** Returns the key of a unique code, which compares as a triple. */
export function keyOf({ nif, number, date }: UniqueCode): string {
  return JSON.stringify([nif, number, date]);
}

/** @returns undefined if nothing had been taken by then. */
function foldChanges(changes: readonly SpfeChange[], at: number): SpfeEntry | undefined {
  const history = changes.filter((change) => change.at <= at).toSorted((a, b) => a.at - b.at);
  const admission = history.findLast((change) => change.kind === 'admission');
  if (!admission) return undefined;
  const since = history.slice(history.indexOf(admission) + 1) as (EventChange | RemovalChange)[];
  return {
    code: admission.code,
    status: since.some(({ kind }) => kind === 'removal') ? 'withdrawn' : 'admitted',
    admission,
    since,
    history,
    registeredAt: history.find(({ kind }) => kind === 'admission')!.at,
  };
}
