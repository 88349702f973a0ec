import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { InvoiceInput } from '../../src/contracts/v2/invoice-input.ts';
import type { CensusWhenUnavailable } from '../../src/contracts/codes.ts';
import { processBatch, type ProcessResult } from '../../src/issue/process-batch.ts';
import { judgeCensus } from '#src/monitor/judge-census.ts';
import { summarizeCensus } from '#src/monitor/statements/census.ts';
import { changeSetting } from '#src/organizations/settings.ts';
import { askCensus } from '#src/remit/ask-census.ts';
import { type CensusBreaker, createCensusBreaker } from '#src/remit/census-breaker.ts';
import { BY_TEST } from '../support/api.ts';
import { issuingContext } from '../support/engine.ts';
import { buildBatchV2 } from '../support/invoices-v2.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';
import { listGiven, setSeries } from '../support/series.ts';
import { enterSii } from '../support/sii.ts';

/* What happens while AEAT's census is away or refuses, and how long its answers are valid. */

const KNOWN = { taxpayers: [{ nif: '12345678Z', name: 'GARCIA LOPEZ ANA' }] };
const ANA = { recipient_document_number: '12345678Z', recipient_legal_name: 'García López, Ana' };
const DAY = 24 * 3600;

let test: TestRemission;
let breaker: CensusBreaker;
beforeEach(async () => {
  test = await openTestRemission();
  test.sandbox.control.replaceCensus(KNOWN);
  breaker = createCensusBreaker();
});
afterEach(() => test[Symbol.asyncDispose]());

const set = async (mode: 'warn' | 'refuse', whenUnavailable: CensusWhenUnavailable = 'proceed') => {
  const { id } = test.organization;
  await changeSetting(test.orm, id, { name: 'census', value: mode }, BY_TEST);
  await changeSetting(test.orm, id, { name: 'censusWhenUnavailable', value: whenUnavailable }, BY_TEST);
};
/** Asks the census what waits, as a worker does. */
const ask = () =>
  askCensus({ ...test.context(), breaker, random: () => 0 }, { organizationId: test.organization.id });
const post = async (series: string, ...invoices: InvoiceInput[]): Promise<number> => {
  const answer = await test.api.post(test.organization.apiKey, buildBatchV2(series, ...invoices), {
    version: 2,
  });
  expect({ status: answer.statusCode, body: answer.body }).toMatchObject({ status: 201 });
  return answer.json<{ data: { id: number } }>().data.id;
};
const issue = async (batchId: number): Promise<ProcessResult['kind']> =>
  (await processBatch(issuingContext(test.api), batchId)).kind;
const asked = () => test.sandbox.control.messages().filter(({ service }) => service === 'census').length;
const warningsOf = async (batchId: number) =>
  (
    await test.read<{ code: string }>(
      `select w ->> 'code' as code from batch_invoices i cross join jsonb_array_elements(coalesce(i.warnings, '[]')::jsonb) w
       where i.batch_id = $1 and w ->> 'code' like 'census%'`,
      [batchId],
    )
  ).map(({ code }) => code);
/** Posts an invoice to a taxpayer, asks if that is not known, and issues it. @returns how often AEAT was asked. */
const follow = async (series: string, invoice: InvoiceInput): Promise<number> => {
  const before = asked();
  const batchId = await post(series, invoice);
  if ((await issue(batchId)) === 'asks_census') {
    await ask();
    expect(await issue(batchId)).toBe('issued');
  }
  return asked() - before;
};
const findings = async () =>
  judgeCensus(await summarizeCensus(test.pool, test.api.clock.now), test.api.clock.now.getTime());

describe('while the census is away, a batch', () => {
  it('waits for it if its organization prefers that, and is checked when AEAT answers', async () => {
    await set('refuse', 'hold');
    test.sandbox.control.addFaults({ kind: 'html', service: 'census', count: 3 });
    const batchId = await post('H', ANA, { ...ANA, recipient_legal_name: 'Pérez Gil Juan' });
    expect(await issue(batchId)).toBe('asks_census');
    expect(await ask()).toMatchObject({ asked: 3, unavailable: 3 });
    expect(await issue(batchId)).toBe('asks_census');
    expect(await findings()).toEqual([
      expect.objectContaining({
        id: 'census-away',
        urgency: 'look',
        what: `AEAT's census has not told 3 taxpayers to organization ${test.organization.id}`,
      }),
    ]);
    test.pass(6 * 60);
    expect(await issue(batchId)).toBe('asks_census');
    await ask();
    expect(await issue(batchId)).toBe('issued');
    expect(await findings()).toEqual([]);
    expect(
      await test.read('select processing_error is null as issued from batch_invoices order by id'),
    ).toEqual([{ issued: true }, { issued: false }]);
  });

  it('that waits is issued with a warning after 24 hours', async () => {
    await set('refuse', 'hold');
    test.sandbox.control.addFaults({ kind: 'html', service: 'census' });
    const batchId = await post('H', ANA);
    expect(await issue(batchId)).toBe('asks_census');
    await ask();
    test.pass(DAY - 60);
    await issue(batchId);
    await ask();
    expect(await issue(batchId)).toBe('asks_census');
    test.pass(61);
    expect(await issue(batchId)).toBe('issued');
    expect(new Set(await warningsOf(batchId))).toEqual(new Set(['census_unavailable']));
  });
});

it('a certificate that AEAT’s census refuses is not presented again before the worker restarts, and is a finding that names no taxpayer', async () => {
  await set('warn');
  test.sandbox.control.addFaults({ kind: 'http-status', status: 403, service: 'census', count: 1 });
  expect(await follow('A', ANA)).toBe(1);
  const [finding] = await findings();
  expect(finding).toMatchObject({ id: 'census-refused', urgency: 'act' });
  expect(JSON.stringify([finding, test.log])).not.toMatch(/12345678Z|garc/i);
  test.pass(3000);
  expect(await follow('B', ANA)).toBe(0);
  expect((await findings()).map(({ id }) => id)).toEqual(['census-refused']);
  breaker = createCensusBreaker();
  test.pass(3000);
  expect(await follow('C', ANA)).toBe(1);
  expect(await findings()).toEqual([]);
});

it('questions that no worker asks are a finding after two minutes', async () => {
  await set('warn');
  await issue(await post('A', ANA));
  expect(await findings()).toEqual([]);
  test.pass(121);
  expect(await findings()).toMatchObject([{ id: 'census-waiting', urgency: 'look' }]);
});

describe('an answer of the census', () => {
  it('is valid for 30 days if it identifies, and for a day if it does not', async () => {
    await set('warn');
    const nobody = { ...ANA, recipient_legal_name: 'Pérez Gil Juan' };
    expect([await follow('A', ANA), await follow('B', nobody)]).toEqual([1, 1]);
    test.pass(DAY - 60);
    expect([await follow('C', ANA), await follow('D', nobody)]).toEqual([0, 0]);
    test.pass(120);
    expect([await follow('E', ANA), await follow('F', nobody)]).toEqual([0, 1]);
    test.pass(30 * DAY);
    expect(await follow('G', ANA)).toBe(1);
  });

  it('ends when VeriFactu accepts a record to that recipient with error 2001, so that the next batch asks anew', async () => {
    await set('warn');
    expect([await follow('A', ANA), await follow('B', ANA)]).toEqual([1, 0]);
    test.sandbox.control.replaceCensus({ unknown: ['12345678Z'] });
    await test.remit(await test.chainOf());
    expect(await test.read('select distinct code from record_answers')).toEqual([{ code: 2001 }]);
    expect(await follow('C', ANA)).toBe(1);
    expect(await follow('D', ANA)).toBe(0);
  });

  it('ends when SII rejects an entry to that recipient with 1117, so that the next batch asks anew', async () => {
    const sii = await enterSii(test);
    await set('warn');
    expect([await follow('A', ANA), await follow('B', {})]).toEqual([1, 1]);
    test.sandbox.control.replaceCensus({ unknown: ['12345678Z'] });
    await sii.sendAll();
    expect((await sii.entries()).map(({ code }) => code)).toEqual([1117, null]);
    expect([await follow('C', {}), await follow('D', ANA)]).toEqual([0, 1]);
  });
});

it('a series has no gap after the census refused an invoice between two others', async () => {
  await set('refuse');
  await setSeries(test.api, test.organization.id, 'F');
  const ofSeries = { number_serie: null, series: 'F' };
  const nobody = { ...ANA, recipient_legal_name: 'Pérez Gil Juan' };
  await follow('', { ...ANA, ...ofSeries });
  const batchId = await post(
    'X',
    { ...ANA, ...ofSeries },
    { ...nobody, ...ofSeries },
    { ...ANA, ...ofSeries },
  );
  expect(await issue(batchId)).toBe('asks_census');
  await ask();
  expect(await issue(batchId)).toBe('issued');
  expect((await listGiven(test.api, test.organization.id)).map(({ number }) => number)).toEqual([
    'F-2026-000001',
    'F-2026-000002',
    'F-2026-000003',
  ]);
});

it(
  'a dry run waits ten seconds for the census, and warns then that it does not know',
  { timeout: 30_000 },
  async () => {
    const begun = performance.now();
    const answer = await test.api.inject({
      method: 'POST',
      url: '/api/v2/invoice_batches/validate?census=warn',
      headers: { authorization: `Bearer ${test.organization.token}`, 'content-type': 'application/json' },
      payload: JSON.stringify(buildBatchV2('DRY', ANA)),
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('census_unavailable');
    expect(performance.now() - begun).toBeGreaterThan(9900);
    expect(performance.now() - begun).toBeLessThan(20_000);
  },
);
