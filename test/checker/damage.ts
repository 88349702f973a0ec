import type { InvariantName } from '../../ops/checker/invariant.ts';

/** A damage to the database, the invariant that it breaks, and the place that the checker must report. */
export type Damage = {
  readonly title: string;
  readonly invariant: InvariantName;
  readonly place: RegExp;
  readonly sql: readonly string[];
  /** Whether only a check through the API finds it. */
  readonly isServed?: true;
};

const unlocked = (table: string, constraint: string) =>
  `alter table ${table} drop constraint ${constraint} cascade`;
/** A batch with three issued invoices. That of the second organization follows it. */
const BATCH = `(select min(id) from batches)`;
const INVOICE = `(select min(id) from issued_invoices)`;
export const CHAIN = `(select min(id) from chains)`;

export const DAMAGES: readonly Damage[] = [
  {
    title: 'a lost batch invoice',
    invariant: 'I1',
    place: /2 of 3 invoices/,
    sql: [`delete from batch_invoices where id = ${BATCH} * 1000 + 1`],
  },
  {
    title: 'an extra batch invoice',
    invariant: 'I1',
    place: /3 of 3 invoices/,
    sql: [
      `insert into batch_invoices (id, organization_id, batch_id) select id * 1000 + 7, organization_id, id from batches where id = ${BATCH}`,
    ],
  },
  {
    title: 'a lost batch',
    invariant: 'I1',
    place: /there is no batch/,
    sql: [`delete from batches where id = ${BATCH}`],
  },
  {
    title: 'a lost body',
    invariant: 'I1',
    place: /has no body/,
    sql: [`delete from batch_bodies where batch_id = ${BATCH}`],
  },
  {
    title: 'a batch that never ended',
    invariant: 'I1',
    place: /is processing/,
    sql: [
      `update batches set status = 'processing', processed_at = null, rendered_at = null where id = ${BATCH}`,
    ],
  },
  {
    title: 'an invoice that was neither issued nor failed',
    invariant: 'I1',
    place: /neither issued nor failed/,
    sql: [`delete from issued_invoices where id = ${INVOICE}`],
  },
  {
    title: 'an invoice that was issued and failed',
    invariant: 'I1',
    place: /issued and failed/,
    sql: [`update batch_invoices set processing_error = 'x' where id = ${INVOICE}`],
  },
  {
    title: 'a batch status that contradicts its invoices',
    invariant: 'I1',
    place: /is failed with 3 of 3/,
    sql: [`update batches set status = 'failed' where id = ${BATCH}`],
  },
  {
    title: 'two batches for one key',
    invariant: 'I2',
    place: /has 0 idempotency records/,
    sql: [
      `insert into batches select 9000, organization_id, 9000, external_batch_id, status, invoices_count, received_at, processed_at, rendered_at from batches where id = ${BATCH}`,
    ],
  },
  {
    title: 'a key of a missing batch',
    invariant: 'I2',
    place: /there is no batch 9000/,
    sql: [`update idempotency_records set batch_id = 9000 where batch_id = ${BATCH}`],
  },
  {
    title: 'a duplicate key',
    invariant: 'I2',
    place: /has 2 batches/,
    sql: [
      'alter table idempotency_records drop constraint idempotency_records_pkey',
      `insert into idempotency_records select * from idempotency_records where batch_id = ${BATCH}`,
    ],
  },
  {
    title: 'a gap in the numbers of batches',
    invariant: 'I2',
    place: /has a count of 3 batches, but 3 batches numbered 1 to 9/,
    sql: [
      `update batches set ordinal = 9 where ordinal = 3 and organization_id = (select organization_id from batches where id = ${BATCH})`,
    ],
  },
  {
    title: 'a number that was issued twice',
    invariant: 'I2',
    place: /number A-1 .* is issued 2 times/,
    sql: [
      unlocked('issued_invoices', 'issued_invoices_number_unique'),
      `update issued_invoices set invoice_number = 'A-1' where id = ${INVOICE} + 1`,
    ],
  },
  {
    title: 'an invoice type that differs from the document',
    invariant: 'I2',
    place: /issued invoice \d+: the row contains R1, /,
    sql: [`update issued_invoices set invoice_type = 'R1' where id = ${INVOICE}`],
  },
  {
    title: 'an invoice that was registered twice',
    invariant: 'I2',
    place: /has 2 first records/,
    sql: [
      `update registration_records set issued_invoice_id = ${INVOICE} where chain_id = ${CHAIN} and sequence = 2`,
    ],
  },
  {
    title: 'an invoice that was never registered',
    invariant: 'I2',
    place: /has 0 first records/,
    sql: [`delete from registration_records where chain_id = ${CHAIN} and sequence = 2`],
  },
  {
    title: 'a changed huella',
    invariant: 'I3',
    place: /record 2/,
    sql: [
      `update registration_records set hash = repeat('A', 64) where chain_id = ${CHAIN} and sequence = 2`,
    ],
  },
  {
    title: 'a changed amount',
    invariant: 'I3',
    place: /record 2: .*121/,
    sql: [
      `update registration_records r
       set xml = format('<si:RegistroAlta><si:IDFactura><si:IDEmisorFactura>%s</si:IDEmisorFactura><si:NumSerieFactura>%s</si:NumSerieFactura><si:FechaExpedicionFactura>%s</si:FechaExpedicionFactura></si:IDFactura><si:ImporteTotal>122.00</si:ImporteTotal></si:RegistroAlta>',
                        x.issuer_nif, x.invoice_number, to_char(x.issue_date, 'DD-MM-YYYY'))
       from issued_invoices x where x.id = r.issued_invoice_id and r.chain_id = ${CHAIN} and r.sequence = 2`,
    ],
  },
  {
    title: 'a gap in a chain',
    invariant: 'I3',
    place: /sequence is/,
    sql: [
      `update registration_records set sequence = sequence + 100 where chain_id = ${CHAIN} and sequence > 1`,
    ],
  },
  {
    title: 'a fork',
    invariant: 'I3',
    place: /2 records follow/,
    sql: [
      `update registration_records set previous_hash = (select previous_hash from registration_records where chain_id = ${CHAIN} and sequence = 2) where chain_id = ${CHAIN} and sequence = 3`,
    ],
  },
  {
    title: 'a head that is not the last record',
    invariant: 'I3',
    place: /the chain's head/,
    sql: [`update chains set sequence = sequence - 1 where id = ${CHAIN}`],
  },
  {
    title: 'a lost chain',
    invariant: 'I3',
    place: /there is no such chain/,
    sql: [`delete from chains where id = ${CHAIN}`],
  },
  {
    title: 'a lost answer',
    invariant: 'I4',
    place: /record 2 has no answer/,
    sql: [`delete from record_answers where chain_id = ${CHAIN} and sequence = 2`],
  },
  {
    title: 'a remission that stopped',
    invariant: 'I4',
    place: /remitted up to record 1/,
    sql: [`update remissions set remitted_sequence = 1 where chain_id = ${CHAIN}`],
  },
  {
    title: 'an open envelope',
    invariant: 'I4',
    place: /submission \d+ is open/,
    sql: [`update submissions set answered_at = null where id = (select max(id) from submissions)`],
  },
  {
    title: 'an answer without a record',
    invariant: 'I4',
    place: /has an answer but is missing/,
    sql: [
      `insert into record_answers select chain_id, 9000, organization_id, submission_id, attempt, state, code, message, answered_at from record_answers where sequence = 2 limit 1`,
    ],
  },
  {
    title: 'an answer that differs from AEAT’s',
    invariant: 'I4',
    place: /is accepted at AEAT and accepted_with_errors here/,
    sql: [
      `update record_answers set state = 'accepted_with_errors' where chain_id = ${CHAIN} and sequence = 2`,
    ],
  },
  {
    title: 'a rejection that AEAT never gave',
    invariant: 'I4',
    place: /is rejected here, but is in the register/,
    sql: [`update record_answers set state = 'rejected' where chain_id = ${CHAIN} and sequence = 2`],
  },
  {
    title: 'records that never reached AEAT',
    invariant: 'I4',
    place: /never arrived at AEAT/,
    sql: [`update chains set installation_number = 'another' where id = ${CHAIN}`],
  },
  {
    title: 'records that only AEAT has',
    invariant: 'I4',
    place: /AEAT has A-/,
    sql: [`delete from registration_records where chain_id = ${CHAIN} and sequence > 1`],
  },
  {
    title: 'records in another order than at AEAT',
    invariant: 'I4',
    place: /entered the register before its predecessor/,
    sql: [
      unlocked('registration_records', 'registration_records_pkey'),
      `update registration_records set sequence = 5 - sequence where chain_id = ${CHAIN} and sequence in (2, 3)`,
    ],
  },
  {
    title: 'a stored answer of another batch',
    invariant: 'I7',
    place: /the answer does not belong to batch/,
    sql: [
      `update idempotency_records set response = replace(response, '"invoices_count":3', '"invoices_count":4') where batch_id = ${BATCH}`,
    ],
  },
  {
    title: 'a body whose replay has other bytes',
    isServed: true,
    invariant: 'I7',
    place: /another answer/,
    // The stored answer itself stays unchanged, since a replay would wait for the transaction that changes it.
    sql: [
      `update batch_bodies set body = (select o.body from batch_bodies o where o.batch_id <> ${BATCH} order by o.batch_id limit 1) where batch_id = ${BATCH}`,
    ],
  },
  {
    title: 'a status rollup with wrong counts',
    invariant: 'I2',
    place: /^status rollup 0 of organization \d+ does not agree with its batches/,
    sql: ['update status_rollups_1 set failed_places[1000] = 999'],
  },
  {
    title: 'a status rollup of missing batches',
    invariant: 'I2',
    place: /^status rollup 7 of organization \d+ does not agree with its batches/,
    sql: ['update status_rollups_1 set rollup = 7'],
  },
  {
    title: 'a status rollup with wrong times',
    invariant: 'I2',
    place: /^status rollup 0 of organization \d+ does not agree with its batches/,
    sql: [`update status_rollups_1 set last_received_at = last_received_at + interval '1 ms'`],
  },
  {
    title: 'a status rollup of level 2 without all rollups of level 1',
    invariant: 'I2',
    place: /^status rollup 0 of level 2 of organization \d+ is not the sum of its rollups/,
    sql: [
      `insert into status_rollups_2 select organization_id, 0, first_received_at, last_received_at, 0, 0, 16000 from status_rollups_1`,
    ],
  },
  {
    title: 'a batch without all of its PDFs',
    invariant: 'I8',
    place: /waits for PDFs/,
    sql: [`update batches set rendered_at = null where id = ${BATCH}`],
  },
  {
    title: 'a halted chain',
    invariant: 'I8',
    place: /is halted: AEAT 4141/,
    sql: [
      `update remissions set halted_at = now(), halted_reason = 'AEAT 4141: x' where chain_id = ${CHAIN}`,
    ],
  },
];
