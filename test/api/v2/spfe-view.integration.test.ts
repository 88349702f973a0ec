import { expect, it } from 'vitest';
import { needsPdfCompanion } from '#src/domain/spfe/pdf-companion.ts';
import { openSpfeClient } from '../../support/spfe-client.ts';
import { putInSpfe } from '../../support/spfe.ts';

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

it('the PDF beside an invoice is for issuers of the first group, in their first year', () => {
  expect(needsPdfCompanion('2027-10-05', 'turnover')).toBe(false);
  expect(needsPdfCompanion('2027-10-06', 'turnover')).toBe(true);
  expect(needsPdfCompanion('2028-10-05', 'turnover')).toBe(true);
  expect(needsPdfCompanion('2028-10-06', 'turnover')).toBe(false);
  expect(needsPdfCompanion('2027-11-20', 'voluntary')).toBe(false);
  expect(needsPdfCompanion('2027-11-20', null)).toBe(false);
});
