import { afterAll, beforeAll, expect, it } from 'vitest';
import { addIssuerProfile } from '#src/organizations/access/organizations.ts';
import { buildProfile } from '../render/support/build-invoice.ts';
import { BY_TEST, openTestApi, type TestApi } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { runCli } from '../support/run-cli.ts';

const TAXED = { concept: 'Servicio', units: 1, unit_price: 100, tax_rate: 21 };
const NOT_SUBJECT = { concept: 'Indemnización', units: 1, unit_price: 50, tax_operation_key: 'N1' } as const;

let api: TestApi;
/** The first of two invoices. EN 16931 cannot express the second one. */
let first: number;
let withoutAddress: number;
beforeAll(async () => {
  api = await openTestApi();
  const organization = await api.createOrganization();
  withoutAddress = (await issueBatch(api, organization, 1, 'B')) * 1000;
  await addIssuerProfile(api.database.orm, organization.id, 'B12345674', buildProfile(), BY_TEST);
  const lines = [TAXED, NOT_SUBJECT];
  first = (await issueBatch(api, organization, 2, 'A', (index) => (index === 1 ? { lines } : {}))) * 1000;
});
afterAll(() => api[Symbol.asyncDispose]());

/** Returns what `invoice show` prints of the formats of an invoice. */
async function show(id: number): Promise<string[]> {
  const { code, out } = await runCli('invoice', ['show', String(id)], { DATABASE_URL: api.database.url });
  expect(code).toBe(0);
  const [, formats = ''] = /^ {2}electronic formats: ([^]*)\n$/m.exec(out) ?? [];
  return formats.split('\n').map((line) => line.trim());
}

it('invoice show lists the electronic formats that can express an invoice', async () => {
  expect(await show(first)).toEqual([
    'ubl, cii, hybrid, ubl?profile=spfe',
    expect.stringMatching(/^not facturae: Facturae, política de firma 3\.1: .*this issuer has none/),
    expect.stringMatching(/^not ubl\?profile=peppol: PEPPOL-EN16931-R003: /),
  ]);
});

it('invoice show states the rule that prevents a format', async () => {
  expect(await show(first + 1)).toEqual([
    'ubl?profile=spfe',
    expect.stringMatching(/^not ubl: BR-O-11: /),
    expect.stringMatching(/^not cii: BR-O-11: /),
    expect.stringMatching(/^not facturae: Facturae, política de firma 3\.1: /),
    expect.stringMatching(/^not hybrid: BR-O-11: /),
    expect.stringMatching(/^not ubl\?profile=peppol: BR-O-11: /),
  ]);
});

it('invoice show judges an invoice by the profile that its issuer had when it was issued', async () => {
  const [formats, ...refusals] = await show(withoutAddress);
  expect(formats).toBe('none');
  expect(refusals).toHaveLength(6);
  for (const refusal of refusals) expect(refusal).toContain('6.1.e');
});
