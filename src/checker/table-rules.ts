import type { InvariantName } from './invariant.ts';

/**
 * A rule over the tables: `breaks` selects one text for each violation, `of` names the table whose
 * rows are counted as checked. Constraints and triggers of the database prevent most violations;
 * the checker relies neither on them nor on the program.
 */
export type TableRule = {
  readonly invariant: InvariantName;
  readonly says: string;
  readonly of: string;
  readonly breaks: string;
  /** Set if the rule holds only once all work is done: the selected rows are unfinished work. */
  readonly awaitsWork?: true;
};

const BATCHES: readonly TableRule[] = [
  {
    invariant: 'I1',
    says: 'Every batch has exactly the invoices of its answer, at their positions',
    of: 'batches',
    breaks: `
      select format('batch %s: %s of %s invoices exist', b.id, n.found, b.invoices_count)
      from batches b
      cross join lateral (
        select count(*) filter (where i.id < b.id * 1000 + b.invoices_count) as found, count(*) as all_found
        from batch_invoices i where i.id between b.id * 1000 and b.id * 1000 + 999) n
      where n.found <> b.invoices_count or n.all_found <> n.found`,
  },
  {
    invariant: 'I1',
    says: 'Every batch invoice belongs to a batch',
    of: 'batch_invoices',
    breaks: `
      select format('batch invoice %s: there is no batch %s', i.id, i.batch_id)
      from batch_invoices i left join batches b on b.id = i.batch_id and i.id / 1000 = b.id
      where b.id is null`,
  },
  {
    invariant: 'I1',
    says: 'Every batch has the body that the client sent, or its hash if the body was erased',
    of: 'batches',
    breaks: `
      select format('batch %s has no body', b.id)
      from batches b left join batch_bodies y on y.batch_id = b.id
      where y.batch_id is null or (length(y.body) = 0 and y.erased_at is null)`,
  },
  {
    invariant: 'I1',
    says: 'Every batch is processed to its end',
    awaitsWork: true,
    of: 'batches',
    breaks: `select format('batch %s is %s', id, status) from batches where processed_at is null`,
  },
  {
    invariant: 'I1',
    says: 'Every ended batch has a final status',
    of: 'batches',
    breaks: `
      select format('batch %s has ended and is %s', id, status) from batches
      where processed_at is not null and status not in ('processed', 'processed_with_errors', 'failed')`,
  },
  {
    invariant: 'I1',
    says: 'Every invoice of an ended batch is either issued or failed',
    of: 'batch_invoices',
    breaks: `
      select format('batch invoice %s is %s', i.id, case when x.id is null then 'neither issued nor failed' else 'issued and failed' end)
      from batch_invoices i
      join batches b on b.id = i.batch_id and b.processed_at is not null
      left join issued_invoices x on x.id = i.id
      where (x.id is null) = (i.processing_error is null)`,
  },
  {
    invariant: 'I1',
    says: 'The status of every ended batch agrees with its invoices',
    of: 'batches',
    breaks: `
      select format('batch %s is %s with %s of %s invoices issued', b.id, b.status, n.issued, b.invoices_count)
      from batches b
      cross join lateral (select count(*) as issued from issued_invoices x where x.id between b.id * 1000 and b.id * 1000 + 999) n
      where b.processed_at is not null and b.status <> case
        when n.issued = b.invoices_count then 'processed' when n.issued = 0 then 'failed' else 'processed_with_errors' end`,
  },
];

const SINGLE: readonly TableRule[] = [
  {
    invariant: 'I2',
    says: 'Every idempotency key has one batch, and every batch one key',
    of: 'batches',
    breaks: `
      select format('batch %s has %s idempotency records', b.id, n.keys)
      from batches b
      cross join lateral (select count(*) as keys from idempotency_records r where r.batch_id = b.id) n
      where n.keys > 1
         or (n.keys = 0 and b.received_at > (select max(received_at) from batches) - interval '23 hours'
             and b.received_at > now() - interval '23 hours')
      union all
      select format('key %s of organization %s has %s batches', key, organization_id, count(*))
      from idempotency_records group by key, organization_id having count(*) > 1
      union all
      select format('key %s of organization %s: there is no batch %s', r.key, r.organization_id, r.batch_id)
      from idempotency_records r left join batches b on b.id = r.batch_id where b.id is null`,
  },
  {
    invariant: 'I2',
    says: 'The batches of every organization are numbered without gaps',
    of: 'organizations',
    breaks: `
      select format('organization %s has a count of %s batches, but %s batches numbered %s to %s', o.id, o.batches_count, n.count, n.first, n.last)
      from organizations o
      cross join lateral (
        select count(*) as count, count(distinct ordinal) as different, coalesce(min(ordinal), 1) as first, coalesce(max(ordinal), 0) as last
        from batches b where b.organization_id = o.id) n
      where (n.count, n.different, n.first, n.last) is distinct from (o.batches_count, o.batches_count, 1, o.batches_count)`,
  },
  {
    invariant: 'I2',
    says: 'Every invoice number is issued once per issuer and calendar year',
    of: 'issued_invoices',
    breaks: `
      select format('organization %s, issuer %s: number %s of %s is issued %s times', organization_id, issuer_nif, invoice_number, issue_year, count(*))
      from issued_invoices group by organization_id, issuer_nif, invoice_number, issue_year having count(*) > 1`,
  },
  {
    invariant: 'I2',
    says: 'The numbers that a series gave or skipped in a year have no gaps',
    of: 'series_counters',
    breaks: `
      select format('series %s gave %s numbers in %s, but counted from %s to %s', c.series_id, n.count, c.year, c.first, c.last)
      from series_counters c
      cross join lateral (
        select count(*) as count, min(number) as first, max(number) as last
        from (select x.series_number as number from issued_invoices x where x.series_id = c.series_id and x.series_year = c.year
              union all select k.number from series_skips k where k.series_id = c.series_id and k.year = c.year) each) n
      where (n.count, n.first, n.last) is distinct from (c.last - c.first + 1, c.first, c.last)`,
  },
  {
    invariant: 'I2',
    says: 'Every issued invoice with a QR code has one first registration record; one without has none',
    of: 'issued_invoices',
    breaks: `
      select format('issued invoice %s has %s first records', x.id, n.altas)
      from issued_invoices x
      cross join lateral (
        select count(*) as altas from registration_records r
        where r.issued_invoice_id = x.id and r.kind = 'alta' and (r.xml is null or r.xml not like '%<si:Subsanacion>S<%')) n
      where n.altas <> case when x.qr_url is null then 0 else 1 end`,
  },
];

const CHAINS: readonly TableRule[] = [
  {
    invariant: 'I3',
    says: 'At most one record follows each record of a chain',
    of: 'registration_records',
    breaks: `
      select format('chain %s: %s records follow %s', chain_id, count(*), coalesce(previous_hash, 'the beginning'))
      from registration_records group by chain_id, previous_hash having count(*) > 1`,
  },
  {
    invariant: 'I3',
    says: 'Every registration record belongs to a chain',
    of: 'registration_records',
    breaks: `
      select format('chain %s, record %s: there is no such chain', r.chain_id, r.sequence)
      from registration_records r left join chains c on c.id = r.chain_id where c.id is null`,
  },
  {
    invariant: 'I4',
    says: 'Every record has an answer of AEAT',
    awaitsWork: true,
    of: 'registration_records',
    breaks: `
      select format('chain %s, record %s has no answer', r.chain_id, r.sequence)
      from registration_records r
      left join record_answers a on a.chain_id = r.chain_id and a.sequence = r.sequence
      left join remissions m on m.chain_id = r.chain_id
      where a.chain_id is null and r.sequence > coalesce(m.remitted_sequence, 0)`,
  },
  {
    invariant: 'I4',
    says: 'Every record up to which its chain is remitted has an answer',
    of: 'registration_records',
    breaks: `
      select format('chain %s, record %s has no answer, but the chain is remitted up to record %s', r.chain_id, r.sequence, m.remitted_sequence)
      from registration_records r
      join remissions m on m.chain_id = r.chain_id and m.remitted_sequence >= r.sequence
      left join record_answers a on a.chain_id = r.chain_id and a.sequence = r.sequence
      where a.chain_id is null`,
  },
  {
    invariant: 'I4',
    says: 'Every chain is remitted up to its last record, and its envelopes are closed',
    awaitsWork: true,
    of: 'chains',
    breaks: `
      select format('chain %s: remitted up to record %s of %s', c.id, coalesce(m.remitted_sequence::text, 'none'), c.sequence)
      from chains c left join remissions m on m.chain_id = c.id
      where m.remitted_sequence is null or m.remitted_sequence < c.sequence
      union all
      select format('chain %s: submission %s is open', chain_id, id) from submissions
      where answered_at is null and superseded_at is null`,
  },
  {
    invariant: 'I4',
    says: 'No chain is remitted beyond its last record',
    of: 'chains',
    breaks: `
      select format('chain %s: remitted up to record %s of %s', c.id, m.remitted_sequence, c.sequence)
      from chains c join remissions m on m.chain_id = c.id
      where m.remitted_sequence > c.sequence`,
  },
  {
    invariant: 'I4',
    says: 'Every answer belongs to an existing record',
    of: 'record_answers',
    breaks: `
      select format('chain %s: record %s has an answer but is missing', a.chain_id, a.sequence)
      from record_answers a
      left join registration_records r on r.chain_id = a.chain_id and r.sequence = a.sequence
      where r.chain_id is null`,
  },
];

/**
 * Joins the PDFs of each invoice (`p`), and its annulment (`k`), with a column for whether its PDF
 * is rendered.
 */
const PDFS_OF_INVOICES = `
      full join (
        select issued_invoice_id as id, count(*) as count, count(*) filter (where is_annulled) as annulled
        from pdfs group by issued_invoice_id) p on p.id = x.id
      left join (
        select issued_invoice_id as id, bool_and(rendered_at is not null) as is_rendered
        from corrections where kind = 'anulacion' group by issued_invoice_id) k on k.id = x.id`;

const PDFS: readonly TableRule[] = [
  {
    invariant: 'I6',
    says: 'Every issued invoice has a PDF, and every annulled one also the PDF that states it, unless PDFs are rendered on demand',
    awaitsWork: true,
    of: 'issued_invoices',
    breaks: `
      select format('issued invoice %s has %s PDFs', x.id, coalesce(p.count, 0))
      from issued_invoices x
      ${PDFS_OF_INVOICES}
      left join batches b on b.id = x.id / 1000
      where not b.pdfs_on_demand
        and (b.rendered_at is null and coalesce(p.count - p.annulled, 0) = 0 or k.id is not null and not k.is_rendered and coalesce(p.annulled, 0) = 0)`,
  },
  {
    invariant: 'I6',
    says: 'Every issued invoice of a batch marked as rendered has a PDF, and every annulment marked as rendered has one',
    of: 'issued_invoices',
    breaks: `
      select format('issued invoice %s has %s PDFs, but is marked as rendered', x.id, coalesce(p.count, 0))
      from issued_invoices x
      ${PDFS_OF_INVOICES}
      left join batches b on b.id = x.id / 1000
      where not b.pdfs_on_demand
        and (b.rendered_at is not null and coalesce(p.count - p.annulled, 0) = 0 or k.is_rendered and coalesce(p.annulled, 0) = 0)`,
  },
  {
    invariant: 'I6',
    says: 'Every issued invoice has at most one PDF, and only an annulled one also the PDF that states it',
    of: 'issued_invoices',
    breaks: `
      select format('issued invoice %s has %s PDFs', coalesce(x.id, p.id), coalesce(p.count, 0))
      from issued_invoices x
      ${PDFS_OF_INVOICES}
      where x.id is null or p.count > p.annulled + 1 or p.annulled > (k.id is not null)::int`,
  },
  {
    invariant: 'I6',
    says: 'Every PDF has at least one page',
    of: 'pdfs',
    breaks: `select format('PDF of invoice %s: it has %s pages', issued_invoice_id, pages) from pdfs where pages < 1`,
  },
  {
    invariant: 'I6',
    says: 'Every render batch has the SHA-256 of its bytes',
    of: 'render_batches',
    breaks: `select format('render batch %s: its bytes do not match their SHA-256', id) from render_batches where sha256(content) <> sha256`,
  },
  {
    invariant: 'I7',
    says: 'Every answer stored for replays belongs to its batch',
    of: 'idempotency_records',
    breaks: `
      select format('key %s of organization %s: the answer does not belong to batch %s', r.key, r.organization_id, r.batch_id)
      from idempotency_records r
      left join batches b on b.id = r.batch_id
      where (r.response::json #>> '{data,id}', r.response::json #>> '{data,invoices_count}') is distinct from (b.id::text, b.invoices_count::text)`,
  },
  {
    invariant: 'I8',
    says: 'No work is left to do, and no chain is halted',
    awaitsWork: true,
    of: 'batches',
    breaks: `
      select format('batch %s waits for PDFs', id) from batches where processed_at is not null and rendered_at is null
      union all
      select format('chain %s is halted: %s', chain_id, halted_reason) from remissions where halted_at is not null`,
  },
];

export const TABLE_RULES: readonly TableRule[] = [...BATCHES, ...SINGLE, ...CHAINS, ...PDFS];
