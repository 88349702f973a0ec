import { expect, it } from 'vitest';
import { needsPdfCompanion } from '#src/domain/spfe/pdf-companion.ts';
import type { SpfeDeliveryView } from '#src/contracts/v2/spfe.ts';
import { writeVersions } from '#src/remit/spfe/write-versions.ts';
import { openSpfeClient } from '../../support/spfe-client.ts';
import { putInSpfe } from '../../support/spfe.ts';
import { failTest } from '../../support/fail-test.ts';

const PROFILE = '/api/v2/recipient_profiles/A12345674';

it('an issued invoice shows its delivery without any claim, and needs a PDF beside it until its recipient does without', async () => {
  await using client = await openSpfeClient({}, '2027-11-25T11:00:00Z');
  const { api, own } = client;
  await putInSpfe(api.database.pool, { validFrom: '2027-10-06', basis: 'turnover' });
  const issued = { issue_date: '2027-11-20', recipient_billing_city: 'Madrid' };
  const id = await client.issue(issued, null);
  const shown = await client.read(id);
  expect(shown).toMatchObject({
    state: 'waiting_transport',
    channel: 'interconnect',
    is_copy: false,
    unique_code: { issuer_nif: 'B12345674', issue_date: '2027-11-20' },
    due_by: '2027-11-25T11:00:00Z',
    csv: null,
    pdf_companion_required: true,
  });
  expect(JSON.stringify(shown)).not.toMatch(/\b(sent|delivered|registered|admitted)\b/);
  const changed = await api.inject({
    method: 'PUT',
    url: PROFILE,
    headers: { authorization: `Bearer ${own.token}` },
    payload: { accepts_without_pdf_since: '2027-11-01' },
  });
  expect(changed.statusCode).toBe(200);
  expect((await client.read(id))!.pdf_companion_required).toBe(false);
  await client.pay(id, '121.00', '2027-11-25');
  expect(await client.told(id)).toEqual([['SETTLEMENT', 'waiting_transport', '2027-11-25']]);
});

it('a delivery that cannot be expressed shows what its rule says, in the language of the client', async () => {
  await using client = await openSpfeClient();
  const { api, own } = client;
  const id = await client.issue();
  const issuer = { organizationId: own.id, issuerNif: 'B12345674' };
  await writeVersions(api.workers.pool, issuer, api.clock.now, failTest);
  const shown = async (language: string) => {
    const answer = await api.inject({
      method: 'GET',
      url: `/api/v2/invoices/${id}`,
      headers: { authorization: `Bearer ${own.token}`, 'accept-language': language },
    });
    return answer.json<{ data: { spfe: SpfeDeliveryView } }>().data.spfe;
  };
  expect(await shown('en')).toMatchObject({
    state: 'blocked',
    rule: 'RD 1619/2012 art. 6.1.e',
    rule_message: expect.stringMatching(/^the issuer’s address is missing/),
    error: null,
  });
  expect((await shown('es')).rule_message).toMatch(/^falta la dirección del emisor/);
});

it('the PDF beside an invoice is for issuers of the first group, in their first year', () => {
  expect(needsPdfCompanion('2027-10-05', 'turnover')).toBe(false);
  expect(needsPdfCompanion('2027-10-06', 'turnover')).toBe(true);
  expect(needsPdfCompanion('2028-10-05', 'turnover')).toBe(true);
  expect(needsPdfCompanion('2028-10-06', 'turnover')).toBe(false);
  expect(needsPdfCompanion('2027-11-20', 'voluntary')).toBe(false);
  expect(needsPdfCompanion('2027-11-20', null)).toBe(false);
});
