import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildBatchV2 } from '../support/invoices-v2.ts';
import { openTestCensus, type TestCensus } from './support/open-census.ts';

let test: TestCensus;
beforeAll(async () => {
  test = await openTestCensus();
});
afterAll(() => test[Symbol.asyncDispose]());
beforeEach(() => {
  test.sandbox.control.clearFaults();
  test.sandbox.control.replaceCensus({ taxpayers: [{ nif: '12345678Z', name: 'GARCIA LOPEZ ANA' }] });
});

const censusCodes = (warnings: readonly { readonly code: string }[]) =>
  warnings.map(({ code }) => code).filter((code) => code.startsWith('census_'));

const TO_ANA = { recipient_document_number: '12345678Z', recipient_legal_name: 'García López, Ana' };
const TO_NOBODY = { ...TO_ANA, recipient_legal_name: 'Pérez Gil Juan' };

it('a repeated batch asks nothing, and neither logs nor stores contain a name', async () => {
  const organization = await test.createOrganization('warn');
  await test.end(await test.post(organization, 'FIRST', TO_ANA, TO_NOBODY, TO_ANA));
  const before = test.asked().length;
  const [ana, nobody] = await test.end(await test.post(organization, 'SECOND', TO_ANA, TO_NOBODY));
  expect(test.asked()).toHaveLength(before);
  expect(censusCodes(ana!.warnings)).toEqual([]);
  expect(censusCodes(nobody!.warnings)).toEqual(['census_not_identified']);
  const { rows } = await test.api.database.pool.query<{ row: string }>(
    "select row_to_json(c)::text as row from census_checks c where nif = '12345678Z'",
  );
  expect(rows).toHaveLength(2);
  for (const text of [...rows.map(({ row }) => row), ...test.log, ...test.queues.log])
    expect(text).not.toMatch(/garc[ií]a|p[eé]rez/i);
});

it.each(['shuffled', 'partial'] as const)(
  'an answer that is %s blames no invoice for another',
  async (kind) => {
    const organization = await test.createOrganization('refuse');
    test.sandbox.control.addFaults({ kind, service: 'census' });
    const [ana, nobody] = await test.end(await test.post(organization, kind, TO_ANA, TO_NOBODY));
    expect(ana!.error).toBeNull();
    // Of a short answer the missing line may be that of either.
    const isRefused = nobody!.error?.includes('AEAT does not identify') === true;
    expect(isRefused || kind === 'partial').toBe(true);
  },
);

it.each(['html', 'truncated', 'soap-fault', 'reset'] as const)(
  'while the census answers with %s, numbers have no gap and invoices only warnings',
  { timeout: 30_000 },
  async (kind) => {
    const organization = await test.createOrganization('refuse');
    test.sandbox.control.addFaults({ kind, service: 'census' });
    const ended = await test.end(await test.post(organization, kind, TO_ANA, TO_NOBODY));
    expect(ended.map(({ number }) => number)).toEqual([`${kind}-1`, `${kind}-2`]);
    for (const { warnings } of ended) expect(censusCodes(warnings)).toEqual(['census_unavailable']);
  },
);

it('a dry run waits for the census, whatever the organization is set to', async () => {
  const organization = await test.createOrganization('off');
  const answer = await test.api.inject({
    method: 'POST',
    url: '/api/v2/invoice_batches/validate?census=warn',
    headers: { authorization: `Bearer ${organization.token}`, 'content-type': 'application/json' },
    payload: JSON.stringify(buildBatchV2('DRY', TO_ANA, TO_NOBODY)),
  });
  type Item = { readonly index: number; readonly details: readonly { readonly code: string }[] };
  const { errors, warnings } = answer.json<{ errors: Item[]; warnings: Item[] }>();
  expect([answer.statusCode, errors]).toEqual([200, []]);
  expect(warnings.map(({ index, details }) => [index, censusCodes(details)])).toEqual([
    [0, []],
    [1, ['census_not_identified']],
  ]);
});
