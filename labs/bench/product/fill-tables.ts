import { Client } from 'pg';

/**
 * One in this many batches is large; the others have one invoice. The average is ten invoices per
 * batch.
 */
const GROUP = 111;
const LARGE = 1000;
/** One in this many batches has failed. */
const FAILED = 10;

export type Filled = {
  readonly batches: number;
  readonly invoices: number;
  readonly largeBatchIds: readonly number[];
  /** When the batch with this id was received; one is received every second. */
  readonly receivedAt: (id: number) => Date;
};

/**
 * Returns the number of invoices of the batch with this id, if the tables contain large batches.
 */
export function sizeOfBatch(id: number): number {
  return id % GROUP === 1 ? LARGE : 1;
}

/** Returns the status of the batch with this id. */
export function statusOfBatch(id: number): 'processed' | 'failed' {
  return id % FAILED === 0 ? 'failed' : 'processed';
}

/**
 * Fills an organization with batches that are completely processed except for their PDFs: issued,
 * chained and answered. It runs one statement per table, as the superuser and without triggers,
 * which would take hours. The tables must be empty.
 * @param databaseUrl the URL of the superuser.
 * @param areSingle whether all batches have one invoice.
 */
export async function fillTables(
  databaseUrl: string,
  organizationId: number,
  batches: number,
  areSingle = false,
): Promise<Filled> {
  const start = Math.floor(Date.now() / 1000 - 24 * 3600 - batches) * 1000;
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    const parameters = [organizationId, batches, areSingle ? 1 : LARGE, new Date(start)];
    const [first, ...rest] = STATEMENTS;
    await client.query(first!, parameters);
    for (const statement of rest)
      await client.query(statement, parameters.slice(0, countParameters(statement)));
    await client.query('vacuum (analyze)');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
  const ids = Array.from({ length: batches }, (_, index) => index + 1);
  return {
    batches,
    invoices: areSingle ? batches : ids.reduce((sum, id) => sum + sizeOfBatch(id), 0),
    largeBatchIds: areSingle ? [] : ids.filter((id) => sizeOfBatch(id) === LARGE),
    receivedAt: (id) => new Date(start + id * 1000),
  };
}

function countParameters(statement: string): number {
  return new Set(statement.match(/\$\d/g)).size;
}

const ISSUER = 'B12345674';
/** Selects every document block of the invoices, with made-up content. */
const BLOCKS = `
  select batch_id, organization_id, bit_or(1::bigint << (id % 1000 % 64)::int), id % 1000 / 64, 1, sha256(''), decode(repeat('28b52ffd', 150), 'hex')
  from batch_invoices group by batch_id, organization_id, id % 1000 / 64`;
/**
 * One statement per table. The hashes are made up, but each refers to the one before it, as the
 * schema requires.
 */
const STATEMENTS = [
  `insert into batches (id, organization_id, ordinal, external_batch_id, status, invoices_count, received_at, processed_at, rendered_at)
   select g, $1, g, 'lote-' || g, case when g % ${FAILED} = 0 then 'failed' else 'processed' end,
          case when g % ${GROUP} = 1 then $3::int else 1 end, r.at, r.at, r.at
   from generate_series(1, $2::bigint) g, lateral (select $4::timestamptz + g * interval '1 second' as at) r`,
  // Workers create the partitions of the literal blocks in advance, by the last id.
  `select setval('batches_id_seq', max(id)) from batches`,
  'select make_partitions()',
  `insert into batch_bodies (batch_id, organization_id, body) select id, organization_id, decode(repeat('28b52ffd', 150), 'hex') from batches`,
  `insert into idempotency_records (organization_id, key, batch_id, body_hash, response, created_at)
   select organization_id, gen_random_uuid(), id, sha256(id::text::bytea), '{"data":{"id":' || id || '}}', received_at from batches`,
  `insert into batch_invoices (id, organization_id, batch_id, external_invoice_id, invoice_number)
   select id * 1000 + place, organization_id, id, 'pedido-' || id || '-' || place, 'R' || id || '-' || place
   from batches, generate_series(0, invoices_count - 1) place`,
  `insert into document_blocks (batch_id, organization_id, occupancy, part, codec, sha256, content)
   ${BLOCKS}`,
  `insert into issued_invoices
     (id, organization_id, issuer_nif, invoice_number, issue_date, total, invoice_type, issuer_name, document_bytes, issued_at)
   select id, organization_id, '${ISSUER}', invoice_number, date '2026-11-20', 121.00, 'F1', 'Emisora SL', 2000, now()
   from batch_invoices`,
  `insert into chains (organization_id, issuer_nif, installation_number, sequence, last_hash, last_invoice_number, last_issue_date)
   select $1, '${ISSUER}', gen_random_uuid()::text, count(*), upper(encode(sha256(count(*)::text::bytea), 'hex')), 'R', date '2026-11-20'
   from issued_invoices`,
  `insert into registration_records
     (chain_id, sequence, organization_id, issued_invoice_id, kind, previous_hash, hash, xml, generated_at)
   select c.id, n.sequence, c.organization_id, n.id, 'alta',
          case when n.sequence > 1 then upper(encode(sha256((n.sequence - 1)::text::bytea), 'hex')) end,
          upper(encode(sha256(n.sequence::text::bytea), 'hex')), '<si:RegistroAlta/>', now()
   from chains c, (select id, row_number() over (order by id) as sequence from issued_invoices) n`,
  `insert into remissions (chain_id, organization_id, remitted_sequence, attempt)
   select id, organization_id, sequence, sequence / 1000 from chains`,
  `insert into record_answers (chain_id, sequence, organization_id, submission_id, attempt, state, answered_at)
   select chain_id, sequence, organization_id, sequence / 1000 + 1, sequence / 1000 + 1, 'accepted', now() from registration_records`,
  `update organizations set batches_count = $2 where id = $1`,
];
