import { afterEach, beforeEach, expect, it } from 'vitest';
import { correctInvoice } from '../../src/operate/correct-invoice.ts';
import { draftChunk } from '#src/remit/sii/backlog/draft-chunk.ts';
import { processBatch } from '../../src/issue/process-batch.ts';
import { issueBatch, issuingContext, postBatch } from '../support/engine.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';
import { eventually } from '../support/eventually.ts';
import { runCli } from '../support/run-cli.ts';
import { enterSii } from '../support/sii.ts';

/* An issuer that moves between VeriFactu and SII by `npm run engine -- org register`. Today is 2026-11-20. */

const ISSUER = 'B12345674';
let test: TestRemission;
beforeEach(async () => {
  test = await openTestRemission();
});
afterEach(() => test[Symbol.asyncDispose]());

const register = (...args: string[]) =>
  runCli('org', ['register', ISSUER, ...args], { DATABASE_URL: test.api.database.url });
const toSii = (from: string, ...more: string[]) =>
  register('--sii', 'month', '--from', from, '--basis', 'turnover', ...more);
const order = (action: 'annul' | 'resend', invoiceId: number) =>
  correctInvoice(test.correcting(), { invoiceId, action, reason: 'x', operator: 'operadora' });
const dated = (date: string) => () => ({ operation_date: date });
const issue = async (series: string, date: string) =>
  (await issueBatch(test.api, test.organization, 1, series, dated(date))) * 1000;
const registers = () =>
  test.read<{ number: string; register: string }>(
    `select x.invoice_number as number, case when e.issued_invoice_id is not null then 'sii' when x.qr_url is not null then 'verifactu' else 'none' end as register
     from issued_invoices x left join sii_entries e on e.issued_invoice_id = x.id order by x.id`,
  );

it('an issuer enters SII, its chain sleeps, and goes on without a second first record when it comes back', async () => {
  const early = await issue('A', '2026-11-18');
  const dry = await toSii('2026-11-19', '--dry-run');
  expect(dry).toMatchObject({ code: 0, err: '' });
  expect(dry.out).toContain('Invoices of B12345674 dated 2026-11-19 or later go to SII');
  expect(dry.out).toContain('The chain of its VeriFactu records sleeps');
  expect(dry.out).toContain('1 VeriFactu records are still sent');
  expect(dry.out).toContain('must be sent to SII as well (RIVA, art. 68 ter)');
  expect(dry.out).toContain('Dry run: nothing was changed');
  expect(await test.read('select from issuer_registers')).toEqual([]);
  expect((await toSii('2026-11-19')).out).toContain('Decided');

  const inSii = await issue('B', '2026-11-19');
  expect(await register('--verifactu', '--from', '2026-11-20', '--basis', 'excluded')).toMatchObject({
    code: 0,
  });
  await issue('C', '2026-11-20');
  expect(await registers()).toEqual([
    { number: 'A-1', register: 'verifactu' },
    { number: 'B-1', register: 'sii' },
    { number: 'C-1', register: 'verifactu' },
  ]);
  const chain = await test.read<{ previous: string | null; hash: string; xml: string }>(
    'select previous_hash as previous, hash, xml from registration_records order by sequence',
  );
  expect(chain[1]!.previous).toBe(chain[0]!.hash);
  expect(chain.map(({ previous }) => previous === null)).toEqual([true, false]);

  await test.remit(await test.chainOf());
  expect(await order('annul', early)).toMatchObject({ register: 'verifactu', kind: 'anulacion' });
  await expect(order('annul', inSii)).rejects.toThrow('SII has not answered its entry yet');
});

it('a decision that contradicts issued invoices is refused, in whichever organization they are', async () => {
  const other = await test.api.createOrganization('Otra SL');
  await issueBatch(test.api, other, 1, 'O', dated('2026-11-20'));
  const refused = await toSii('2026-11-20');
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('contradicts what was issued') });
  expect(refused.err).toContain('1 invoices dated 2026-11-20 to 2026-11-20 are in VeriFactu (O-1)');
  expect((await toSii('2026-11-21')).code).toBe(0);
  const again = await toSii('2026-11-21');
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('withdraw it first') });
});

it('a batch that waits is issued by the decision that holds when it is issued', async () => {
  const batchId = await postBatch(test.api, test.organization, 1, 'W');
  expect((await toSii('2026-11-01')).code).toBe(0);
  await processBatch(issuingContext(test.api), batchId);
  expect(await registers()).toEqual([{ number: 'W-1', register: 'sii' }]);
});

it('a rectification goes where its own date falls, and refers to the original in the other register', async () => {
  const original = await issue('A', '2026-11-18');
  expect((await toSii('2026-11-19')).code).toBe(0);
  await issueBatch(test.api, test.organization, 1, 'R', () => ({
    operation_date: '2026-11-20',
    invoice_type: 'R1',
    rectified_invoice_id: original,
  }));
  expect(await registers()).toEqual([
    { number: 'A-1', register: 'verifactu' },
    { number: 'R-1', register: 'sii' },
  ]);
  const [version] = await test.read<{ record: string }>('select record from sii_versions');
  expect(version!.record).toContain('<sii:NumSerieFacturaEmisor>A-1</sii:NumSerieFacturaEmisor>');
});

it('an issuer that enters SII during a year sees by period which earlier invoices SII must have as well, and orders them', async () => {
  const backlog = (...more: string[]) =>
    runCli('sii', ['backlog', String(test.organization.id), ISSUER, ...more], {
      DATABASE_URL: test.api.database.url,
    });
  await issue('A', '2026-10-18');
  await issue('B', '2026-11-17');
  const annulled = await issue('C', '2026-11-17');
  await test.remit(await test.chainOf());
  await order('annul', annulled);
  expect((await toSii('2026-11-18')).code).toBe(0);
  const shown = await backlog();
  expect(shown).toMatchObject({ code: 0, err: '' });
  expect(shown.out).toMatch(/2026-10 {2}1 invoices, issued .*\n2026-11 {2}1 invoices/);
  expect(shown.out).toContain('2 invoices must be in SII from 2026-11-18 to 2026-12-31, with key 16');
  expect(await test.read('select from sii_backlogs')).toEqual([]);
  expect((await backlog('--order', '--reason', 'Entered')).out).toContain('Ordered: workers draft');
  expect((await backlog('--order')).out).toContain('Ordered before, and under way');
  const [ordered] = await test.read<{ id: string }>('select id from sii_backlogs');
  while (!(await draftChunk(test.context(), Number(ordered!.id))).isEnded);
  const after = await backlog();
  expect(after.out).toContain('1 entries, 1 refused. Of all orders 1 entries, 1 without an answer');
  expect(after.out).toMatch(/B-1 of 2026-11-17 cannot be stated: .*2026-11 .*AEAT 1306/);
});

it('a batch that is being issued while something else is decided goes where the new decision says', async () => {
  await issue('A', '2026-11-18');
  const batchId = await postBatch(test.api, test.organization, 2, 'B', dated('2026-11-20'));
  const client = await test.pool.connect();
  const waitFor = (count: number) =>
    eventually(async () => {
      const [row] = await test.read<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return row!.count >= count;
    });
  try {
    await client.query('begin');
    await client.query('select from chains where issuer_nif = $1 for no key update', [ISSUER]);
    // Both wait for the chain: the decision first, then the batch, which was prepared without it.
    const deciding = toSii('2026-11-19');
    await waitFor(1);
    const issuing = processBatch(issuingContext(test.api), batchId);
    await waitFor(2);
    await client.query('commit');
    expect((await deciding).out).toContain('Decided');
    expect(await issuing).toMatchObject({ kind: 'issued' });
  } finally {
    client.release(true);
  }
  expect(await registers()).toEqual([
    { number: 'A-1', register: 'verifactu' },
    { number: 'B-1', register: 'sii' },
    { number: 'B-2', register: 'sii' },
  ]);
});

it('an invoice in SII is withdrawn from there, also after its issuer went back to VeriFactu', async () => {
  const sii = await enterSii(test);
  const inSii = await issue('A', '2026-11-19');
  await sii.sendAll();
  expect(await register('--verifactu', '--from', '2026-11-20', '--basis', 'renounced')).toMatchObject({
    code: 0,
  });
  await issue('B', '2026-11-20');
  expect(await order('annul', inSii)).toMatchObject({ kind: 'baja', version: 2 });
  await sii.sendAll();
  expect((await sii.entries()).map(({ number, kind, state }) => [number, kind, state])).toEqual([
    ['A-1', 'baja', 'withdrawn'],
  ]);
  expect(test.sandbox.control.book().map(({ status }) => status)).toEqual(['Anulada']);
  const records = await test.read('select kind from registration_records');
  expect(records).toEqual([{ kind: 'alta' }]);
});
