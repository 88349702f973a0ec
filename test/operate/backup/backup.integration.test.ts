import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readManifest } from '../../../src/operate/backup/manifest.ts';
import { bindIssuers, findBoundIssuers } from '#src/organizations/access/organizations.ts';
import { readExportedRecords } from '../../../src/operate/chains/chains.ts';
import { listRemissions } from '../../../src/operate/chains/remissions.ts';
import { processBatch } from '../../../src/issue/process-batch.ts';
import { remitRecords } from '#src/remit/remit-records.ts';
import { buildProcessBatch } from '../../../workers/process-batch.ts';
import { Snooze } from '../../../workers/job-outcomes.ts';
import { createSession } from '#src/organizations/access/sessions.ts';
import { BY_TEST, openTestApi, type TestApi, type TestOrganization } from '../../support/api.ts';
import { verifyChains } from '../../support/chains.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';
import { issuingContext, postBatch } from '../../support/engine.ts';
import { everyNth } from '../../support/long.ts';
import { takeRedisDatabase } from '../../support/redis-database.ts';
import { openTestRemission, type TestRemission } from '../../support/remission.ts';
import { runCli } from '../../support/run-cli.ts';
import { storeSignedFiles } from '../../support/signed-files.ts';

const AHEAD = 'B12345674';
const UNTOUCHED = 'A12345674';

describe('a backup', () => {
  let test: TestRemission;
  /** The database into which the backup is restored, and an API on it. */
  let restored: TestDatabase;
  let api: TestApi;
  let directory: string;
  let backup: string;
  let organization: TestOrganization;

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'ibe-backup-'));
    backup = path.join(directory, 'first');
    test = await openTestRemission();
    organization = test.organization;
    restored = await openTestDatabase();
    api = await openTestApi({}, { beside: { ...test.api, database: restored } });
  });
  afterAll(async () => {
    await api[Symbol.asyncDispose]();
    await restored[Symbol.asyncDispose]();
    await test[Symbol.asyncDispose]();
    await rm(directory, { recursive: true });
  });

  async function issue(on: TestApi, series: string, issuer: string) {
    const id = await postBatch(on, organization, 3, series, () => ({ issuer_nif: issuer }));
    return { id, result: await processBatch(issuingContext(on), id) };
  }
  const remit = (chainId: number) => remitRecords({ ...test.context(), pool: restored.pool }, chainId);
  const chainOf = async (issuer: string) => {
    const listed = await listRemissions(restored.pool, null);
    return listed.findLast((chain) => chain.issuerNif === issuer)!;
  };
  const on = (database: TestDatabase) => ({ DATABASE_URL: database.url });
  const chains = async (...args: string[]) =>
    runCli('chains', args, { ...on(restored), REDIS_URL: await takeRedisDatabase() });

  it('is written while the product works, and does not replace an existing backup', async () => {
    for (const issuer of [AHEAD, UNTOUCHED]) await issue(test.api, `K${issuer}`, issuer);
    for (const issuer of [AHEAD, UNTOUCHED]) await test.remit(await test.chainOf(issuer));
    test.pass(70);
    // Some programs treat these characters as line ends, but JSON does not.
    const separators = { external_invoice_id: 'a\u2028b\u2029c\u0085d', issuer_nif: 'x' };
    await postBatch(test.api, test.organization, 1, 'U', () => separators);
    await bindIssuers(test.api.database.orm, organization.id, [UNTOUCHED, AHEAD], BY_TEST);
    await test.api.database.pool.query(
      `insert into recipient_profiles (organization_id, recipient_document, profile) select id, 'A12345674', '{}' from organizations`,
    );
    await storeSignedFiles(test.pool);
    // An act with an operator's name that the commands refuse.
    await test.api.database.pool.query(
      `alter table operator_acts disable trigger user;
       insert into operator_acts (act, operator) values ('queue.pause', e'\\n');
       alter table operator_acts enable trigger user`,
    );
    const run = await runCli('backup', ['--output', backup], on(test.api.database));
    expect(run).toMatchObject({ code: 0, err: '' });
    const rows = Object.fromEntries(readManifest(backup).tables.map((table) => [table.name, table.rows]));
    expect(rows).toMatchObject({ batches: 3, batch_invoices: 7, registration_records: 6, record_answers: 6 });
    expect(rows).toMatchObject({ recipient_profiles: 1, electronic_files: 1 });
    const again = await runCli('backup', ['--output', backup], on(test.api.database));
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('exists') });

    // The backup lacks these invoices, which are issued and sent to AEAT after it.
    await issue(test.api, 'LOST', AHEAD);
    expect(await test.remit(await test.chainOf(AHEAD))).toMatchObject({ kind: 'sent', answered: 3 });
  });

  it('is refused if it is damaged, and the database stays empty', { timeout: 60_000 }, async () => {
    const file = path.join(backup, 'batches.ndjson.zst');
    const whole = await readFile(file);
    const manifest = path.join(backup, 'manifest.json');
    const text = await readFile(manifest, 'utf8');
    await writeFile(manifest, text.replace(/("name": "batches",\s+"rows": )3/, '$14'));
    const run = await runCli('restore', ['--input', backup], on(restored));
    expect(run).toMatchObject({ code: 1, err: expect.stringContaining('it has 3 rows instead of 4') });
    expect((await restored.pool.query('select from organizations')).rowCount).toBe(0);
    await writeFile(manifest, text.replace('0005-remission', '0005-other'));
    const other = await runCli('restore', ['--input', backup], on(restored));
    expect(other).toMatchObject({
      code: 1,
      err: expect.stringContaining('Restore with the version that made the backup'),
    });
    await writeFile(manifest, text);
    await writeFile(file, whole);
  });

  it(
    'is refused with a one-line error if any part is missing, truncated or foreign',
    { timeout: 120_000 },
    async () => {
      const manifest = path.join(backup, 'manifest.json');
      const text = await readFile(manifest, 'utf8');
      const file = path.join(backup, 'organizations.ndjson.zst');
      const whole = await readFile(file);
      const stranger = path.join(backup, 'others.ndjson.zst');
      const changed = (change: (parsed: Record<string, unknown>) => void) => {
        const parsed = JSON.parse(text) as Record<string, unknown>;
        change(parsed);
        return JSON.stringify(parsed);
      };
      const wrong: [message: RegExp, () => Promise<void>][] = [
        [/manifest\.json cannot be read: .*JSON/, () => writeFile(manifest, text.slice(0, -9))],
        [/manifest\.json cannot be read: .*JSON/, () => writeFile(manifest, '')],
        [/does not contain a backup that this version can read/, () => writeFile(manifest, 'null')],
        [
          /does not contain a backup that this version can read/,
          () =>
            writeFile(
              manifest,
              changed((parsed) => (parsed['takenAt'] = 'yesterday')),
            ),
        ],
        [
          /The sequences of the backup differ/,
          () =>
            writeFile(
              manifest,
              changed((parsed) => (parsed['sequences'] = {})),
            ),
        ],
        [
          /is not part of this backup/,
          () =>
            writeFile(
              manifest,
              changed((parsed) => (parsed['tables'] = [])),
            ),
        ],
        [/others\.ndjson\.zst is not part of this backup/, () => writeFile(stranger, whole)],
        [/organizations\.ndjson\.zst cannot be read: ENOENT/, () => rm(file)],
        [/organizations\.ndjson\.zst cannot be read: /, () => writeFile(file, whole.subarray(0, -4))],
        [/organizations\.ndjson\.zst cannot be read: /, () => writeFile(file, 'no zstd')],
        [/organizations\.ndjson\.zst (is damaged|cannot be read)/, () => writeFile(file, '')],
        [/its last line is cut off/, () => writeFile(file, zstdCompressSync('{"id":1'))],
      ];
      for (const [message, spoil] of everyNth(2, wrong)) {
        await spoil();
        const run = await runCli('restore', ['--input', backup], on(restored));
        expect(run).toMatchObject({ code: 1, out: '', err: expect.stringMatching(message) as string });
        expect(run.err.trim().split('\n')).toHaveLength(1);
        await rm(stranger, { force: true });
        await writeFile(manifest, text);
        await writeFile(file, whole, { mode: 0o600 });
      }
      expect((await restored.pool.query('select from organizations')).rowCount).toBe(0);
    },
  );

  it('is restored completely, and only into an empty database', async () => {
    const run = await runCli('restore', ['--input', backup], on(restored));
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.out).toContain('2 chains are intact');
    // The output lists the keys that may have been revoked since the backup.
    const [key] = await test.read<{ id: string; prefix: string }>('select id, prefix from api_keys');
    expect(run.out).toContain('Sessions: all 1 have ended.');
    expect(run.out).toContain('API keys: 1 are active. Revoke those again that were revoked since:');
    expect(run.out).toMatch(
      new RegExp(`key ${key!.id}  ${key!.prefix}….*npm run engine -- org revoke ${key!.id}\n`),
    );
    expect(run.out).toMatch(/npm run engine -- audit --since 20\S+\n/);
    const again = await runCli('restore', ['--input', backup], on(restored));
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('is not empty') });

    expect(await findBoundIssuers(restored.orm, organization.id)).toEqual([UNTOUCHED, AHEAD]);

    const second = path.join(directory, 'second');
    await runCli('backup', ['--output', second], on(restored));
    // The restore marks the chains, ends the sessions and is recorded as an act.
    const changed = new Set(['remissions', 'sessions', 'operator_acts']);
    const tables = (of: string) => readManifest(of).tables.filter(({ name }) => !changed.has(name));
    expect(tables(second)).toEqual(tables(backup));
    expect(Object.fromEntries(await verifyChains(restored.pool))).toEqual({ 1: 3, 2: 3 });
  });

  it('is restored with an act that follows the acts of the backup', async () => {
    const { out } = await runCli('audit', ['--json'], on(restored));
    const acts = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { act: string })
      .filter(({ act }) => !/^(database\.(backup|check)|chain\.verify)$/.test(act));
    const found = acts.map(({ act }) => act).join(' ');
    expect(found).toBe('organization.create key.create organization.bind queue.pause database.restore');
    expect(acts.at(-1)).toMatchObject({ details: { liveKeys: 1, endedSessions: 1, chains: 2 } });
    expect((await restored.pool.query('select from sessions')).rowCount).toBe(0);
    const session = await createSession(restored.pool, organization.apiKey, api.clock.now);
    organization = { ...organization, token: session!.token };
  });

  it('can be read only by its owner, in every file', async () => {
    for (const file of await readdir(backup)) {
      expect({ file, mode: ((await stat(path.join(backup, file))).mode & 0o777).toString(8) }).toEqual({
        file,
        mode: '600',
      });
    }
    expect(((await stat(backup)).mode & 0o777).toString(8)).toBe('700');
  });

  it('never lets an id be assigned again that may have been lost', async () => {
    const { id } = await issue(api, 'EARLY', AHEAD);
    expect(id).toBeGreaterThan(1_000_000);
  });

  it('suspends every chain until AEAT has been asked, even if AEAT does not answer', async () => {
    for (const issuer of [AHEAD, UNTOUCHED])
      expect((await issue(api, `H${issuer}`, issuer)).result).toMatchObject({ kind: 'suspended' });
    test.sandbox.control.addFaults({ kind: 'http-status', status: 503, operation: 'consulta' });
    const { chainId } = await chainOf(UNTOUCHED);
    expect(await remit(chainId)).toMatchObject({ kind: 'wait' });
    expect((await issue(api, 'H3', UNTOUCHED)).result).toMatchObject({ kind: 'suspended' });
    test.sandbox.control.clearFaults();
  });

  it('lets a chain continue, with its waiting batches, when AEAT has the same records', async () => {
    const { chainId } = await chainOf(UNTOUCHED);
    // After a missing answer AEAT is not asked again for a while.
    expect(await remit(chainId)).toMatchObject({ kind: 'wait' });
    test.pass(31);
    expect(await remit(chainId)).toMatchObject({ kind: 'nothing' });
    const { rows } = await restored.pool.query<{ id: string }>(
      `select b.id from batches b where b.processed_at is null
       and exists (select from batch_invoices i where i.batch_id = b.id and i.invoice_number like 'H${UNTOUCHED}%')`,
    );
    expect(await processBatch(issuingContext(api), Number(rows[0]!.id))).toMatchObject({ issued: 3 });
    expect(await remit(chainId)).toMatchObject({ kind: 'sent', answered: 3 });
  });

  it('halts a chain with an alarm when AEAT is ahead of it, and its batches wait', async () => {
    const { chainId } = await chainOf(AHEAD);
    expect(await remit(chainId)).toMatchObject({
      kind: 'ahead',
      reason: expect.stringContaining('from 4 up to 6'),
    });
    expect(await remit(chainId)).toEqual({ kind: 'halted' });
    expect((await chainOf(AHEAD)).haltedReason).toContain('docs/backup.md');
    expect(test.log.filter((line) => line.includes('"level":"error"')).join()).toContain(
      'AEAT has records of a chain that the database lacks',
    );
    const { id, result } = await issue(api, 'WAITS', AHEAD);
    expect(result).toMatchObject({ kind: 'suspended' });
    const { logger } = test.context();
    const context = { ...issuingContext(api), logger, jobs: api, metrics: test.metrics };
    const work = buildProcessBatch(context as never);
    expect(
      await work({ organizationId: test.organization.id, batchId: id, invoices: 3, work: 3 }),
    ).toBeInstanceOf(Snooze);
    // The message contains the event, its reason, the next step and the command that shows details.
    expect(test.log.at(-1)).toMatch(
      /"level":"warn".*"batchId":\d+,"next":".*A batch waits because one of its chains waits .*npm run engine -- chains/,
    );
    const answer = await api.get(organization.token, `/invoice_batches/${id}`);
    expect(answer.json()).toMatchObject({ data: { status: 'processing', processed_at: null } });
    const listed = await chains();
    expect(listed.out).toMatch(/HALTED since 20\S+Z: AEAT is ahead/);
  });

  it('lets a halted chain be resumed only for another comparison', async () => {
    const { chainId } = await chainOf(AHEAD);
    const resumed = await chains('resume', String(chainId));
    expect(resumed.out).toContain('compared with AEAT next, and nothing is issued or sent in it until then');
    expect((await issue(api, 'RESUMED', AHEAD)).result).toMatchObject({ kind: 'suspended' });
    expect(await remit(chainId)).toMatchObject({ kind: 'ahead' });
  });

  it('lets an operator renew a chain, which continues in a new one with its own NumeroInstalacion', async () => {
    const old = await chainOf(AHEAD);
    const refused = await chains('renew', String((await chainOf(UNTOUCHED)).chainId), '--reason', 'x');
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('cannot be renewed') });
    const renewing = await chains('renew', String(old.chainId), '--reason', 'AEAT is ahead');
    expect(renewing).toMatchObject({ code: 0 });
    expect((await issue(api, 'NEW', AHEAD)).result).toMatchObject({ issued: 3 });
    const renewed = await chainOf(AHEAD);
    expect(renewed).toMatchObject({ records: 3, haltedReason: null });
    expect(renewed.chainId).not.toBe(old.chainId);
    expect(await remit(renewed.chainId)).toMatchObject({ kind: 'sent', answered: 3 });
    const { rows } = await restored.pool.query<{ state: string; count: number }>(
      'select state, count(*)::int from record_answers where chain_id = $1 group by state',
      [renewed.chainId],
    );
    expect(rows).toEqual([{ state: 'accepted', count: 3 }]);
    await verifyChains(restored.pool);
    const exported: string[] = [];
    const year = { from: '2026-01-01', to: '2026-12-31' };
    for await (const page of readExportedRecords(restored.pool, test.organization.id, AHEAD, year))
      exported.push(...page.map(({ chainId, sequence }) => `${chainId}-${sequence}`));
    const { rows: all } = await restored.pool.query<{ name: string }>(
      `select chain_id || '-' || sequence as name from registration_records
       where chain_id = any ($1::bigint[]) order by chain_id, sequence`,
      [[old.chainId, renewed.chainId]],
    );
    expect(exported).toEqual(all.map(({ name }) => name));
    expect(test.sandbox.control.gaps().chains.flatMap(({ gaps }) => gaps)).toEqual([]);
  });
});
