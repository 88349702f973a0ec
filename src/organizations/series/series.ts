import type { Order } from '../../contracts/acts.ts';
import type { SeriesInput } from '../../contracts/v2/series.ts';
import { todayInMadrid } from '../../domain/reading/madrid-time.ts';
import type { Finding } from '../../domain/reading/findings.ts';
import { counterExpression } from '../../domain/series/pattern.ts';
import { type ReadSeries, readSeries, refuseStart, refuseUsed } from '../../domain/series/read-series.ts';
import type { StoredSeries } from '../../domain/series/series-rules.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { queryAsOrganization, readAsOrganization } from '../../platform/postgres/scoped-query.ts';
import { type Ask, query } from '../../platform/postgres/statement.ts';
import * as sql from './series.sql.ts';

/*
 * The series of invoice numbers of an organization, as its members, its operators and workers read
 * and change them. Issuing moves their counters (src/issue/number-invoices.ts).
 */

export type ListedSeries = sql.ListSeriesRow;
export type SeriesChange = sql.ListSeriesChangesRow;
export type SeriesNumber = sql.ListSeriesNumbersRow;

/** Returns the series of an organization as a worker. */
export async function listStoredSeries(
  connection: Connection,
  organizationId: number,
): Promise<readonly StoredSeries[]> {
  return (await query(connection, sql.listStoredSeries(organizationId))).rows;
}

/** Returns the series of an organization as a member of it. */
export async function readOwnSeries(
  connection: Connection,
  organizationId: number,
): Promise<readonly StoredSeries[]> {
  const statement = sql.listStoredSeries(organizationId);
  return (await readAsOrganization(connection, organizationId, statement)).rows;
}

/** Runs statements in the scope of an organization. */
export const asMember =
  (connection: Connection, organizationId: number): Ask =>
  (statement) =>
    readAsOrganization(connection, organizationId, statement);

/** Runs statements with the rights of the connection. */
export const asOperator =
  (connection: Connection): Ask =>
  (statement) =>
    query(connection, statement);

/** A part of a list: only items with smaller ids or counters than `before`, at most so many. */
export type Part = { readonly before: number; readonly most: number };

/**
 * Lists series of an organization, the newest first.
 * @param filter by issuer and code; null matches every one.
 */
export async function listSeries(
  ask: Ask,
  organizationId: number,
  { issuerNif, code }: { readonly issuerNif: string | null; readonly code: string | null },
  { before, most }: Part,
): Promise<readonly ListedSeries[]> {
  return (await ask(sql.listSeries(organizationId, issuerNif, code, before, most))).rows;
}

/** Returns a series of an issuer; null if there is none with the code. */
export async function getSeries(
  ask: Ask,
  organizationId: number,
  issuerNif: string,
  code: string,
): Promise<ListedSeries | null> {
  const part = { before: Number.MAX_SAFE_INTEGER, most: 1 };
  const [series = null] = await listSeries(ask, organizationId, { issuerNif, code }, part);
  return series;
}

/** Lists the versions of a series, the last first. */
export async function listChanges(
  ask: Ask,
  organizationId: number,
  seriesId: number,
  { before, most }: Part,
): Promise<readonly SeriesChange[]> {
  return (await ask(sql.listSeriesChanges(organizationId, seriesId, before, most))).rows;
}

/**
 * Lists the numbers that a series gave or skipped in a year, the last first.
 * @param year 0 if the pattern has none.
 */
export async function listNumbers(
  ask: Ask,
  organizationId: number,
  { id, year }: { readonly id: number; readonly year: number },
  { before, most }: Part,
): Promise<readonly SeriesNumber[]> {
  return (await ask(sql.listSeriesNumbers(organizationId, id, year, before, most))).rows;
}

/** A series to store. */
type Wanted = {
  readonly issuerNif: string;
  readonly code: string;
  readonly input: SeriesInput;
  readonly now: Date;
};

export type SetOutcome =
  | { readonly kind: 'created' | 'changed' | 'same' | 'forbidden' }
  | { readonly kind: 'refused'; readonly findings: readonly Finding[] };

/** Stores a series that was compared with the others; `stale` if another one has changed since. */
type Store = (
  series: ReadSeries & { readonly start: number },
  known: number,
) => Promise<sql.ChangeOwnSeriesRow['outcome']>;

/** Attempts while other requests change series of the same organization. */
const ATTEMPTS = 20;

/**
 * Creates or changes a series for an API key with the right `series`. The database checks the right
 * and records an act of the key.
 */
export function setOwnSeries(
  connection: Connection,
  { organizationId, tokenHash }: { readonly organizationId: number; readonly tokenHash: Buffer },
  wanted: Wanted,
): Promise<SetOutcome> {
  const { issuerNif, code, now } = wanted;
  return setSeries(asMember(connection, organizationId), organizationId, wanted, async (series, known) => {
    const { pattern, invoiceTypes, start, startYear, isClosed } = series;
    const statement = sql.changeOwnSeries(
      tokenHash,
      now,
      issuerNif,
      code,
      pattern,
      invoiceTypes,
      start,
      startYear,
      isClosed,
      known,
    );
    const { rows } = await queryAsOrganization(connection, organizationId, statement);
    return rows[0]!.outcome;
  });
}

/** Creates or changes a series on an operator's order, and records the act. */
export function setAsOperator(
  connection: Connection,
  organizationId: number,
  wanted: Wanted,
  { operator, reason }: Order,
): Promise<SetOutcome> {
  const { issuerNif, code, now } = wanted;
  return setSeries(asOperator(connection), organizationId, wanted, async (series, known) => {
    const { pattern, invoiceTypes, start, startYear, isClosed } = series;
    const statement = sql.changeSeries(
      organizationId,
      operator,
      reason,
      now,
      issuerNif,
      code,
      pattern,
      invoiceTypes,
      start,
      startYear,
      isClosed,
      known,
    );
    return (await query(connection, statement)).rows[0]!.outcome;
  });
}

async function setSeries(
  ask: Ask,
  organizationId: number,
  { issuerNif, code, input, now }: Wanted,
  store: Store,
): Promise<SetOutcome> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const { known, series: all } = (await ask(sql.listComparedSeries(organizationId))).rows[0]!;
    const read = readSeries(input, { issuerNif, code, today: todayInMadrid(now) }, all);
    if ('findings' in read) return { kind: 'refused', findings: read.findings };
    const { series } = read;
    const present = all.find((each) => each.issuerNif === issuerNif && each.code === code);
    const isPlaced =
      present !== undefined &&
      present.pattern === series.pattern &&
      present.startYear === series.startYear &&
      present.start === series.start;
    const highest = isPlaced ? null : await findHighest(ask, organizationId, issuerNif, series);
    if (highest !== null && series.start !== null && series.start <= highest.counter)
      return { kind: 'refused', findings: refuseStart(highest) };
    const start = series.start ?? (highest === null ? 1 : highest.counter + 1);
    const outcome = await store({ ...series, start }, known);
    if (outcome === 'used') return { kind: 'refused', findings: refuseUsed(present!, { ...series, start }) };
    if (outcome !== 'stale') return { kind: outcome };
  }
  throw new Error(`Series of organization ${organizationId} changed ${ATTEMPTS} times while one was stored`);
}

/**
 * Finds the greatest number that the issuer has used and that the series would give. Numbers that
 * are used between this and the first number of the series are skipped.
 */
async function findHighest(
  ask: Ask,
  organizationId: number,
  issuerNif: string,
  { parsed, startYear }: ReadSeries,
): Promise<{ readonly number: string; readonly counter: number } | null> {
  const expression = counterExpression(parsed, startYear ?? 0);
  const { rows } = await ask(sql.findHighestNumber(organizationId, issuerNif, expression, startYear ?? 0));
  return rows[0] ?? null;
}
