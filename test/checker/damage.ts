import type { InvariantName } from '#src/checker/invariant.ts';

/**
 * A damage to the database, the invariant that it breaks, and the place that the checker must
 * report.
 */
export type Damage = {
  readonly title: string;
  readonly invariant: InvariantName;
  readonly place: RegExp;
  readonly sql: readonly string[];
  /** Whether only a check through the API finds it. */
  readonly isServed: boolean;
};

/**
 * Lists damages that break one invariant.
 * @param damages for each title the place that the checker must report, and the statements that
 *   damage the database.
 */
export const damage = (
  invariant: InvariantName,
  damages: Readonly<Record<string, readonly [place: RegExp, ...sql: string[]]>>,
  isServed = false,
): Damage[] =>
  Object.entries(damages).map(([title, [place, ...sql]]) => ({ title, invariant, place, sql, isServed }));

const unlocked = (table: string, constraint: string) =>
  `alter table ${table} drop constraint ${constraint} cascade`;
/** A batch with three issued invoices. That of the second organization follows it. */
const BATCH = `(select min(id) from batches)`;
const INVOICE = `(select min(id) from issued_invoices)`;
export const CHAIN = `(select min(id) from chains)`;

export const DAMAGES: readonly Damage[] = [
  ...damage('I1', {
    'a lost batch invoice': [/2 of 3 invoices/, `delete from batch_invoices where id = ${BATCH} * 1000 + 1`],
    'an extra batch invoice': [
      /3 of 3 invoices/,
      `insert into batch_invoices (id, organization_id, batch_id) select id * 1000 + 7, organization_id, id from batches where id = ${BATCH}`,
    ],
    'a lost batch': [/there is no batch/, `delete from batches where id = ${BATCH}`],
    'a lost body': [/has no body/, `delete from batch_bodies where batch_id = ${BATCH}`],
    'a batch that never ended': [
      /is processing/,
      `update batches set status = 'processing', processed_at = null, rendered_at = null where id = ${BATCH}`,
    ],
    'an invoice that was neither issued nor failed': [
      /neither issued nor failed/,
      `delete from issued_invoices where id = ${INVOICE}`,
    ],
    'an invoice that was issued and failed': [
      /issued and failed/,
      `update batch_invoices set processing_error = 'x' where id = ${INVOICE}`,
    ],
    'a batch status that contradicts its invoices': [
      /is failed with 3 of 3/,
      `update batches set status = 'failed' where id = ${BATCH}`,
    ],
  }),
  ...damage('I2', {
    'two batches for one key': [
      /has 0 idempotency records/,
      `insert into batches select 9000, organization_id, 9000, external_batch_id, status, invoices_count, received_at, processed_at, rendered_at from batches where id = ${BATCH}`,
    ],
    'a series with a gap': [
      /series \d+ gave 1 numbers in 0, but counted from 1 to 2/,
      `update series_counters set last = 2`,
    ],
    'a key of a missing batch': [
      /there is no batch 9000/,
      `update idempotency_records set batch_id = 9000 where batch_id = ${BATCH}`,
    ],
    'a duplicate key': [
      /has 2 batches/,
      'alter table idempotency_records drop constraint idempotency_records_pkey',
      `insert into idempotency_records select * from idempotency_records where batch_id = ${BATCH}`,
    ],
    'a gap in the numbers of batches': [
      /has a count of 3 batches, but 3 batches numbered 1 to 9/,
      `update batches set ordinal = 9 where ordinal = 3 and organization_id = (select organization_id from batches where id = ${BATCH})`,
    ],
    'a number that was issued twice': [
      /number A-1 .* is issued 2 times/,
      unlocked('issued_invoices', 'issued_invoices_number_unique'),
      `update issued_invoices set invoice_number = 'A-1' where id = ${INVOICE} + 1`,
    ],
    'an invoice type that differs from the document': [
      /issued invoice \d+: the row contains R1, /,
      `update issued_invoices set invoice_type = 'R1' where id = ${INVOICE}`,
    ],
    'an invoice that was registered twice': [
      /has 2 first records/,
      `update registration_records set issued_invoice_id = ${INVOICE} where chain_id = ${CHAIN} and sequence = 2`,
    ],
    'an invoice that was never registered': [
      /has 0 first records/,
      `delete from registration_records where chain_id = ${CHAIN} and sequence = 2`,
    ],
    'a status rollup with wrong counts': [
      /^status rollup 0 of organization \d+ does not agree with its batches/,
      'update status_rollups_1 set failed_places[1000] = 999',
    ],
    'a status rollup of missing batches': [
      /^status rollup 7 of organization \d+ does not agree with its batches/,
      'update status_rollups_1 set rollup = 7',
    ],
    'a status rollup with wrong times': [
      /^status rollup 0 of organization \d+ does not agree with its batches/,
      `update status_rollups_1 set last_received_at = last_received_at + interval '1 ms'`,
    ],
    'a status rollup of level 2 without all rollups of level 1': [
      /^status rollup 0 of level 2 of organization \d+ is not the sum of its rollups/,
      `insert into status_rollups_2 select organization_id, 0, first_received_at, last_received_at, 0, 0, 16000 from status_rollups_1`,
    ],
  }),
  ...damage('I3', {
    'a changed huella': [
      /record 2/,
      `update registration_records set hash = repeat('A', 64) where chain_id = ${CHAIN} and sequence = 2`,
    ],
    'a changed amount': [
      /record 2: .*121/,
      `update registration_records r
       set xml = format('<si:RegistroAlta><si:IDFactura><si:IDEmisorFactura>%s</si:IDEmisorFactura><si:NumSerieFactura>%s</si:NumSerieFactura><si:FechaExpedicionFactura>%s</si:FechaExpedicionFactura></si:IDFactura><si:ImporteTotal>122.00</si:ImporteTotal></si:RegistroAlta>',
                        x.issuer_nif, x.invoice_number, to_char(x.issue_date, 'DD-MM-YYYY'))
       from issued_invoices x where x.id = r.issued_invoice_id and r.chain_id = ${CHAIN} and r.sequence = 2`,
    ],
    'a gap in a chain': [
      /sequence is/,
      `update registration_records set sequence = sequence + 100 where chain_id = ${CHAIN} and sequence > 1`,
    ],
    'a fork': [
      /2 records follow/,
      `update registration_records set previous_hash = (select previous_hash from registration_records where chain_id = ${CHAIN} and sequence = 2) where chain_id = ${CHAIN} and sequence = 3`,
    ],
    'a head that is not the last record': [
      /the chain's head/,
      `update chains set sequence = sequence - 1 where id = ${CHAIN}`,
    ],
    'a lost chain': [/there is no such chain/, `delete from chains where id = ${CHAIN}`],
  }),
  ...damage('I4', {
    'a lost answer': [
      /record 2 has no answer/,
      `delete from record_answers where chain_id = ${CHAIN} and sequence = 2`,
    ],
    'a remission that stopped': [
      /remitted up to record 1/,
      `update remissions set remitted_sequence = 1 where chain_id = ${CHAIN}`,
    ],
    'an open envelope': [
      /submission \d+ is open/,
      `update submissions set answered_at = null where id = (select max(id) from submissions)`,
    ],
    'an answer without a record': [
      /has an answer but is missing/,
      `insert into record_answers select chain_id, 9000, organization_id, submission_id, attempt, state, code, message, answered_at from record_answers where sequence = 2 limit 1`,
    ],
    'an answer that differs from AEAT’s': [
      /is accepted at AEAT and accepted_with_errors here/,
      `update record_answers set state = 'accepted_with_errors' where chain_id = ${CHAIN} and sequence = 2`,
    ],
    'a rejection that AEAT never gave': [
      /is rejected here, but is in the register/,
      `update record_answers set state = 'rejected' where chain_id = ${CHAIN} and sequence = 2`,
    ],
    'records that never reached AEAT': [
      /never arrived at AEAT/,
      `update chains set installation_number = 'another' where id = ${CHAIN}`,
    ],
    'records that only AEAT has': [
      /AEAT has A-/,
      `delete from registration_records where chain_id = ${CHAIN} and sequence > 1`,
    ],
    'records in another order than at AEAT': [
      /entered the register before its predecessor/,
      unlocked('registration_records', 'registration_records_pkey'),
      `update registration_records set sequence = 5 - sequence where chain_id = ${CHAIN} and sequence in (2, 3)`,
    ],
  }),
  ...damage('I7', {
    'a stored answer of another batch': [
      /the answer does not belong to batch/,
      `update idempotency_records set response = replace(response, '"invoices_count":3', '"invoices_count":4') where batch_id = ${BATCH}`,
    ],
  }),
  ...damage(
    'I7',
    {
      // The stored answer itself stays unchanged, since a replay would wait for the transaction
      // that changes it.
      'a body whose replay has other bytes': [
        /another answer/,
        `update batch_bodies set body = (select o.body from batch_bodies o where o.batch_id <> ${BATCH} order by o.batch_id limit 1) where batch_id = ${BATCH}`,
      ],
    },
    true,
  ),
  ...damage('I8', {
    'a batch without all of its PDFs': [
      /waits for PDFs/,
      `update batches set rendered_at = null where id = ${BATCH}`,
    ],
    'a halted chain': [
      /is halted: AEAT 4141/,
      `update remissions set halted_at = now(), halted_reason = 'AEAT 4141: x' where chain_id = ${CHAIN}`,
    ],
  }),
];
