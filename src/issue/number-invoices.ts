import type { DocumentHead } from '../domain/invoice/stored-document.ts';
import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';
import { identityOf } from '../domain/invoice/invoice-identity.ts';
import {
  type ChosenSeries,
  firstCounter,
  numberOf,
  type StoredSeries,
} from '../domain/series/series-rules.ts';
import { mapYielding } from '../platform/process/map-yielding.ts';
import { keepInvoice, type KeptInvoice } from './compress-documents.ts';
import type { Judged } from './judge-invoices.ts';
import type { CounterMoves, LockedCounter } from './statements/series.ts';
import { type Ask, findIssuedNumbers } from './statements/lookups.ts';

/*
 * Series give invoices their numbers once it is certain that they are issued, under the lock of the
 * chain of their issuer, so that what fails uses no number.
 */

/** The place of an invoice in its series. */
export type GivenNumber = {
  readonly seriesId: number;
  readonly year: number;
  readonly counter: number;
};

/** An invoice that is issued now, with its number. */
export type Numbered = KeptInvoice &
  Pick<Judged, 'id' | 'rectifies'> & {
    /** Null if the client stated the number. */
    readonly given: GivenNumber | null;
  };

/** The invoices that take numbers of one counter, by their index. */
type Counter = {
  readonly series: StoredSeries;
  readonly year: number;
  readonly first: number;
  readonly indexes: number[];
  /** The counters that are given, in their order. */
  readonly given: number[];
  readonly skipped: { readonly number: number; readonly invoiceId: number }[];
  last: number;
};

/**
 * Gives the next numbers of their series to invoices, in their order. A number that an issued
 * invoice has already stated is skipped. Uses one statement, and more only after skipped numbers.
 * @param locked the counters that have given numbers.
 * @returns the invoices in their order, and how the counters move.
 */
export async function numberInvoices(
  ask: Ask,
  organizationId: number,
  invoices: readonly Judged[],
  known: readonly StoredSeries[],
  locked: readonly LockedCounter[],
): Promise<{ readonly numbered: readonly Numbered[]; readonly moves: CounterMoves }> {
  const counters = new Map<string, Counter>();
  for (const [index, invoice] of invoices.entries()) {
    if (!('unnumbered' in invoice)) continue;
    const { id, year } = invoice.series;
    const key = `${id} ${year}`;
    const counter = counters.get(key) ?? openCounter(known, locked, invoice.series);
    counters.set(key, counter);
    counter.indexes.push(index);
  }
  const open = [...counters.values()];
  for (;;) {
    const asked = open.flatMap((counter) => {
      const missing = counter.indexes.length - counter.given.length;
      const from = counter.last + 1;
      return Array.from({ length: missing }, (_each, step) => ({
        counter,
        number: from + step,
        index: counter.indexes[counter.given.length + step]!,
      }));
    });
    if (asked.length === 0) break;
    const taken = await findIssuedNumbers(
      ask,
      organizationId,
      asked.map((each) => identify(invoices, each)),
    );
    for (const [place, { counter, number }] of asked.entries()) {
      const owner = taken.get(place);
      if (owner === undefined) counter.given.push(number);
      else counter.skipped.push({ number, invoiceId: owner.id });
      counter.last = number;
    }
  }
  const givenTo = new Map<number, GivenNumber & { readonly text: string }>();
  for (const { series, year, indexes, given } of open)
    for (const [place, index] of indexes.entries()) {
      const counter = given[place]!;
      givenTo.set(index, { seriesId: series.id, year, counter, text: numberOf(series, year, counter) });
    }
  const numbered = await mapYielding(invoices, (invoice, index): Numbered => {
    if (!('unnumbered' in invoice)) return { ...invoice, given: null };
    const { text, ...given } = givenTo.get(index)!;
    const { document, registration, unnumbered, id, rectifies } = invoice;
    const kept = keepInvoice(
      {
        document: { ...document, number: text },
        registration,
        text: replaceNumber(unnumbered, document.number, text),
      },
      false,
    );
    return { id, rectifies, ...kept, given };
  });
  return { numbered, moves: open.map(({ series, ...counter }) => ({ ...counter, ...pickSeries(series) })) };
}

const pickSeries = ({ id, pattern }: StoredSeries) => ({ seriesId: id, pattern });

function openCounter(
  known: readonly StoredSeries[],
  locked: readonly LockedCounter[],
  { id, year }: ChosenSeries,
): Counter {
  const series = known.find((each) => each.id === id)!;
  const counter = locked.find((each) => each.seriesId === id && each.year === year);
  const first = firstCounter(series, year);
  return { series, year, first, indexes: [], given: [], skipped: [], last: counter?.last ?? first - 1 };
}

/** Returns the identity that an invoice has with a number. */
function identify(
  invoices: readonly { readonly document: DocumentHead }[],
  { counter, number, index }: { readonly counter: Counter; readonly number: number; readonly index: number },
): InvoiceIdentity {
  const { series, year } = counter;
  return { ...identityOf(invoices[index]!.document), number: numberOf(series, year, number) };
}

/** Replaces the placeholder in a document, which begins with its version and its number. */
function replaceNumber(text: string, placeholder: string, number: string): string {
  return text.replace(`"number":${JSON.stringify(placeholder)}`, () => `"number":${JSON.stringify(number)}`);
}
