import type { Damage } from './damage.ts';

/** A table and one of its rows; the whole table where it may be any. */
const ROWS: readonly (readonly [table: string, where: string])[] = [
  ['sessions', ''],
  ['api_keys', ''],
  ['certificates', ''],
  ['issuer_profiles', ''],
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
];

/** Every table with an organization has a row that says another one than what it hangs on. */
export const ORGANIZATION_DAMAGES: readonly Damage[] = [
  {
    title: 'a record in the chain of another issuer',
    invariant: 'I10',
    place: /the chain is of/,
    sql: [
      `update issued_invoices set issuer_nif = 'A12345674' where id = (select min(id) from issued_invoices)`,
    ],
  },
  {
    title: `a status rollup of level 2 of an organization that is not there`,
    invariant: 'I10',
    place: /^status_rollups_2 with .* is of organization 9000/,
    sql: [`insert into status_rollups_2 select 9000, 0, now(), now(), 16000, 0, 0`],
  },
  ...ROWS.map(
    ([table, where]) =>
      ({
        title: `a row of ${table} that is another organization's`,
        invariant: 'I10',
        place: new RegExp(`^${table} with .* is of organization 9000`),
        sql: [`update ${table} set organization_id = 9000 ${where}`],
      }) satisfies Damage,
  ),
];
