import { damage, type Damage } from './damage.ts';

/** A table, and a condition that selects rows of it; without a condition all rows. */
const ROWS: readonly (readonly [table: string, where: string])[] = [
  ['sessions', ''],
  ['api_keys', ''],
  ['certificates', ''],
  ['issuer_profiles', ''],
  ['recipient_profiles', ''],
  ['series', ''],
  ['series_changes', ''],
  ['series_counters', ''],
  ['series_skips', ''],
  ['batches', 'where id = (select min(id) from batches)'],
  ['status_rollups_1', ''],
  ['batch_bodies', 'where batch_id = (select min(id) from batches)'],
  ['idempotency_records', 'where batch_id = (select min(id) from batches)'],
  ['batch_invoices', 'where id = (select min(id) from issued_invoices)'],
  ['issued_invoices', 'where id = (select min(id) from issued_invoices)'],
  ['pdfs', 'where issued_invoice_id = (select min(id) from issued_invoices)'],
  ['chains', 'where id = (select min(id) from chains)'],
  ['registration_records', 'where sequence = 1'],
  ['render_batches', ''],
  ['remissions', ''],
  ['correction_orders', ''],
  ['submissions', ''],
  ['submission_attempts', ''],
  ['record_answers', ''],
  ['operator_acts', ''],
  ['search_terms', ''],
  ['rectified_invoices', ''],
  ['credits', ''],
  ['previews', ''],
  ['electronic_files', ''],
  ['signing_refusals', ''],
];

/**
 * For every table with an organization, a row with another organization than the row that it
 * references.
 */
export const ORGANIZATION_DAMAGES: readonly Damage[] = damage('I10', {
  'a record in the chain of another issuer': [
    /the chain belongs to/,
    `update issued_invoices set issuer_nif = 'A12345674' where id = (select min(id) from issued_invoices)`,
  ],
  'a status rollup of level 2 of a missing organization': [
    /^status_rollups_2 with .* belongs to organization 9000/,
    `insert into status_rollups_2 select 9000, 0, now(), now(), 16000, 0, 0`,
  ],
  ...Object.fromEntries(
    ROWS.map(([table, where]) => [
      `a row of ${table} with another organization`,
      [
        new RegExp(`^${table} with .* belongs to organization 9000`),
        `update ${table} set organization_id = 9000 ${where}`,
      ] as const,
    ]),
  ),
});
