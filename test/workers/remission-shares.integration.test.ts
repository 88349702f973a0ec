import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPerOrganizationConcurrency } from '#src/remit/per-organization-concurrency.ts';
import { buildRemitRecords } from '../../workers/remit-records.ts';
import { issueBatch } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';
import { openTestQueues, type TestQueues } from '../support/worker.ts';

/*
 * AEAT's slow register is queried about duplicates of many months in several chains of one
 * organization. Another organization must not wait for that.
 */

const NIFS = ['B12345674', 'A12345674', '12345678Z', '87654321X', 'X1234567L', 'K1234567L'];
const MONTHS = ['2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06', '2026-07'];
const PLACES = 4;

let test: TestRemission;
let queues: TestQueues;
beforeAll(async () => {
  test = await openTestRemission({ now: () => Date.now(), settings: { waitSeconds: 0 } });
  queues = await openTestQueues();
});
afterAll(async () => {
  await queues[Symbol.asyncDispose]();
  await test[Symbol.asyncDispose]();
});

it('an organization sends records while the register is queried about the duplicates of another one', async () => {
  const first = await test.api.createOrganization('Antes SL');
  const victim = await test.api.createOrganization('Otra SL');
  const dates = (index: number) => ({ operation_date: `${MONTHS[index]!}-10` });
  for (const organization of [first, test.organization])
    for (const nif of NIFS)
      await issueBatch(test.api, organization, MONTHS.length, nif, (index) => ({
        issuer_nif: nif,
        ...dates(index),
      }));
  const chains = await test.read<{ id: number; organizationId: number }>(
    'select id::float8 as id, organization_id::float8 as "organizationId" from chains',
  );
  const ofOne = chains.filter(({ organizationId }) => organizationId === test.organization.id);
  for (const { id, organizationId } of chains) if (organizationId === first.id) await test.remit(id);

  test.sandbox.control.addFaults({ kind: 'slow', operation: 'consulta', milliseconds: 1500 });
  const context = {
    ...test.context(),
    now: () => new Date(),
    jobQueues: queues.jobQueues,
    shares: createPerOrganizationConcurrency(PLACES / 2),
  };
  queues.work('remission', { 'remit-records': buildRemitRecords(context) }, PLACES);
  const job = (organizationId: number, chainId: number, records: number) =>
    queues.jobQueues.send([
      {
        name: 'remit-records',
        payload: { organizationId, chainId, records, isFull: false },
        work: 1,
      },
    ]);
  for (const { id } of ofOne) await job(test.organization.id, id, MONTHS.length);
  const countQuestions = () =>
    test.sandbox.control.log().filter(({ operation }) => operation === 'ConsultaFactuSistemaFacturacion')
      .length;
  await eventually(() => countQuestions() > 0);

  await issueBatch(test.api, victim, 1, 'VICTIM', () => ({ issuer_nif: 'B12345674' }));
  const [{ id: own } = { id: 0 }] = await test.read<{ id: number }>(
    'select id::float8 as id from chains where organization_id = $1',
    [victim.id],
  );
  await job(victim.id, own, 1);
  const countOpen = async (chainIds: readonly number[]) =>
    (
      await test.read<{ open: number }>(
        `select coalesce(sum(c.sequence - m.remitted_sequence), 0)::int as open
         from chains c join remissions m on m.chain_id = c.id where c.id = any ($1)`,
        [chainIds],
      )
    )[0]!.open;
  await eventually(async () => (await countOpen([own])) === 0, { within: 15_000 });
  // No chain of the other organization was finished before.
  expect(countQuestions()).toBeLessThan(2 * MONTHS.length);
  const all = ofOne.map(({ id }) => id);
  expect(await countOpen(all)).toBe(NIFS.length * MONTHS.length);

  test.sandbox.control.clearFaults();
  await eventually(async () => (await countOpen(all)) === 0, { within: 30_000 });
  expect(test.sandbox.control.gaps()).toMatchObject({ ok: true });
}, 90_000);
