import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InvoiceView } from '../../src/contracts/v2/invoice-answers.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { runCli } from '../support/run-cli.ts';

let api: TestApi;
let organizations: TestOrganization[];
/**
 * The batches, one of each organization: the second invoice of each is simplified and has no
 * recipient.
 */
let batches: number[];
beforeAll(async () => {
  api = await openTestApi();
  organizations = [await api.createOrganization(), await api.createOrganization('Otra SL')];
  batches = [];
  for (const organization of organizations)
    batches.push(
      await issueBatch(api, organization, 70, 'OLD', (index) => ({
        ...(index === 69 && { recipient_document_number: 'B98765431' }),
        ...(index === 1 && {
          invoice_type: 'F2',
          recipient_legal_name: null,
          recipient_document_type: null,
          recipient_document_number: null,
        }),
      })),
    );
  // As version 1.0.0 stored them.
  await api.database.pool.query(
    `set session_replication_role = 'replica'; update issued_invoices set recipient_term = null; reset session_replication_role`,
  );
});
afterAll(() => api[Symbol.asyncDispose]());

const find = async (organization: TestOrganization, document: string) => {
  const answer = await api.get(
    organization.token,
    `/invoices?recipient_document=${document}&limit=100`,
    {},
    2,
  );
  return answer.json<{ data: InvoiceView[] }>().data.map(({ id }) => id);
};
const index = () =>
  runCli('invoice', ['index', '--operator', 'Ana'], { DATABASE_URL: api.database.urlOf('operator') });

describe('npm run engine -- invoice index', () => {
  it('lets the search find invoices of version 1.0.0 by their recipients, and finds nothing more to do', async () => {
    expect(await find(organizations[0]!, 'B98765431')).toEqual([]);
    expect(await index()).toMatchObject({
      code: 0,
      out: '138 invoices are now found by the documents of their recipients\n',
    });
    for (const [place, organization] of organizations.entries()) {
      expect(await find(organization, 'b-98765431')).toEqual([batches[place]! * 1000 + 69]);
      expect(await find(organization, 'A12345674')).toHaveLength(68);
    }
    expect((await index()).out).toMatch(/^0 invoices /);
    const { rows } = await api.database.pool.query(
      `select operator, details from operator_acts where act = 'invoice.index'`,
    );
    expect(rows).toEqual([
      { operator: 'Ana', details: { invoices: 138, from: batches[0]! * 1000, to: batches[1]! * 1000 + 69 } },
    ]);
  });

  it('leaves invoices alone that have their term', async () => {
    const batch = await issueBatch(api, organizations[0]!, 2, 'NEW');
    expect((await index()).out).toMatch(/^0 invoices /);
    expect(await find(organizations[0]!, 'A12345674')).toContain(batch * 1000 + 1);
    const { rows } = await api.database.pool.query('select from search_terms where invoice_id > $1', [
      batch * 1000,
    ]);
    expect(rows).toEqual([]);
  });
});
