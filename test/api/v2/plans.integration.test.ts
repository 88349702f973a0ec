import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InvoiceIndex } from '../../../src/api/reads/invoices/choose-index.ts';
import * as sql from '../../../src/api/reads/invoices/invoices.sql.ts';
import { findByTerms } from '../../../src/issue/statements/issuing.sql.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';

/*
 * The plans of the lists of invoices, as the API's role gets them, in a database with 40
 * organizations of 1500 invoices each.
 */

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await fill();
});
afterAll(() => database[Symbol.asyncDispose]());

const FILL = [
  `insert into organizations (id, name) select n, 'O' || n from generate_series(1, 40) n`,
  `insert into chains (id, organization_id, issuer_nif, installation_number, sequence, last_hash, last_invoice_number, last_issue_date)
   select n, n, 'B12345674', 'i' || n, 1450, repeat('A', 64), 'x', '2026-01-01' from generate_series(1, 40) n`,
  `insert into remissions (chain_id, organization_id, remitted_sequence) select n, n, 1400 from generate_series(1, 40) n`,
  `insert into batches (id, organization_id, ordinal, status, invoices_count, received_at, processed_at)
   select n, 1 + n % 40, (n + 39) / 40, case when n > 2960 then 'received' else 'processed' end, 20,
          timestamptz '2026-01-01' + n * interval '1 hour', case when n <= 2960 then timestamptz '2026-01-01' + n * interval '1 hour' + interval '10 s' end
   from generate_series(1, 3000) n`,
  `insert into batch_invoices (id, organization_id, batch_id, external_invoice_id, invoice_number, processing_error, metadata)
   select b.id * 1000 + p, b.organization_id, b.id, 'e' || (p % 3), 'n' || b.id || '-' || p, case when p = 7 then 'refused' end, '{"shop":"madrid"}'
   from batches b, generate_series(0, 19) p`,
  `insert into issued_invoices (id, organization_id, issuer_nif, invoice_number, issue_date, total, issued_at, invoice_type, issuer_name, document_bytes, recipient_term)
   select i.id, i.organization_id, 'B12345674', i.invoice_number, b.processed_at::date, 10, b.processed_at, 'F1', 'x', 100, i.id % 5
   from batch_invoices i join batches b on b.id = i.batch_id where b.processed_at is not null and i.processing_error is null`,
  `insert into registration_records (chain_id, sequence, organization_id, issued_invoice_id, kind, previous_hash, hash, generated_at)
   select x.organization_id, row_number() over (partition by x.organization_id order by x.id), x.organization_id, x.id, 'alta',
          case when row_number() over (partition by x.organization_id order by x.id) > 1 then repeat('A', 64) end, repeat('A', 64), x.issued_at
   from issued_invoices x`,
  `insert into record_answers (chain_id, sequence, organization_id, submission_id, attempt, state, answered_at)
   select r.chain_id, r.sequence, r.organization_id, 1, 1, case when r.sequence % 10 = 3 then 'rejected' else 'accepted' end, r.generated_at + interval '1 min'
   from registration_records r where r.sequence <= 1400`,
  `insert into corrections (organization_id, issued_invoice_id, chain_id, sequence, kind, reason, operator, created_at)
   select r.organization_id, r.issued_invoice_id, r.chain_id, r.sequence, 'anulacion', 'x', 'x', r.generated_at from registration_records r where r.sequence <= 30`,
  // Every second invoice has an entry in SII; one in each batch is rejected and was corrected once.
  `insert into sii_entries (issued_invoice_id, organization_id, issuer_nif, invoice_number, issue_date, fiscal_year, period, state, version, kind, answered_at, created_at)
   select x.id, x.organization_id, x.issuer_nif, x.invoice_number, x.issue_date, 2026, '01', case when x.id % 20 = 5 then 'rejected' else 'accepted' end,
          1, 'A0', x.issued_at + interval '2 min', x.issued_at
   from issued_invoices x where x.id % 2 = 1`,
  `insert into sii_versions (issued_invoice_id, version, organization_id, kind, fiscal_year, period, record, ordered_by, created_at)
   select e.issued_invoice_id, v, e.organization_id, 'A0', 2026, '01', 'x', case when v = 2 then 'x' end, e.created_at + v * interval '30 s'
   from sii_entries e, generate_series(1, case e.state when 'rejected' then 2 else 1 end) v`,
  `insert into sii_lines (message_id, issued_invoice_id, organization_id, version, state, answered_at)
   select 1, e.issued_invoice_id, e.organization_id, 1, e.state, e.answered_at from sii_entries e`,
  `insert into sii_matching (issued_invoice_id, seen_at, organization_id, state)
   select e.issued_invoice_id, e.answered_at, e.organization_id, 'matched' from sii_entries e where e.state = 'accepted'`,
  `insert into spfe_deliveries (issued_invoice_id, organization_id, issuer_nif, invoice_number, issue_date, mode, channel, state, due_by, version, csv, created_at)
   select x.id, x.organization_id, x.issuer_nif, x.invoice_number, x.issue_date, 'send', 'interconnect',
          case when x.id % 20 = 5 then 'rejected' else 'admitted' end, x.issued_at, 1, 'CSV', x.issued_at
   from issued_invoices x where x.id % 2 = 1`,
  `insert into search_terms select organization_id, metadata_term('shop', 'madrid'), id from batch_invoices`,
  // In each batch an invoice that rectifies the one before it, and one that a term leads to, whose
  // number is that of the named one.
  `update issued_invoices set rectified_invoice_id = id - 1 where id % 1000 = 2`,
  `insert into search_terms select organization_id, id - 1, id from issued_invoices where id % 1000 = 4`,
];

/** Fills the tables without their guards, which would require whole records. */
async function fill(): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    for (const statement of FILL) await client.query(statement);
    await client.query('set session_replication_role = origin');
    await client.query('analyze');
  } finally {
    client.release();
  }
}

type Plan = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly Plans?: readonly Plan[];
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
};
const listNodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(listNodes)];

const TEXTS = {
  externalId: sql.listInvoicesByExternalId,
  number: sql.listInvoicesByNumber,
  recipient: sql.listInvoicesByRecipient,
  metadata: sql.listInvoicesByMetadata,
  failed: sql.listFailedInvoices,
  unprocessed: sql.listUnprocessedInvoices,
  answered: sql.listAnsweredInvoices,
  unanswered: sql.listUnansweredInvoices,
  siiState: sql.listInvoicesBySiiState,
  spfeState: sql.listInvoicesBySpfeState,
  updated: sql.listUpdatedInvoices,
  issuer: sql.listInvoicesOfIssuer,
  newest: sql.listNewestInvoices,
} satisfies Record<InvoiceIndex, unknown>;
const BEGINNING = Number.MAX_SAFE_INTEGER;

type Filters = {
  readonly status?: string;
  readonly state?: string;
  readonly externalId?: string;
  readonly issuerNif?: string;
  readonly number?: string;
  readonly from?: string;
  readonly to?: string;
  readonly recipient?: number;
  readonly metadata?: readonly [string, string];
  readonly since?: Date;
  readonly type?: string;
  readonly annulled?: boolean;
  readonly totals?: readonly [string, string];
  readonly register?: string;
  readonly siiState?: string;
  readonly spfeStates?: readonly string[];
};

/** Explains a list as the API runs it. */
async function explain(
  index: InvoiceIndex,
  filters: Filters,
  [at, id] = [BEGINNING, BEGINNING],
): Promise<Plan> {
  const statement = TEXTS[index](
    17,
    26,
    at,
    id,
    filters.status ?? null,
    filters.state ?? null,
    filters.externalId ?? null,
    filters.issuerNif ?? null,
    filters.number ?? null,
    filters.from ?? null,
    filters.to ?? null,
    filters.recipient ?? null,
    filters.metadata?.[0] ?? null,
    filters.metadata?.[1] ?? null,
    filters.since ?? null,
    filters.type ?? null,
    filters.annulled ?? null,
    filters.totals?.[0] ?? null,
    filters.totals?.[1] ?? null,
    filters.register ?? null,
    filters.siiState ?? null,
    null,
    filters.spfeStates ?? null,
    null,
  );
  return explainStatement(statement);
}

/**
 * Explains a statement in the role of the API, for one organization, with a plan for any values.
 */
async function explainStatement({
  text,
  values,
}: {
  text: string;
  values: readonly unknown[];
}): Promise<Plan> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `set local role engine_ingress; set local engine.organizations = '17'; set local plan_cache_mode = force_generic_plan; set local jit = off`,
    );
    await client.query(`prepare explained as ${text}`);
    const literals = values.map((value) => {
      if (value === null) return 'null';
      if (Array.isArray(value)) return `'{${value.join(',')}}'`;
      return typeof value === 'number' || typeof value === 'boolean'
        ? value
        : client.escapeLiteral(value instanceof Date ? value.toISOString() : (value as string));
    });
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, buffers, format json) execute explained(${literals.join(', ')})`,
    );
    return rows[0]!['QUERY PLAN'][0].Plan;
  } finally {
    await client.query('rollback; deallocate all');
    client.release();
  }
}

const SINCE = new Date('2026-01-02T00:00:00Z');
/** Each list with its index, and a position near its end. */
const LISTS: [InvoiceIndex, Filters, string[], [number, number]][] = [
  ['externalId', { externalId: 'e1' }, ['batch_invoices_external_invoice_id_id_index'], [0, 300_000]],
  ['number', { issuerNif: 'B12345674', number: 'n16-3' }, ['issued_invoices_number_unique'], [0, BEGINNING]],
  [
    'recipient',
    { recipient: 3 },
    ['issued_invoices_recipient_term_index', 'search_terms_pkey'],
    [0, 300_000],
  ],
  ['metadata', { metadata: ['shop', 'madrid'] }, ['search_terms_pkey'], [0, 300_000]],
  ['failed', { status: 'failed' }, ['batch_invoices_failed_of_organization_index'], [0, 300_000]],
  ['unprocessed', { status: 'pending' }, ['batches_received_at_index'], [BEGINNING, BEGINNING]],
  ['answered', { state: 'rejected' }, ['record_answers_state_index'], [Date.UTC(2026, 0, 12) * 1000, 1]],
  ['unanswered', { state: 'remission' }, ['batches_processed_at_index'], [BEGINNING, BEGINNING]],
  [
    'updated',
    { since: SINCE },
    [
      'record_answers_answered_at_index',
      'batches_processed_at_index',
      'batches_received_at_index',
      'sii_lines_answered_at_index',
      'sii_versions_created_at_index',
    ],
    [Date.UTC(2026, 0, 12) * 1000, 1],
  ],
  ['siiState', { siiState: 'rejected', register: 'sii' }, ['sii_entries_state_index'], [0, 300_000]],
  ['spfeState', { spfeStates: ['rejected'] }, ['spfe_deliveries_state_index'], [0, 300_000]],
  ['issuer', { issuerNif: 'B12345674' }, ['issued_invoices_issue_date_index'], [9510, 1]],
  [
    'issuer',
    { issuerNif: 'B12345674', from: '2026-01-05', to: '2026-02-01' },
    ['issued_invoices_issue_date_index'],
    [9505, 1],
  ],
  [
    'newest',
    { type: 'F1', annulled: false, totals: ['1', '100.50'] },
    ['batches_organization_id_ordinal_unique', 'batch_invoices_pkey'],
    [8, 0],
  ],
  [
    'issuer',
    { issuerNif: 'B12345674', type: 'F1', annulled: false, totals: ['1', '100.50'] },
    ['issued_invoices_issue_date_index'],
    [9510, 1],
  ],
  ['newest', {}, ['batches_organization_id_ordinal_unique', 'batch_invoices_pkey'], [8, 0]],
];

describe('what rectifies the invoices of a page', () => {
  it('is read by indexes and no whole table, also while the tables have no statistics', async () => {
    const ids = Array.from({ length: 5 }, (_, place) => 416_000 + place);
    const read = async () => {
      const nodes = listNodes(await explainStatement(sql.listRectifying(17, ids, ids)));
      const used = nodes.map((node) => node['Index Name']);
      expect(used).toEqual(
        expect.arrayContaining(['issued_invoices_rectified', 'search_terms_pkey', 'issued_invoices_pkey']),
      );
      expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
      return nodes[0]!['Actual Rows'];
    };
    expect(await read()).toBe(2);
    await database.pool.query(
      `delete from pg_statistic where starelid in ('issued_invoices'::regclass, 'search_terms'::regclass, 'corrections'::regclass)`,
    );
    expect(await read()).toBe(2);
    await database.pool.query('analyze');
  });
});

describe('which invoices replace or substitute others', () => {
  it('is read by indexes and no whole table, also while the tables have no statistics', async () => {
    const terms = Array.from({ length: 1000 }, (_, place) => 1_000_000 + place);
    await database.pool.query(
      'insert into search_terms (organization_id, term, invoice_id) values (17, $1, 416000)',
      [terms[500]],
    );
    const read = async (...others: readonly string[]) => {
      const nodes = listNodes(await explainStatement(findByTerms(17, terms)));
      const used = nodes.map((node) => node['Index Name']);
      expect(used).toEqual(expect.arrayContaining(['search_terms_pkey', ...others]));
      expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
      return nodes[0]!['Actual Rows'];
    };
    expect(await read('corrections_issued_invoice_id_index')).toBe(1);
    await database.pool.query(
      `delete from pg_statistic where starelid in ('search_terms'::regclass, 'corrections'::regclass)`,
    );
    expect(await read()).toBe(1);
    await database.pool.query('analyze');
  });
});

describe('the list of invoices', () => {
  it.each(LISTS)('by %s with %o reads its indexes and no whole table', async (index, filters, indexes) => {
    const nodes = listNodes(await explain(index, filters));
    const used = new Set(nodes.map((node) => node['Index Name']));
    expect(indexes.filter((name) => !used.has(name))).toEqual([]);
    // Each organization has one chain, so these tables are as small as their indexes.
    const whole = nodes
      .filter((node) => node['Node Type'] === 'Seq Scan')
      .map((node) => node['Relation Name']);
    expect(whole.filter((table) => table !== 'chains' && table !== 'remissions')).toEqual([]);
  });

  it.each(LISTS)(
    'by %s with %o reads about as much for a page at its end as for the first one',
    async (index, filters, _indexes, end) => {
      const read = async (position?: [number, number]) => {
        const plan = await explain(index, filters, position);
        return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      };
      const first = await read();
      const last = await read(end);
      expect(last).toBeLessThan(2 * first + 200);
      // Reading all invoices of an organization takes more than this.
      expect(Math.max(first, last)).toBeLessThan(12_000);
    },
  );

  it('looks numbers up by their index also while the table has no statistics', async () => {
    await database.pool.query(`delete from pg_statistic where starelid = 'issued_invoices'::regclass`);
    const nodes = listNodes(await explain('number', { issuerNif: 'B12345674', number: 'n16-3' }));
    expect(nodes.map((node) => node['Index Name'])).toContain('issued_invoices_number_unique');
    await database.pool.query('analyze issued_invoices');
  });
});
