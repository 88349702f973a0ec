import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SpfeReadinessView, SpfeStatusView } from '../../../src/contracts/v2/spfe-status.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../../support/api.ts';
import { issueBatch } from '../../support/engine.ts';
import { putInSpfe, SPFE_ISSUER } from '../../support/spfe.ts';

/* The status of the SPFE, and how ready the invoices of a month are for it. Today is 2026-11-20. */

const PERSON = { recipient_document_type: 'nif', recipient_document_number: '12345678Z' } as const;

let api: TestApi;
let organization: TestOrganization;
beforeEach(async () => {
  api = await openTestApi();
  api.clock.now = new Date('2026-11-20T09:30:00Z');
  organization = await api.createOrganization();
});
afterEach(() => api[Symbol.asyncDispose]());

async function get<View>(path: string, headers: Record<string, string> = {}): Promise<View> {
  const answer = await api.inject({
    url: `/api/v2/spfe/${path}`,
    headers: { authorization: `Bearer ${organization.token}`, ...headers },
  });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ data: View }>().data;
}

it('the status says in both languages that nothing was sent, and shows the decision, the states and the oldest waiting delivery of each own issuer', async () => {
  const { pool } = api.database;
  await putInSpfe(pool);
  await putInSpfe(pool, {
    issuerNif: 'A12345674',
    mode: 'prepare',
    channel: 'copy',
    validFrom: '2028-10-06',
    basis: 'everyone',
  });
  await putInSpfe(pool, { issuerNif: 'B87654321' });
  await issueBatch(api, organization, 2, 'A');
  await issueBatch(api, organization, 1, 'B', () => ({ issuer_nif: 'A12345674' }));
  const status = await get<SpfeStatusView>('status');
  expect(status).toEqual({
    transport: 'none',
    environment: 'test',
    notice: 'AEAT has not published the service. Invoices are prepared and kept; nothing has been sent',
    downtime: null,
    counted_from: '2025-11-01',
    issuers: [
      {
        issuer_nif: 'A12345674',
        mode: 'prepare',
        channel: 'copy',
        basis: 'everyone',
        from: '2028-10-06',
        pdf_companion_until: null,
        halted: null,
        counts: [],
        oldest_pending_at: null,
      },
      {
        issuer_nif: SPFE_ISSUER,
        mode: 'send',
        channel: 'interconnect',
        basis: 'turnover',
        from: '2026-01-01',
        pdf_companion_until: '2028-10-05',
        halted: null,
        counts: [{ state: 'waiting_transport', invoices: 2 }],
        oldest_pending_at: expect.stringMatching(/Z$/),
      },
    ],
  });
  const spanish = await get<SpfeStatusView>('status', { 'accept-language': 'es' });
  expect(spanish.notice).toContain('no se ha enviado nada');
});

it('a halted issuer and a downtime of the service are in the status', async () => {
  const { pool } = api.database;
  await putInSpfe(pool);
  await issueBatch(api, organization, 1, 'A');
  await pool.query(
    `insert into spfe_issuers (organization_id, issuer_nif, halted_at, halted_reason) values ($1, $2, '2026-11-20T10:00:00Z', 'No certificate')`,
    [organization.id, SPFE_ISSUER],
  );
  await pool.query(
    `insert into spfe_outages (began_at, last_failed_at, attempts) values ('2026-11-20T09:00:00Z', '2026-11-20T11:00:00Z', 7)`,
  );
  expect(await get('status')).toMatchObject({
    downtime: { since: '2026-11-20T09:00:00Z', attempts: 7 },
    issuers: [{ halted: { since: '2026-11-20T10:00:00Z', reason: 'No certificate' } }],
  });
});

it.each(['', '?month=', '?month=2026-13', '?month=26-11', '?month=2026-11-20'])(
  'readiness refuses what is no month, and says what is: %s',
  async (query) => {
    const answer = await api.get(organization.token, `/spfe/readiness${query}`, {}, 2);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      error: { message: 'month must be a month from 2000-01 on, such as 2026-11' },
    });
  },
);

it('readiness counts a month without any decision, and names the rules with examples', async () => {
  const recipes = [
    {},
    {},
    PERSON,
    { recipient_billing_postal_code: null },
    { recipient_document_number: 'P2807900B' },
  ];
  await issueBatch(api, organization, recipes.length, 'R', (index) => recipes[index]!);
  const without = await get<SpfeReadinessView>('readiness?month=2026-11');
  expect(without).toMatchObject({ examined: 5, is_complete: true, concerned: 3, expressible: 0 });
  expect(without.refusals.map(({ rule, invoices }) => [rule, invoices])).toEqual([
    ['RD 1619/2012 art. 6.1.e', 3],
    ['SPFE BT-53', 1],
  ]);
  // The profile gets an address.
  await putInSpfe(api.database.pool, { validFrom: '2030-01-01' });
  await api.database.pool.query('update organizations set persons_are_businesses = true');
  expect(await get(`readiness?month=2026-11&issuer_nif=${SPFE_ISSUER}`)).toEqual({
    month: '2026-11',
    issuer_nif: SPFE_ISSUER,
    notice: expect.stringContaining('nothing has been sent'),
    examined: 5,
    is_complete: true,
    concerned: 4,
    expressible: 3,
    not_concerned: [{ reason: 'public_body', invoices: 1 }],
    unknown: [],
    refusals: [{ rule: 'SPFE BT-53', message: expect.any(String), invoices: 1, examples: ['R-4'] }],
  });
  expect(without.unknown).toEqual([{ missing: 'is_business', invoices: 1 }]);
  expect(await get('readiness?month=2026-10')).toMatchObject({ examined: 0, is_complete: true });
});
