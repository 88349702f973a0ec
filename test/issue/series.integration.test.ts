import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InvoiceInput } from '../../src/contracts/v2/invoice-input.ts';
import { processBatch } from '../../src/issue/process-batch.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { verifyChains } from '../support/chains.ts';
import { issueInTurn, issuingContext } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { buildInvoiceV2 } from '../support/invoices-v2.ts';
import { listGiven, setSeries } from '../support/series.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  api.clock.now = new Date('2027-01-04T10:00:00Z');
});
afterAll(() => api[Symbol.asyncDispose]());

/** Changes issued data, which the guards refuse. */
async function withoutGuards(sql: string): Promise<void> {
  const client = await api.database.pool.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(sql);
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** An invoice of a series. */
const ofSeries = (series: string, changes: InvoiceInput = {}): InvoiceInput =>
  buildInvoiceV2({ number_serie: null, series, issue_date: '2027-01-04', ...changes });

async function post(
  { token }: TestOrganization,
  invoices: readonly InvoiceInput[],
): Promise<{ id: number; errors: { index: number; details: { path: string; message: string }[] }[] }> {
  const answer = await api.post(token, { invoice_batch: { invoices } }, { version: 2 });
  expect({ status: answer.statusCode, body: answer.body }).toMatchObject({ status: 201 });
  const { data, errors } = answer.json<{ data: { id: number }; errors: [] }>();
  return { id: data.id, errors };
}

async function issue(organization: TestOrganization, invoices: readonly InvoiceInput[]) {
  const { id } = await post(organization, invoices);
  expect(await issueInTurn(api, id)).toMatchObject({ kind: 'issued' });
  return id;
}

const numbersOf = async (organization: TestOrganization) =>
  (await listGiven(api, organization.id)).map(({ number }) => number);

describe('a series', () => {
  it('gives numbers in the order of the request when the invoices are issued', async () => {
    const organization = await api.createOrganization();
    await setSeries(api, organization.id, 'F');
    const id = await issue(organization, [
      ofSeries('F'),
      buildInvoiceV2({ number_serie: 'STATED-1', issue_date: '2027-01-04' }),
      ofSeries('F'),
    ]);
    expect(await numbersOf(organization)).toEqual(['F-2027-000001', 'F-2027-000002']);
    const list = await api.get(organization.token, `/invoice_batches/${id}/invoices`, {}, 2);
    const { data } = list.json<{ data: { invoice_number: string }[] }>();
    expect(data.map((each) => each.invoice_number)).toEqual(['F-2027-000001', 'STATED-1', 'F-2027-000002']);
    await verifyChains(api.database.pool);
  });

  it('uses no number for an invoice that fails at the door or when it is issued', async () => {
    const organization = await api.createOrganization();
    await setSeries(api, organization.id, 'F');
    await setSeries(api, organization.id, 'R', { invoice_types: ['R1', 'R4'] });
    await issue(organization, [
      ofSeries('F', { lines: [] }),
      ofSeries('F'),
      ofSeries('R', {
        invoice_type: 'R1',
        rectification: {
          method: 'differences',
          reason: 'Error',
          invoices: [{ issued_invoice_id: 999_999_999 }],
        },
      }),
      ofSeries('F'),
    ]);
    expect(await numbersOf(organization)).toEqual(['F-2027-000001', 'F-2027-000002']);
  });

  it('gives an invoice of last year the next number of last year, by the issue date', async () => {
    const organization = await api.createOrganization();
    await setSeries(api, organization.id, 'F', { start_year: 2026, start: 40 });
    await setSeries(api, organization.id, 'ALL', { pattern: '{code}{counter}' });
    await issue(organization, [
      ofSeries('F'),
      ofSeries('F', { issue_date: '2026-12-31' }),
      ofSeries('F', { issue_date: '2026-12-30' }),
      ofSeries('ALL'),
      ofSeries('ALL', { issue_date: '2026-12-31' }),
    ]);
    expect(await numbersOf(organization)).toEqual([
      'F-2026-000040',
      'F-2026-000041',
      'F-2027-000001',
      'ALL1',
      'ALL2',
    ]);
  });

  it('takes the year of Madrid at midnight', async () => {
    const organization = await api.createOrganization();
    await setSeries(api, organization.id, 'F', { start_year: 2026 });
    const before = api.clock.now;
    try {
      // 00:30 in Madrid.
      api.clock.now = new Date('2026-12-31T23:30:00Z');
      await issue(organization, [ofSeries('F', { issue_date: null })]);
    } finally {
      api.clock.now = before;
    }
    expect(await numbersOf(organization)).toEqual(['F-2027-000001']);
  });

  it('is named by its id where an invoice states neither a number nor a code', async () => {
    const organization = await api.createOrganization();
    await setSeries(api, organization.id, 'F');
    const { rows } = await api.database.pool.query('select id::int from series where organization_id = $1', [
      organization.id,
    ]);
    const id = Number(rows[0].id);
    await issue(organization, [ofSeries(null as never, { series: null, invoiceable_serie_id: id })]);
    const first = await api.post(organization.token, {
      invoice_batch: {
        external_batch_id: null,
        invoices: [
          {
            external_invoice_id: 'flat',
            issuer_nif: 'B12345674',
            operation_date: '2027-01-04',
            invoiceable_serie_id: id,
            recipient_legal_name: 'Cliente de Prueba SL',
            recipient_document_type: 'nif',
            recipient_document_number: 'A12345674',
            lines: [{ concept: 'Servicio', units: 1, unit_price: 100, tax_rate: 21 }],
          },
        ],
      },
    });
    expect(first.json()).not.toHaveProperty('errors');
    await issueInTurn(api, first.json<{ data: { id: number } }>().data.id);
    expect(await numbersOf(organization)).toEqual(['F-2027-000001', 'F-2027-000002']);
  });

  it('gives numbers without chains to issuers outside VeriFactu', async () => {
    const organization = await api.createOrganization('Fuera SL', 'sii');
    await setSeries(api, organization.id, 'F', {}, 'G12345674');
    await issue(organization, [
      ofSeries('F', { issuer_nif: 'G12345674' }),
      ofSeries('F', { issuer_nif: 'G12345674' }),
    ]);
    expect(await numbersOf(organization)).toEqual(['F-2027-000001', 'F-2027-000002']);
  });

  it('refuses stated numbers of its own, begins after those that are used, and skips others', async () => {
    const organization = await api.createOrganization();
    const stated = (number: string) => buildInvoiceV2({ number_serie: number, issue_date: '2027-01-04' });
    await issue(organization, [stated('F-2027-000003'), stated('OTHER')]);
    const { id } = await post(organization, [stated('F-2027-000005')]);
    await setSeries(api, organization.id, 'F');
    // It was accepted before the series existed.
    await issueInTurn(api, id);
    // The API remembers for two seconds that the organization has no series.
    api.clock.now = new Date(api.clock.now.getTime() + 2000);
    const { errors } = await post(organization, [stated('F-2027-000006'), stated('F-2027-000002')]);
    expect(errors).toMatchObject([
      {
        index: 0,
        details: [
          { path: '/number_serie', code: 'not_allowed', message: expect.stringContaining('the series F') },
        ],
      },
    ]);
    // A number that the series does not expect, as after a race with its creation.
    await withoutGuards(
      `update issued_invoices set invoice_number = 'F-2027-000005' where invoice_number = 'OTHER'`,
    );
    await issue(organization, [ofSeries('F'), ofSeries('F'), ofSeries('F')]);
    expect(await numbersOf(organization)).toEqual(['F-2027-000004', 'F-2027-000006', 'F-2027-000007']);
    const { rows } = await api.database.pool.query(
      'select number::int from series_skips where organization_id = $1',
      [organization.id],
    );
    expect(rows).toEqual([{ number: 5 }]);
  });

  it('gives no number twice or none when its worker dies', async () => {
    const organization = await api.createOrganization();
    await setSeries(api, organization.id, 'F');
    await issue(organization, [ofSeries('F')]);
    const { id } = await post(organization, [ofSeries('F'), ofSeries('F')]);
    const blocker = await api.database.pool.connect();
    try {
      await blocker.query('begin');
      await blocker.query('lock table series_skips in exclusive mode');
      const dying = processBatch(issuingContext(api), id).then(
        () => 'issued',
        () => 'died',
      );
      await eventually(async () => {
        const { rowCount } = await api.database.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where wait_event_type = 'Lock' and query like '%series_skips%' and datname = current_database()`,
        );
        return rowCount !== null && rowCount > 0;
      });
      expect(await dying).toBe('died');
      await blocker.query('rollback');
    } finally {
      blocker.release();
    }
    expect(await numbersOf(organization)).toEqual(['F-2027-000001']);
    await issueInTurn(api, id);
    expect(await numbersOf(organization)).toEqual(['F-2027-000001', 'F-2027-000002', 'F-2027-000003']);
    await verifyChains(api.database.pool);
  });
});

describe('the numbers of several series', () => {
  it('have no gaps and follow the chains, however workers, failures and years mix', async () => {
    const organization = await api.createOrganization();
    const issuers = ['B12345674', 'A12345674', '12345678Z'];
    for (const nif of issuers)
      for (const code of ['A', 'B']) await setSeries(api, organization.id, code, { start_year: 2026 }, nif);
    const batchIds: number[] = [];
    let valid = 0;
    for (let batch = 0; batch < 24; batch += 1) {
      const invoices = Array.from({ length: 25 }, (_each, index) => {
        const isBroken = (batch + index) % 7 === 0;
        if (!isBroken) valid += 1;
        return ofSeries((batch + index) % 2 === 0 ? 'A' : 'B', {
          issuer_nif: issuers[(batch * index) % 3]!,
          issue_date: index % 5 === 0 ? '2026-12-31' : '2027-01-04',
          ...(isBroken && { lines: [{ concept: 'x', units: 1, unit_price: 1, tax_rate: 3 }] }),
        });
      });
      batchIds.push((await post(organization, invoices)).id);
    }
    const pending = [...batchIds, ...batchIds.slice(0, 6)];
    const work = async (fromTheEnd: boolean) => {
      for (;;) {
        const id = fromTheEnd ? pending.pop() : pending.shift();
        if (id === undefined) return;
        await processBatch(issuingContext(api), id);
      }
    };
    await Promise.all(Array.from({ length: 6 }, (_each, index) => work(index % 2 === 0)));
    const given = await listGiven(api, organization.id);
    expect(given).toHaveLength(valid);
    const counters = new Map<string, number[]>();
    const { rows } = await api.database.pool.query<{ id: string }>(
      'select id from series where organization_id = $1 order by id',
      [organization.id],
    );
    expect(rows).toHaveLength(6);
    for (const { series, year, counter } of given) {
      const key = `${series} ${year}`;
      counters.set(key, [...(counters.get(key) ?? []), counter]);
    }
    // Three issuers have a series of each code; each counts from 1 in the order of its chain.
    for (const list of counters.values()) {
      const starts = list.flatMap((counter, index) => (counter === 1 ? [index] : []));
      expect(starts).toHaveLength(3);
      for (const [place, start] of starts.entries()) {
        const part = list.slice(start, starts[place + 1]);
        expect(part).toEqual(part.map((_each, index) => index + 1));
      }
    }
    await verifyChains(api.database.pool);
  });
});
