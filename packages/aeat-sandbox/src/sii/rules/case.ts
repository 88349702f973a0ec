import { findToday, readDay } from '../../records/calendar.ts';
import { readHundredths } from '../../records/decimal.ts';
import type { Census } from '../../taxpayers/census.ts';
import type { Block, IssuedInvoice } from '../records/invoice.ts';

/** The context in which a record is judged. */
export type Surroundings = {
  readonly taxpayer: { readonly name: string; readonly nif: string };
  /** TipoComunicacion. */
  readonly communication: string;
  readonly now: number;
  readonly census: Census;
};

/** A DetalleIVA with its amounts and rates in hundredths; NaN for those that are absent. */
export type Row = {
  readonly block: Block['name'];
  /** TipoNoExenta of its block. */
  readonly kind: string;
  readonly rate: number;
  readonly base: number;
  readonly tax: number;
  readonly surchargeRate: number;
  readonly surcharge: number;
};

export type InvoiceCase = Surroundings & {
  readonly invoice: IssuedInvoice;
  readonly today: number;
  /** Days as comparable numbers; 0 for a date that is not in the calendar. */
  readonly issueDay: number;
  readonly operationDay: number | null;
  /** The day that determines the legal rates. */
  readonly taxDay: number;
  /** The keys that are present, the principal one first. */
  readonly keys: readonly string[];
  readonly rows: readonly Row[];
  /** The bases of exempt rows with their causes. */
  readonly exempt: readonly { readonly cause: string | null; readonly base: number }[];
  /** The sums of both amounts of NoSujeta; NaN if no block has them. */
  readonly byArticles: number;
  readonly byPlace: number;
  /** ImporteTotal in cents; NaN if it is absent. */
  readonly total: number;
  /** The sum of all bases, taxes, surcharges and amounts in cents. */
  readonly sum: number;
};

/** Builds what the rules judge. Amounts are in cents, days are numbers such as 20261120. */
export function buildInvoiceCase(invoice: IssuedInvoice, surroundings: Surroundings): InvoiceCase {
  const issueDay = readDay(invoice.id.date);
  const operationDay = invoice.operationDate === null ? null : readDay(invoice.operationDate);
  const rows = invoice.blocks.flatMap(listRows);
  const exempt = invoice.blocks
    .flatMap(({ subject }) => subject?.exempt ?? [])
    .map(({ cause, base }) => ({ cause, base: readHundredths(base) }));
  const byArticles = addPresent(invoice.blocks.map(({ notSubject }) => notSubject?.byArticles ?? null));
  const byPlace = addPresent(invoice.blocks.map(({ notSubject }) => notSubject?.byPlace ?? null));
  return {
    ...surroundings,
    invoice,
    today: findToday(surroundings.now),
    issueDay,
    operationDay,
    taxDay: operationDay ?? issueDay,
    keys: invoice.keys.filter((key) => key !== null),
    rows,
    exempt,
    byArticles,
    byPlace,
    total: read(invoice.total),
    sum: [
      ...rows.flatMap(({ base, tax, surcharge }) => [base, tax || 0, surcharge || 0]),
      ...exempt.map(({ base }) => base),
      byArticles || 0,
      byPlace || 0,
    ].reduce((total, amount) => total + amount, 0),
  };
}

/** Returns whether a key is the only one. */
export function hasOnly({ keys }: InvoiceCase, key: string): boolean {
  return keys.length === 1 && keys[0] === key;
}

/** Returns whether any of the keys is one of these. */
export function hasAny({ keys }: InvoiceCase, ...wanted: readonly string[]): boolean {
  return keys.some((key) => wanted.includes(key));
}

function listRows({ name, subject }: Block): Row[] {
  if (!subject?.taxable) return [];
  const { kind, rows } = subject.taxable;
  return rows.map((row) => ({
    block: name,
    kind,
    rate: read(row.rate),
    base: read(row.base),
    tax: read(row.tax),
    surchargeRate: read(row.surchargeRate),
    surcharge: read(row.surcharge),
  }));
}

function read(literal: string | null): number {
  return literal === null ? Number.NaN : readHundredths(literal);
}

function addPresent(literals: readonly (string | null)[]): number {
  const present = literals.filter((literal) => literal !== null);
  if (present.length === 0) return Number.NaN;
  return present.reduce((sum, literal) => sum + readHundredths(literal), 0);
}
