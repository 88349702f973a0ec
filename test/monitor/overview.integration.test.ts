import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listFailures, listUncorrected } from '#src/monitor/statements/faults.ts';
import { listLoad, listPaused, measureWork } from '#src/monitor/statements/work.ts';
import { correctInvoice } from '#src/operate/correct-invoice.ts';
import { issueBatch, postBatch } from '../support/engine.ts';
import { storePdf } from '../support/pdfs.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';

/* The statements that the operations page, the terminal and the metrics share. */
describe('the overview', () => {
  let test: TestRemission;
  beforeAll(async () => {
    test = await openTestRemission();
  });
  afterAll(() => test[Symbol.asyncDispose]());
  const since = () => new Date(test.api.clock.now.getTime() - 24 * 3600 * 1000);
  const work = async () =>
    Object.fromEntries((await measureWork(test.pool)).map((one) => [one.kind, one] as const));

  it('counts the unfinished work of each kind until it is done', async () => {
    const { api, organization } = test;
    expect(await work()).toMatchObject({
      batch: { count: 0, oldestAt: null },
      pdf: { count: 0, oldestAt: null },
      record: { count: 0, oldestAt: null },
    });
    await postBatch(api, organization, 2, 'WAITS');
    const batchId = await issueBatch(api, organization, 3, 'ISSUED');
    await storePdf(api, batchId * 1000);
    const found = await work();
    expect(found).toMatchObject({ batch: { count: 1 }, pdf: { count: 2 }, record: { count: 3 } });
    expect(Math.abs(found['record']!.oldestAt! - api.clock.now.getTime())).toBeLessThan(60_000);
    for (const position of [1, 2]) await storePdf(api, batchId * 1000 + position);
    await test.remit(await test.chainOf());
    expect(await work()).toMatchObject({ batch: { count: 1 }, pdf: { count: 0 }, record: { count: 0 } });
  });

  it('lists the organizations of the unfinished work, those with most of it first', async () => {
    const big = await test.api.createOrganization('Grande SL');
    await postBatch(test.api, big, 20, 'BIG');
    const load = await listLoad(test.pool, since(), 5);
    expect(load.map(({ name }) => name)).toEqual(['Grande SL', 'Organización de Prueba SL']);
    expect(load[0]).toMatchObject({ openInvoices: 20, newInvoices: 20, allNewInvoices: 25 });
    expect(await listLoad(test.pool, since(), 1)).toHaveLength(1);
  });

  it('lists paused organizations, and does not count the work that the pause holds up', async () => {
    const { api, pool } = test;
    const before = await work();
    const held = await api.createOrganization('Parada SL');
    await postBatch(api, held, 1, 'HELD');
    expect((await work())['batch']!.count).toBe(before['batch']!.count + 1);
    await pool.query('update organizations set paused_at = now() where id = $1', [held.id]);
    expect(await listPaused(pool, 5)).toEqual([
      { organizationId: held.id, name: 'Parada SL', pausedAt: expect.any(Number), batchesWaiting: 1 },
    ]);
    expect((await work())['batch']!.count).toBe(before['batch']!.count);
    await pool.query('update organizations set paused_at = null');
    expect(await listPaused(pool, 5)).toEqual([]);
  });

  it('groups failures by message, without places, numbers, NIFs and names of persons', async () => {
    const { api, organization, pool } = test;
    const batchId = await postBatch(api, organization, 4, 'BAD');
    const messages = [
      'Issuer name must be ANA GARCIA, the name on record for the person with NIF 12345678Z',
      'Issuer name must be LUIS PEREZ, the name on record for the person with NIF X1234567L',
      'Line 3: Units must be a number; Number serie is already used by issued invoice 17004',
      'Line 12: Units must be a number; Number serie is already used by issued invoice 9',
    ];
    await pool.query(
      `update batch_invoices i set processing_error = m.text
       from unnest($2::text[]) with ordinality m (text, place) where i.id = $1::bigint * 1000 + m.place - 1`,
      [batchId, messages],
    );
    const groups = await listFailures(pool, since(), 10);
    expect(groups.map(({ message, invoices }) => [message, invoices])).toEqual([
      ['Issuer name must be the name on record for the person', 2],
      ['Line #: Units must be a number; Number serie is already used by issued invoice #', 2],
    ]);
    expect(groups[0]).toMatchObject({ batchIds: [batchId], isWhole: true });
    expect(await listFailures(pool, new Date(test.api.clock.now.getTime() + 60_000), 10)).toEqual([]);
  });

  it('lists records that AEAT refused until they are corrected, without NIFs and names', async () => {
    test.pass(120);
    test.sandbox.control.addFaults({ kind: 'record-error', code: 1110, records: 2, count: 1 });
    const batchId = await issueBatch(test.api, test.organization, 3, 'REF');
    await test.remit(await test.chainOf());
    const [group] = await listUncorrected(test.pool, 10);
    expect(group).toMatchObject({ state: 'rejected', code: 1110, kind: 'alta', records: 2 });
    expect(group!.invoiceIds).toEqual([batchId * 1000 + 1, batchId * 1000 + 2]);
    await correctInvoice(test.correcting(), {
      invoiceId: group!.invoiceIds[0]!,
      action: 'resend',
      operator: 'ana',
      reason: 'mended',
      isRecipientOutsideCensus: false,
    });
    expect(await listUncorrected(test.pool, 10)).toMatchObject([{ records: 1 }]);
  });
});
