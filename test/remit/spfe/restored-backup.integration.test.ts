import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { advanceIssuer, type SpfeContext } from '#src/remit/spfe/advance-issuer.ts';
import { writeVersions } from '#src/remit/spfe/write-versions.ts';
import { openDatabase } from '../../../src/platform/postgres/open-database.ts';
import { compareSpfePage } from '../../../src/remit/spfe/compare/compare-page.ts';
import { openTestDatabase } from '../../support/database.ts';
import { runCli } from '../../support/run-cli.ts';
import { SPFE_ISSUER } from '../../support/spfe.ts';
import { openTestSpfe } from '../../support/spfe-sending.ts';
import { failTest } from '../../support/fail-test.ts';

it('a backup from before documents and a collection were sent is restored, and books nothing twice', async () => {
  await using resources = new AsyncDisposableStack();
  const test = resources.use(await openTestSpfe());
  const directory = path.join(await mkdtemp(path.join(tmpdir(), 'ibe-spfe-')), 'backup');
  resources.defer(() => rm(path.dirname(directory), { recursive: true }));
  const [first] = await test.issue(2, 'SENT');
  await test.issue(1, 'COPY', { channel: 'copy' });
  await test.advanceAll();
  // What the backup has: documents whose contents are written, one without contents, and a collection.
  await test.issue(3, 'WRITTEN');
  await test.write();
  await test.issue(1, 'NEW');
  await test.tell(first!, { kind: 'SETTLEMENT', effectiveOn: '2026-11-20' });
  const backup = await runCli('backup', ['--output', directory], { DATABASE_URL: test.api.database.url });
  expect(backup).toMatchObject({ code: 0 });
  await test.advanceAll();
  // What it does not have.
  await test.issue(1, 'LOST');
  await test.advanceAll();
  const booked = () => test.sandbox.control.spfeBook();
  const before = booked();
  expect(before).toHaveLength(8);

  const restored = resources.use(await openTestDatabase());
  const run = await runCli('restore', ['--input', directory], { DATABASE_URL: restored.url });
  expect(run).toMatchObject({ code: 0 });
  const url = restored.urlOf('worker');
  const workers = resources.use(openDatabase({ url, applicationName: 'test', role: 'worker' }));
  const context = { ...test.context(), pool: workers.pool, orm: workers.orm } as unknown as SpfeContext;
  const issuer = { organizationId: test.organization.id, issuerNif: SPFE_ISSUER };
  const sent: string[] = [];
  const messages = test.sandbox.control.messages().length;
  for (let turn = 0; turn < 60; turn += 1) {
    await writeVersions(workers.pool, issuer, test.api.clock.now, failTest);
    const result = await advanceIssuer(context, issuer);
    if (result.kind === 'comparing') sent.push((await compareSpfePage(context, issuer)).kind);
    if (result.kind === 'sent') sent.push(result.service);
    test.pass(30);
  }
  const operations = test.sandbox.control
    .messages()
    .slice(messages)
    .map(({ operation }) => operation);
  expect([sent.slice(0, 2), operations]).toEqual([
    ['ended', 'find'],
    ['GetRegisteredInvoiceSOAP', 'GetInvoicesSOAP', 'DownloadInvoicesByIDSOAP'],
  ]);
  expect(booked()).toEqual(before);
  expect(test.sandbox.control.spfeInvariants()).toMatchObject({ ok: true });
  const read = async (sql: string) => (await restored.pool.query<object>(sql)).rows;
  expect(await read('select distinct state from spfe_deliveries')).toEqual([{ state: 'admitted' }]);
  expect(await read('select kind, state from spfe_messages')).toEqual([
    { kind: 'SETTLEMENT', state: 'accepted' },
  ]);
  const csvs = await read('select csv from spfe_deliveries order by csv');
  const had = await test.read(
    `select csv from spfe_deliveries where invoice_number not like 'LOST%' order by csv`,
  );
  expect(csvs).toEqual(had);
  // The invoice that the backup does not have is told, and not taken over.
  expect(await read('select invoice_number, kind from spfe_differences')).toEqual([
    { invoice_number: 'LOST-1', kind: 'foreign' },
  ]);
}, 120_000);
