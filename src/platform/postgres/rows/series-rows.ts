import { defineEntity, type Opt, p } from '@mikro-orm/core';
import type { InvoiceType } from '../../../contracts/codes.ts';
import { OrganizationRow } from './organization-rows.ts';

/*
 * The series of invoice numbers and the numbers that they have given.
 */

/** A series of an issuer. */
export const SeriesRow = defineEntity({
  name: 'SeriesRow',
  tableName: 'series',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: () => p.manyToOne(OrganizationRow).mapToPk().name('organization_id'),
    issuerNif: p.string().length(9),
    code: p.string().length(20),
    /** See src/domain/series/pattern.ts. */
    pattern: p.string().length(200),
    /** Rectifying types or others, never both. */
    invoiceTypes: p.array().columnType('text[]').$type<InvoiceType[]>(),
    /**
     * The first number of `startYear`, or of all if the pattern has no year. Every later year
     * begins at 1.
     */
    start: p.bigint('number'),
    startYear: p.smallint().nullable(),
    closedAt: p.datetime().nullable(),
    /** Grows with each change. */
    revision: p.integer().$type<Opt<number>>().default(1),
    createdAt: p.datetime(),
    changedAt: p.datetime(),
    /** The operator, or `key:` and the id of the API key. */
    changedBy: p.text(),
  },
  indexes: [{ name: 'series_listed_index', properties: ['organizationId', 'id'] }],
  uniques: [{ name: 'series_code_unique', properties: ['organizationId', 'issuerNif', 'code'] }],
  checks: [
    { name: 'series_code_check', expression: "code ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,19}$'" },
    {
      name: 'series_pattern_check',
      expression:
        "pattern ~ '^([ !#-&(-;?-z|~]|\\{code\\}|\\{year(:2)?\\}|\\{counter(:([1-9]|1[0-2]))?\\})+$' and pattern ~ '\\{counter' and pattern !~ '\\{counter.*\\{counter' and pattern !~ '\\{year.*\\{year'",
    },
    {
      name: 'series_invoice_types_check',
      expression:
        "cardinality(invoice_types) > 0 and (invoice_types <@ '{F1,F2,F3}'::text[] or invoice_types <@ '{R1,R2,R3,R4,R5}'::text[])",
    },
    {
      name: 'series_start_check',
      expression:
        "start >= 1 and start <= 999999999 and (start_year is null) = (pattern !~ '\\{year') and coalesce(start_year, 2024) >= 2024 and coalesce(start_year, 2024) <= 2123",
    },
  ],
});

/** A version of a series, with who stored it. Append-only. */
export const SeriesChangeRow = defineEntity({
  name: 'SeriesChangeRow',
  tableName: 'series_changes',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: p.bigint('number'),
    /** Consecutive per organization, from 1. */
    ordinal: p.bigint('number'),
    seriesId: () => p.manyToOne(SeriesRow).mapToPk().name('series_id'),
    pattern: p.string().length(200),
    invoiceTypes: p.array().columnType('text[]').$type<InvoiceType[]>(),
    start: p.bigint('number'),
    startYear: p.smallint().nullable(),
    isClosed: p.boolean(),
    changedAt: p.datetime(),
    changedBy: p.text(),
  },
  indexes: [{ name: 'series_changes_series_id_index', properties: ['seriesId', 'id'] }],
  uniques: [{ name: 'series_changes_ordinal_unique', properties: ['organizationId', 'ordinal'] }],
});

/** The last number that a series has given in a year. The issuing transaction moves it. */
export const SeriesCounterRow = defineEntity({
  name: 'SeriesCounterRow',
  tableName: 'series_counters',
  properties: {
    seriesId: () => p.manyToOne(SeriesRow).mapToPk().primary().deleteRule('no action').name('series_id'),
    /** 0 if the pattern has no year. */
    year: p.smallint().primary(),
    organizationId: p.bigint('number'),
    pattern: p.string().length(200),
    first: p.bigint('number'),
    last: p.bigint('number'),
  },
  checks: [
    {
      name: 'series_counters_last_check',
      expression: 'first >= 1 and last >= first and last <= 999999999999',
    },
  ],
});

/** A number that a series did not give, because an issued invoice had stated it. Append-only. */
export const SeriesSkipRow = defineEntity({
  name: 'SeriesSkipRow',
  tableName: 'series_skips',
  properties: {
    seriesId: () => p.manyToOne(SeriesRow).mapToPk().primary().deleteRule('no action').name('series_id'),
    year: p.smallint().primary(),
    number: p.bigint('number').primary(),
    organizationId: p.bigint('number'),
    issuedInvoiceId: p.bigint('number'),
  },
});
