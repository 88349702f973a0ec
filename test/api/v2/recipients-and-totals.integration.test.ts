import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InvoiceView } from '../../../src/contracts/v2/invoice-answers.ts';
import type { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';
import { summarizeDocuments } from '../../../src/deliver/reads/document-summaries.ts';
import { readBlocksInTurn } from '../../../src/deliver/reads/files.sql.ts';
import { BlockDamage } from '../../../src/platform/literals/literal-block.ts';
import { readAsOrganization } from '../../../src/platform/postgres/scoped-query.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../../support/api.ts';
import { issueInTurn } from '../../support/engine.ts';
import { buildBatchV2 } from '../../support/invoices-v2.ts';
import { THREADS } from '../../support/threads.ts';

let api: TestApi;
let organization: TestOrganization;
let other: TestOrganization;
/** The tasks that the API gave to its threads. */
const tasks: string[] = [];
const { writer } = THREADS;
beforeAll(async () => {
  const counted: typeof writer = {
    ...writer,
    view: (...args) => (tasks.push('view'), writer.view(...args)),
    viewSent: (...args) => (tasks.push('viewSent'), writer.viewSent(...args)),
    summarize: (...args) => (tasks.push('summarize'), writer.summarize(...args)),
  };
  api = await openTestApi({}, { writer: counted });
  organization = await api.createOrganization();
  other = await api.createOrganization();
});
afterAll(() => api[Symbol.asyncDispose]());

async function issue(owner: TestOrganization, series: string, ...invoices: InvoiceInput[]): Promise<number> {
  const answer = await api.post(owner.token, buildBatchV2(series, ...invoices), { version: 2 });
  const { data, errors } = answer.json<{ data: { id: number }; errors: object[] }>();
  if (errors.length > 0) throw new Error(answer.body);
  await issueInTurn(api, data.id);
  return data.id;
}

async function get<T = { data: InvoiceView[] }>(path: string, { token } = organization): Promise<T> {
  const answer = await api.get(token, path, {}, 2);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<T>();
}

const line = { concept: 'Género', units: 1, unit_price: '100.00', tax_rate: 21 };
const recipients = [
  { name: 'Tienda Uno SL', document_type: 'nif', document_number: 'B98765431', country_code: 'ES' },
  { name: 'Cliente Ejemplo SA', document_type: 'nif', document_number: 'A12345674', country_code: 'ES' },
] as const;
/** Without the recipient of `buildInvoiceV2`. */
const nobody = {
  recipient_legal_name: null,
  recipient_document_type: null,
  recipient_document_number: null,
  recipient_billing_address: null,
  recipient_billing_postal_code: null,
  recipient_billing_city: null,
};

describe('the recipient and the totals of an invoice in a list', () => {
  it('say whom it charges and how much, with the surcharge and the euros where there are some', async () => {
    const batch = await issue(
      organization,
      'WHO',
      {
        ...nobody,
        recipients: recipients.map((each) => ({
          ...each,
          address: 'Calle 1',
          postal_code: '28013',
          city: 'Madrid',
        })),
        lines: [{ ...line, equivalence_surcharge_rate: '5.2' }],
      },
      { currency: 'USD', exchange_rate: '0.5' },
      { ...nobody, invoice_type: 'F2', has_unidentified_recipient: true },
    );
    const { data } = await get(`/invoice_batches/${batch}/invoices`);
    expect(data).toMatchObject([
      {
        recipient: recipients[0],
        recipients_count: 2,
        totals: { base: '100.00', tax: '21.00', surcharge: '5.20', total: '126.20', euro: null },
      },
      {
        recipient: { name: 'Cliente de Prueba SL', document_number: 'A12345674' },
        recipients_count: 1,
        totals: { currency: 'USD', base: '100.00', euro: { base: '50.00', tax: '10.50', total: '60.50' } },
      },
      { recipient: null, recipients_count: 0, totals: { base: '100.00', surcharge: null } },
    ]);
    expect(Object.keys(data[0]!.recipient!)).toEqual([
      'name',
      'document_type',
      'document_number',
      'country_code',
    ]);
  });

  it('are those of the document of each invoice, in whatever batch it is', async () => {
    for (const series of ['A', 'B', 'C'])
      await issue(
        organization,
        series,
        ...Array.from({ length: 70 }, (_none, index) => ({
          lines: [{ ...line, unit_price: `${index + 1}.50` }],
          recipient_legal_name: `Cliente ${series} ${index}`,
        })),
      );
    const { data } = await get('/invoices?limit=100');
    const some = data.filter((_each, index) => index % 9 === 0);
    expect(some.length).toBeGreaterThan(10);
    for (const { id, recipient, recipients_count: count, totals } of some) {
      type Whole = { data: { document: { recipients: object[] }; totals: object; recipient: object } };
      const { data: whole } = await get<Whole>(`/invoices/${id}`);
      expect({ id, totals, count }).toEqual({
        id,
        totals: whole.totals,
        count: whole.document.recipients.length,
      });
      expect(whole.document.recipients[0]).toMatchObject(recipient!);
      expect(whole.recipient).toEqual(recipient);
    }
  });

  it('are null for an invoice that failed or waits', async () => {
    const answer = await api.post(organization.token, buildBatchV2('WAIT', {}, { number_serie: '' }), {
      version: 2,
    });
    const { id } = answer.json<{ data: { id: number } }>().data;
    const nothing = { recipient: null, recipients_count: null, totals: null };
    expect((await get(`/invoice_batches/${id}/invoices`)).data).toMatchObject([nothing, nothing]);
    expect(await get(`/invoices/${id * 1000}`)).toMatchObject({ data: nothing });
  });

  it('are read of documents of one organization alone', async () => {
    const batch = await issue(other, 'OTHER', {});
    expect((await get('/invoices', other)).data).toMatchObject([{ recipients_count: 1 }]);
    const reading = (id: number) => summarizeDocuments(api.ingress.pool, writer, id, [batch * 1000]);
    expect((await reading(other.id)).size).toBe(1);
    await expect(reading(organization.id)).rejects.toThrow(BlockDamage);
  });
});

describe('what a client did not ask for', () => {
  it('is not read from documents and bodies', async () => {
    const batch = await issue(organization, 'LESS', {});
    const ask = async (path: string) => {
      tasks.length = 0;
      await get(path);
      return [...tasks];
    };
    for (const list of ['/invoices?limit=1', `/invoice_batches/${batch}/invoices?limit=1`]) {
      expect(await ask(list)).toEqual(['summarize']);
      expect(await ask(`${list}&fields=totals.base`)).toEqual(['summarize']);
      expect(await ask(`${list}&fields=invoice_number,rectified_by,total_after_taxes`)).toEqual([]);
    }
    const invoice = `/invoices/${batch * 1000}`;
    expect((await ask(invoice)).toSorted()).toEqual(['view', 'viewSent']);
    expect(await ask(`${invoice}?fields=sent`)).toEqual(['viewSent']);
    expect(await ask(`${invoice}?fields=document.lines`)).toEqual(['view']);
    expect(await ask(`${invoice}?fields=registration,pdf,warnings,rectified_by`)).toEqual([]);
  });
});

describe('the documents of a page', () => {
  it('are read in several statements if they are large, which bounds their memory', async () => {
    const [p, q, r] = [
      await issue(organization, 'P', {}),
      await issue(organization, 'Q', {}),
      await issue(organization, 'R', {}),
    ];
    const read = async (bytes: number, ids: readonly number[]) => {
      const parts = ids.map(() => 0);
      const statement = readBlocksInTurn(organization.id, ids, parts, bytes);
      const { rows } = await readAsOrganization(api.ingress.pool, organization.id, statement);
      return rows.map(({ batchId, codec }) => (codec === null ? 'absent' : batchId));
    };
    expect(await read(1, [p, q, r])).toEqual([p]);
    expect(await read(1, [r, p])).toEqual([r]);
    expect(await read(1_000_000, [p, q, r])).toEqual([p, q, r]);
    // An absent one takes no bytes.
    expect(await read(1, [999_999, q, p])).toEqual(['absent', q]);
  });

  it('are complete if they have more bytes than are read at once', { timeout: 120_000 }, async () => {
    // Texts that cannot be compressed: more than two megabytes in each batch.
    const character = () => String.fromCodePoint(0x4e_00 + Math.floor(Math.random() * 20_000));
    const text = () => Array.from({ length: 1000 }, character).join('');
    const lines = () => Array.from({ length: 190 }, () => ({ ...line, concept: text() }));
    const batches: number[] = [];
    for (const series of ['L1', 'L2', 'L3'])
      batches.push(
        await issue(organization, series, ...Array.from({ length: 4 }, () => ({ lines: lines() }))),
      );
    const sizes = await api.database.pool.query<{ bytes: string }>(
      'select sum(octet_length(content)) as bytes from document_blocks where batch_id = any ($1)',
      [batches],
    );
    expect(Number(sizes.rows[0]!.bytes)).toBeGreaterThan(4.5 * 1024 * 1024);
    const { data } = await get('/invoices?limit=12&fields=totals.base');
    expect(data.map(({ id }) => Math.floor(id / 1000))).toContain(batches[0]);
    expect(data.map(({ totals }) => totals!.base)).toEqual(data.map(() => '19000.00'));
  });
});
