import { hash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AcceptedAnswer } from '#src/checker/check-answers.ts';
import { checkInvariants, type Evidence } from '#src/checker/check-invariants.ts';
import type { Verdict } from '#src/checker/invariant.ts';
import { ORGANIZATION_RULES } from '#src/checker/organization-rules.ts';
import { insertCertificate } from '#src/remit/statements/certificates.ts';
import { changeAsOperator } from '#src/organizations/recipients/recipient-profiles.ts';
import { addIssuerProfile } from '#src/organizations/access/organizations.ts';
import { finishRendering } from '../../src/render/statements/rendering.ts';
import { BY_TEST, type TestOrganization } from '../support/api.ts';
import { storeFailedRollup } from '../support/rollups.ts';
import { issuingContext } from '../support/engine.ts';
import { processBatch } from '../../src/issue/process-batch.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { everyNth } from '../support/long.ts';
import { storeRenderBatch } from '../support/pdfs.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';
import { runCli } from '../support/run-cli.ts';
import { INSERT_SERIES } from '../support/series.ts';
import { storeSignedFiles } from '../support/signed-files.ts';
import { checkAfterDamage } from './check-after-damage.ts';
import { ACT_DAMAGES } from './act-damage.ts';
import { DAMAGES } from './damage.ts';
import { LITERAL_DAMAGES } from './literal-damage.ts';
import { ORGANIZATION_DAMAGES } from './organization-damage.ts';
import { PDF_DAMAGES } from './pdf-damage.ts';
import { ROWS } from './rows.ts';

/** The rules about entries in SII and deliveries to the SPFE, of which this database has none. */
const OF_OTHERS = /\bSII\b|\bsii_|AEAT’s book|\bSPFE\b|\bspfe_|prepared or sent/;

describe('the checker', () => {
  let test: TestRemission;
  let other: TestOrganization;
  let address: string;
  let directory: string;
  const answers: AcceptedAnswer[] = [];

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'ibe-checker-'));
    test = await openTestRemission();
    other = await test.api.createOrganization('Otra Empresa SL');
    await test.pool.query(
      `insert into webhook_endpoints (organization_id, url, sealed_secret, created_at) values ($1, 'https://example.com/', '', now())`,
      [test.organization.id],
    );
    await changeAsOperator(test.pool, test.organization.id, 'DE123456789', {}, BY_TEST);
    await addCertificateAndProfile();
    const batches = [
      await issue(test.organization, 'A'),
      await issue(test.organization, 'B'),
      await issue(other, 'D'),
      await issue(test.organization, 'C'),
    ];
    for (const { id } of await test.read<{ id: string }>('select id from chains order by id')) {
      while ((await test.remit(Number(id))).kind === 'sent') test.pass(70);
    }
    await render(batches);
    for (const sql of ROWS) await test.pool.query(sql);
    await test.pool.query(INSERT_SERIES, [test.organization.id]);
    await storeSignedFiles(test.pool);
    await test.pool.query(
      `insert into signing_refusals (organization_id, issued_invoice_id, reason)
       select organization_id, min(id), 'certificate_missing' from issued_invoices group by organization_id`,
    );
    const unlucky = await test.api.createOrganization('Sin Suerte SL');
    await storeFailedRollup(test.pool, unlucky.id, test.api.clock.now);
    await test.api.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = test.api.app.server.address() as { port: number };
    address = `http://127.0.0.1:${port}`;
  });
  afterAll(async () => {
    await test[Symbol.asyncDispose]();
    await rm(directory, { recursive: true });
  });

  async function issue(organization: TestOrganization, series: string): Promise<number> {
    const key = crypto.randomUUID();
    const { body } = await test.api.post(organization.token, buildBatchBody(3, series), { key });
    answers.push({ organizationId: organization.id, key, body });
    const { data } = JSON.parse(body) as { data: { id: number } };
    await processBatch(issuingContext(test.api), data.id);
    return data.id;
  }

  async function render(batches: readonly number[]): Promise<void> {
    const rows = await test.read<{ id: string }>('select id from issued_invoices order by id');
    for (const { id } of rows) await storeRenderBatch(test.api, [Number(id)]);
    await finishRendering(test.pool, batches, test.api.clock.now);
  }

  async function addCertificateAndProfile(): Promise<void> {
    await addIssuerProfile(
      test.api.database.orm,
      test.organization.id,
      'B12345674',
      {
        name: null,
        accent: null,
        language: null,
        address: 'Calle Mayor 1',
        postalCode: null,
        city: null,
        province: null,
        countryCode: null,
        email: null,
        phone: null,
        website: null,
        registryNote: null,
        logo: null,
      },
      BY_TEST,
    );
    const [now, sealed] = [test.api.clock.now, Buffer.from('sealed')];
    // Removed at once: the stand-in requires no certificate, and this one cannot be opened.
    await insertCertificate(test.orm.em.fork(), {
      organizationId: other.id,
      issuerNif: null,
      sealedPkcs12: sealed,
      sealedPassphrase: sealed,
      subject: 'nobody',
      notBefore: now,
      notAfter: now,
      createdAt: now,
      isSeal: false,
    });
    await test.pool.query('update certificates set removed_at = now()');
    for (const act of ['add', 'remove'])
      await test.pool.query(
        `insert into operator_acts (act, operator, organization_id, subject_id)
         select 'certificate.${act}', 'x', organization_id, id from certificates`,
      );
  }

  const evidence = (): Evidence => ({
    registerLog: JSON.parse(JSON.stringify(test.sandbox.control.log())) as Evidence['registerLog'],
    book: test.sandbox.control.book(),
    spfe: { entries: test.sandbox.control.spfeBook(), report: test.sandbox.control.spfeInvariants() },
    answers,
    api: { address, apiKeys: [test.organization.apiKey, other.apiKey], samples: 50 },
    logFiles: [],
    secrets: [],
  });

  const checkAfter = (sql: readonly string[], changes: Partial<Evidence> = {}) =>
    checkAfterDamage(test.pool, sql, { ...evidence(), ...changes });

  async function writeLog(text: string): Promise<string> {
    const file = path.join(directory, `${hash('md5', text)}.log`);
    await writeFile(file, text);
    return file;
  }

  it('finds no fault in an undamaged database, and checks every rule', async () => {
    const logFiles = [await writeLog('{"msg":"Batch processed"}\n')];
    const verdicts = await checkInvariants(test.pool, { ...evidence(), logFiles });
    expect(verdicts.filter(({ broken }) => broken > 0)).toEqual([]);
    // A rollup of level 2 has 16,000 batches; status-rollups.integration.test.ts tests its rule.
    const ofLevel2 = [
      'Every status rollup of level 2 is the sum of its 16 rollups of level 1',
      expect.stringMatching(/ of status_rollups_2 /),
    ];
    const unused = verdicts.filter(({ looked }) => !looked).map(({ says }) => says);
    // sii.integration.test.ts and spfe.integration.test.ts test these rules.
    expect(unused.filter((says) => !OF_OTHERS.test(says))).toEqual(ofLevel2);
    expect(new Set(verdicts.map(({ invariant }) => invariant)).size).toBe(11);
  });

  it.each(
    everyNth(8, [...DAMAGES, ...LITERAL_DAMAGES, ...ORGANIZATION_DAMAGES, ...PDF_DAMAGES, ...ACT_DAMAGES]),
  )('finds $title', async ({ invariant, place, sql, isServed }) => {
    // The API cannot read rows that the damage has locked.
    const verdicts = await checkAfter(sql, isServed ? {} : { api: null });
    const places = verdicts
      .filter((verdict) => verdict.invariant === invariant)
      .flatMap((verdict) => verdict.places);
    expect(places).toContainEqual(expect.stringMatching(place));
  });

  it('is tested for every table with an organization', async () => {
    const tables = await test.read<{ table_name: string }>(
      `select table_name from information_schema.columns where table_schema = 'public' and column_name = 'organization_id'`,
    );
    const covered = ORGANIZATION_RULES.map(({ of }) => of);
    expect(tables.map(({ table_name: table }) => table).filter((table) => !covered.includes(table))).toEqual(
      [],
    );
  });

  it('finds a 201 without its batch, and two answers to one key', async () => {
    const [first] = answers;
    const lost = { ...first!, key: crypto.randomUUID(), body: first!.body.replace(/"id":\d+/, '"id":9000') };
    const verdicts = await checkAfter([], {
      answers: [...answers, lost, { ...first!, body: `${first!.body} ` }],
    });
    expect(findPlaces(verdicts, 'I1')).toEqual([expect.stringContaining('batch 9000')]);
    expect(findPlaces(verdicts, 'I7')).toEqual([expect.stringContaining('has two answers')]);
  });

  it('finds a record that AEAT has twice, an early envelope and an overlapping one', async () => {
    const log = evidence().registerLog!;
    const last = log.findLast(({ records }) => records.length > 0)!;
    const again = { ...last, sequence: last.sequence + 1, earlyBy: 900, overlaps: [last.sequence] };
    const verdicts = await checkAfter([], { registerLog: [...log, again] });
    expect(findPlaces(verdicts, 'I4').join()).toMatch(/is 2 times in the register.*stored-twice/s);
    expect(findPlaces(verdicts, 'I5')).toEqual([
      expect.stringContaining('came 900 ms too early'),
      expect.stringContaining('had no answer'),
    ]);
  });

  it('accepts an early envelope if the answer with the wait was lost with a worker', async () => {
    const log = evidence().registerLog!;
    const last = log.findLast(({ answer }) => answer?.delivered)!;
    const sequence = last.sequence + 1;
    const early = { ...last, sequence, earlyBy: 900, records: [] };
    const [known, unknown] = [
      await checkAfter([], { registerLog: [...log, early] }),
      await checkAfter([`delete from submission_attempts where csv = '${last.csv}'`], {
        registerLog: [...log, early],
      }),
    ];
    expect(findPlaces(known, 'I5')).toHaveLength(1);
    expect(findPlaces(unknown, 'I5')).toEqual([]);
  });

  it.each([
    ['an API key', () => test.organization.apiKey],
    ['a session token', () => test.organization.token],
    ['a token without its prefix', () => `Bearer ${test.organization.token}`],
    ['a private key', () => '-----BEGIN PRIVATE KEY-----'],
    ['a password of the settings', () => 'correct horse battery'],
  ])('finds %s in a log', async (_what, secret) => {
    const file = await writeLog(`{"msg":"fine"}\n{"msg":${JSON.stringify(secret())}}\n`);
    const verdicts = await checkAfter([], { logFiles: [file], secrets: ['correct horse battery'] });
    expect(findPlaces(verdicts, 'I9')).toEqual([expect.stringContaining(`${file}:2 contains`)]);
  });

  it('is a command that prints a table, and ends with code 1 and the place of a violation', async () => {
    const settings = { DATABASE_URL: test.api.database.url, AEAT_URL: test.sandbox.url };
    const log = await writeLog('{"msg":"fine"}\n');
    const answersFile = path.join(directory, 'answers.ndjson');
    await writeFile(answersFile, answers.map((answer) => `${JSON.stringify(answer)}\n`).join(''));
    const args = ['--aeat', '--api', address, '--api-key', other.apiKey, '--answers', answersFile];
    const good = await runCli('check-invariants', [...args, '--log', log], settings);
    expect(good).toMatchObject({ code: 0, err: '' });
    expect(good.out).toMatch(/All \d+ checked rules hold/);
    const bad = await writeLog(`${other.token}\n`);
    const broken = await runCli('check-invariants', ['--aeat', test.sandbox.url, '--log', bad], settings);
    expect(broken.code).toBe(1);
    expect(broken.out).toContain(`${bad}:1 contains a session token`);
    expect(broken.out).toContain('not checked');
  });

  it('refuses unusable evidence with one line and code 2', { timeout: 120_000 }, async () => {
    const settings = { DATABASE_URL: test.api.database.url };
    const file = path.join(directory, 'wrong.ndjson');
    const wrong: [args: string[], message: RegExp, text?: string][] = [
      [['--api', address], /^--api needs an --api-key\n$/],
      [['--api-key', other.apiKey], /^--api-key needs --api\n$/],
      [['--api', address, '--api-key', 'org_live_x'], /one of the API keys is unknown or revoked/],
      [['--api', test.sandbox.url, '--api-key', other.apiKey], /opens no session: 404/],
      [['--answers', '/nowhere'], /\/nowhere cannot be read: ENOENT/],
      [['--answers', file], /contains no answer/, ''],
      [['--answers', file], /line 1 is not the answer to a create request/, '{}\n'],
      [['--answers', file], /line 2 is not the answer/, `${JSON.stringify(answers[0])}\n[]\n`],
      [['--answers', file], /cannot be read: .*JSON/, 'x\n'],
      [['--answers', file], /its last line is cut off/, JSON.stringify(answers[0])],
      [
        ['--answers', file],
        /the answer to key .* is not the answer to a create request/,
        `${JSON.stringify({ ...answers[0], body: '{"data":{}}' })}\n`,
      ],
      [['--log', '/nowhere'], /ENOENT/],
      [['--log', directory], /EISDIR/],
    ];
    for (const [args, message, text] of everyNth(2, wrong)) {
      if (text !== undefined) await writeFile(file, text);
      const run = await runCli('check-invariants', args, settings);
      expect({ args, ...run }).toMatchObject({
        code: 2,
        out: '',
        err: expect.stringMatching(message) as string,
      });
      expect(run.err).toMatch(/^[^\n]+\n$/);
    }
  });
});

function findPlaces(verdicts: readonly Verdict[], invariant: string): string[] {
  return verdicts.filter((verdict) => verdict.invariant === invariant).flatMap(({ places }) => [...places]);
}
