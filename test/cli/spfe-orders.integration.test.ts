import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { runCli } from '../support/run-cli.ts';
import { openSpfeClient, type SpfeClient } from '../support/spfe-client.ts';
import { moveDelivery } from '../support/spfe-deliveries.ts';

/** Each command runs in its own process. */
vi.setConfig({ testTimeout: 120_000 });

let client: SpfeClient;
beforeAll(async () => {
  client = await openSpfeClient();
});
afterAll(() => client[Symbol.asyncDispose]());

const run = (id: number, ...options: readonly string[]) =>
  runCli('invoice', ['spfe', String(id), ...options], { DATABASE_URL: client.api.database.url });
const BECAUSE = ['--reason', 'Lo pide el cliente', '--operator', 'operadora'] as const;
const acts = async () =>
  (
    await client.api.database.pool.query(
      `select operator, reason, details from operator_acts where act = 'spfe.order' order by id`,
    )
  ).rows as object[];

it('an operator sees a delivery and orders what people decide, with an act for each order that was carried out', async () => {
  const unknown = await client.issue({}, { state: 'unknown' });
  const rejected = await client.issue();
  await moveDelivery(client.api.workers.pool, rejected, ['sending', 'rejected']);
  const { code, out } = await run(unknown);
  expect([code, out]).toEqual([0, `${unknown}  unknown (missing: is_business), interconnect\n`]);
  expect(await run(unknown, '--is-business', 'yes')).toMatchObject({
    code: 1,
    err: expect.stringContaining('--reason <text> is required') as string,
  });
  expect(await run(unknown, '--is-business', 'yes', ...BECAUSE)).toMatchObject({
    out: `${unknown}  waiting_transport, interconnect, due by 2026-11-25T11:00:00Z\n`,
  });
  expect((await run(rejected, '--resend', ...BECAUSE)).out).toContain(`${rejected}  waiting_transport`);
  expect(await run(rejected, '--resend', ...BECAUSE)).toMatchObject({
    code: 1,
    err: expect.stringContaining('AEAT does not have it yet') as string,
  });
  await moveDelivery(client.api.workers.pool, rejected, ['sending', 'admitted']);
  const withdrawn = await run(rejected, '--withdraw', 'never_happened', ...BECAUSE);
  expect(withdrawn.out.split('\n')).toEqual([
    `${rejected}  withdrawing, interconnect, due by 2026-11-25T11:00:00Z`,
    '  CSV CSV-1',
    '  version 1, 1 bytes',
    '  version 2, 1 bytes: Lo pide el cliente',
    expect.stringMatching(/^ {2}CANCELINVOICE waiting_transport of \d{4}-\d\d-\d\d$/),
    '',
  ]);
  const by = { operator: 'operadora', reason: 'Lo pide el cliente' };
  expect(await acts()).toEqual([
    { ...by, details: { action: 'facts', fact: 'is_business', isSo: true } },
    { ...by, details: { action: 'resend' } },
    { ...by, details: { action: 'withdraw', why: 'never_happened' } },
  ]);
});

it('an invoice without a delivery has nothing to show', async () => {
  const id = await client.issue({}, null);
  expect(await run(id)).toMatchObject({ code: 1, err: expect.stringContaining('no delivery') as string });
});
