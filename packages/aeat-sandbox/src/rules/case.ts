import { findToday, readDay, readInstant } from '../records/calendar.ts';
import { readHundredths } from '../records/decimal.ts';
import type { Alta, Anulacion, Detalle } from '../records/record.ts';
import type { Census } from '../taxpayers/census.ts';

/** The context in which a record is judged. */
export type Surroundings = {
  readonly obligado: { readonly name: string; readonly nif: string };
  /** The header's Incidencia: a technical problem delayed the records. */
  readonly hasIncident: boolean;
  readonly now: number;
  readonly toleranceSeconds: number;
  readonly census: Census;
  /** Whether AEAT already has records of this obligado and system. */
  readonly chainHasRecords: boolean;
};

/** A line of the breakdown with its amounts and rates in hundredths; NaN if there is none. */
export type Line = Omit<
  Detalle,
  'impuesto' | 'rate' | 'base' | 'baseAtCost' | 'tax' | 'surchargeRate' | 'surcharge'
> & {
  /** 01 if the record has no value. */
  readonly impuesto: string;
  readonly rate: number;
  readonly base: number;
  readonly baseAtCost: number;
  readonly tax: number;
  readonly surchargeRate: number;
  readonly surcharge: number;
};

type Judged<R> = Surroundings & {
  readonly record: R;
  readonly today: number;
  /** 0 if the date is invalid. */
  readonly issueDay: number;
  readonly generatedAt: number;
};
export type AltaCase = Judged<Alta> & {
  /** null if the record has none, 0 if it is invalid. */
  readonly operationDay: number | null;
  /** The day that determines the valid rates and identifiers. */
  readonly taxDay: number;
  readonly lines: readonly Line[];
  readonly taxTotal: number;
  readonly total: number;
};
export type AnulacionCase = Judged<Anulacion>;
export type AnyCase = AltaCase | AnulacionCase;

/**
 * Builds what the rules judge of a RegistroAlta. Amounts are in hundredths, days are numbers such
 * as 20261120, and instants are in milliseconds since 1970.
 */
export function buildAltaCase(record: Alta, surroundings: Surroundings): AltaCase {
  const issueDay = readDay(record.id.date);
  const operationDay = record.operationDate === null ? null : readDay(record.operationDate);
  return {
    ...surroundings,
    record,
    today: findToday(surroundings.now),
    issueDay,
    operationDay,
    taxDay: operationDay ?? issueDay,
    generatedAt: readInstant(record.generatedAt),
    lines: record.lines.map(buildLine),
    taxTotal: readHundredths(record.taxTotal),
    total: readHundredths(record.total),
  };
}

/** Builds what the rules judge of a RegistroAnulacion, in the units of `buildAltaCase`. */
export function buildAnulacionCase(record: Anulacion, surroundings: Surroundings): AnulacionCase {
  return {
    ...surroundings,
    record,
    today: findToday(surroundings.now),
    issueDay: readDay(record.id.date),
    generatedAt: readInstant(record.generatedAt),
  };
}

function buildLine(line: Detalle): Line {
  const read = (literal: string | null) => (literal === null ? Number.NaN : readHundredths(literal));
  return {
    ...line,
    impuesto: line.impuesto ?? '01',
    rate: read(line.rate),
    base: read(line.base),
    baseAtCost: read(line.baseAtCost),
    tax: read(line.tax),
    surchargeRate: read(line.surchargeRate),
    surcharge: read(line.surcharge),
  };
}
