import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createZstdDecompress } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { correctInvoice } from '../../src/operate/correct-invoice.ts';
import { verifyMonth } from '../../src/archive/verify-month.ts';
import { verifyChain } from '../../src/operate/verify-chain.ts';
import { listChains } from '../../src/operate/chains/chains.ts';
import { listDueFiles } from '../../src/archive/due.ts';
import { readLines } from '../../src/platform/files/read-lines.ts';
import { runCli } from '../support/run-cli.ts';
import { openTestMonths, type TestMonths } from './support/months.ts';

describe('the archive of a month', () => {
  let months: TestMonths;
  /** The batches of January and February, one per organization. */
  let january: number[];
  let february: number[];
  let printed: Buffer;
  /**
   * The number of January's render batches. On a slow machine there are more and smaller ones
   * (ops/adr/0023).
   */
  let renderBatches: number;
  beforeAll(async () => {
    months = await openTestMonths();
    await months.begin('2027-01');
    january = await months.issue(70, 'ENE');
    await months.settle();
    renderBatches = (
      await months.test.read<{ count: number }>('select count(*)::int from render_batches')
    )[0]!.count;
    await months.begin('2027-02');
    february = await months.issue(3, 'FEB');
    await months.settle();
    await correct(january[0]! * 1000 + 1, 'annul');
    await months.settle();
    await months.begin('2027-03');
    printed = (await months.download(months.organizations[0]!, january[0]!)).body;
  }, 60_000);
  afterAll(() => months[Symbol.asyncDispose]());

  const correct = (invoiceId: number, action: 'annul') =>
    correctInvoice(months.test.correcting(), { invoiceId, action, reason: 'Por error', operator: 'maria' });
  const countBlocks = async () =>
    (await months.test.read<{ count: number }>('select count(*)::int from document_blocks'))[0]!.count;

  it('cannot be written before the month is over', async () => {
    await expect(months.write('2027-03')).rejects.toThrow('2027-03 is not over');
    await expect(months.write('2019-12')).rejects.toThrow('There is no month 2019-12');
  });

  it('cannot be written while the month has unfinished work, which the error lists', async () => {
    const [pending] = await months.issue(2, 'MAR');
    await months.begin('2027-04');
    await expect(months.write('2027-03')).rejects.toThrow(
      /2027-03 cannot be archived yet, because it has\n {2}2 batches that are not issued or lack PDFs.*\n {2}4 records that AEAT has not answered/,
    );
    await months.settle();
    expect(await readdir(months.into)).toEqual([]);
    expect(pending).toBeGreaterThan(february[0]!);
  });

  it('is written while the product runs, to files that can be verified without the database', async () => {
    const directory = await months.write('2027-01');
    const verified = await verifyMonth(directory, months.today());
    expect(verified).toMatchObject({ documents: 140, records: 141, renderBatches, removed: [] });
    expect(verified.manifest.organizations.map(({ runs }) => runs.length)).toEqual([1, 1]);
    await expect(months.write('2027-01')).rejects.toThrow('exists');
    expect(await months.findBroken()).toEqual([]);
  });

  it('is not accepted with damaged files: the month stays in the database', async () => {
    const whole = path.join(months.into, '2027-01');
    const saved = path.join(months.into, 'saved');
    await cp(whole, saved, { recursive: true });
    const before = await countBlocks();
    const own = 'organization-1';
    const files = (await readdir(path.join(whole, own))).map((name) => path.join(own, name));
    expect(files).toHaveLength(5);
    const flip = async (file: string) => {
      const bytes = await readFile(path.join(whole, file));
      bytes[Math.floor(bytes.length / 2)]! ^= 1;
      await writeFile(path.join(whole, file), bytes);
    };
    const inManifest = async (from: string | RegExp, to: string) => {
      const file = path.join(whole, 'manifest.json');
      await writeFile(file, (await readFile(file, 'utf8')).replace(from, to));
    };
    const damages: [string, () => Promise<void>][] = [
      ...files.map((file): [string, () => Promise<void>] => [`a bit of ${file}`, () => flip(file)]),
      ...files.map((file): [string, () => Promise<void>] => [
        `${file} is gone`,
        () => rm(path.join(whole, file)),
      ]),
      ['an organization is gone', () => rm(path.join(whole, own), { recursive: true })],
      ['the manifest is gone', () => rm(path.join(whole, 'manifest.json'))],
      ['the manifest lists fewer lines', () => inManifest(/"lines": 70/, '"lines": 69')],
      ['the manifest knows another huella', () => inManifest(/("lastHash": ")[0-9A-F]{8}/, '$100000000')],
      ['the manifest is of another month', () => inManifest('"2027-01"', '"2027-02"')],
      ['the manifest has other ids', () => inManifest(/("end": )/, '$11')],
      [
        'a file is of the other organization',
        () => cp(path.join(whole, 'organization-2', 'documents.ndjson.zst'), path.join(whole, files[0]!)),
      ],
    ];
    for (const [what, damage] of damages) {
      await damage();
      const outcome = await months.leave('2027-01').then(
        () => 'archived',
        (error: Error) => error.message,
      );
      expect({ what, outcome }).not.toMatchObject({ outcome: 'archived' });
      expect(outcome).not.toMatch(/undefined|TypeError/);
      await rm(whole, { recursive: true });
      await cp(saved, whole, { recursive: true });
    }
    await rm(saved, { recursive: true });
    expect(await countBlocks()).toBe(before);
  });

  it('is not accepted when the database has other rows than the files', async () => {
    const { pool } = months.test;
    const change = async (sql: string) => {
      const client = await pool.connect();
      await client.query(`set session_replication_role = 'replica'`);
      await client.query(sql);
      await client.query(`reset session_replication_role`);
      client.release();
    };
    await change(
      `update document_blocks set sha256 = sha256(sha256) where batch_id = ${january[0]} and part = 0`,
    );
    await expect(months.leave('2027-01')).rejects.toThrow(
      'The document-blocks of 2027-01 in the database differ',
    );
    await change(
      `update document_blocks set sha256 = (select sha256 from record_blocks where batch_id = ${january[0]} and part = 0) where batch_id = ${january[0]} and part = 0`,
    );
    await expect(months.leave('2027-01')).rejects.toThrow(
      'The document-blocks of 2027-01 in the database differ',
    );
    const [line] = (
      await runCli('archive', ['verify', path.join(months.into, '2027-01')], {
        DATABASE_URL: 'postgres://none',
      })
    ).out.split('\n');
    expect(line).toBe(
      `2027-01 is complete and intact: 140 documents, 141 records, ${renderBatches} render batches`,
    );
    const { rows } = await pool.query<{ sha256: Buffer }>(
      `select sha256(content) from document_blocks where batch_id = ${january[0]} and part = 0`,
    );
    expect(rows).toHaveLength(1);
    await restoreBlock(change);
  });

  /** Restores the hash from the files. */
  async function restoreBlock(change: (sql: string) => Promise<void>): Promise<void> {
    const file = path.join(months.into, '2027-01', 'organization-1', 'document-blocks.ndjson.zst');
    await readLines(
      file,
      async (line) => {
        const row = JSON.parse(line) as { batch_id: number; part: number; sha256: string };
        if (row.batch_id === january[0] && row.part === 0)
          await change(
            `update document_blocks set sha256 = '${row.sha256}' where batch_id = ${january[0]} and part = 0`,
          );
      },
      createZstdDecompress(),
    );
  }

  it('removes the literal blocks of the month from the database, but not the rows that lookups and chains need', async () => {
    const before = await countBlocks();
    const settings = {
      DATABASE_URL: months.test.api.database.url,
      READER_DATABASE_URL: months.test.api.database.urlOf('reader'),
    };
    const run = await runCli(
      'archive',
      ['remove', path.join(months.into, '2027-01'), '--operator', 'maria', '--reason', 'Over for two years'],
      settings,
    );
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.out).toContain('2027-01 is archived');
    expect(await countBlocks()).toBeLessThan(before);
    expect(await months.test.read('select from document_blocks where batch_id = $1', [january[0]])).toEqual(
      [],
    );

    const [organization] = months.organizations;
    expect(await months.verifyChains()).toEqual([
      { kind: 'intact', records: 76, away: 70 },
      { kind: 'intact', records: 75, away: 70 },
    ]);
    expect(await months.findBroken()).toEqual([]);
    const list = await months.test.api.get(
      organization!.token,
      `/invoice_batches/${january[0]}/batch_invoices?per_page=100`,
    );
    expect(list.json<{ data: unknown[] }>().data).toHaveLength(70);
    expect((await runCli('archive', ['list'], settings)).out).toMatch(
      /2027-01 {2}archived on \d{4}-\d{2}-\d{2}, batches from \d+\n2027-02 {2}in the database/,
    );
    expect((await runCli('audit', [], settings)).out).toContain('month.archive');
  });

  it('is mentioned in every error about data of the archived month', async () => {
    const [organization] = months.organizations;
    const message = 'The batches accepted in 2027-01 are archived';
    const paths = ['pdfs', 'documents?format=ubl'].map((end) => `/invoice_batches/${january[0]}/${end}`);
    for (const end of ['pdf', 'documents', 'documents/ubl', 'documents/facturae'])
      paths.push(`/batch_invoices/${january[0]}000/${end}`);
    for (const of of paths) {
      const { statusCode, body } = await months.test.api.get(organization!.token, of);
      expect([of, statusCode, body]).toEqual([of, 422, expect.stringContaining(message)]);
    }
    await expect(correct(january[0]! * 1000, 'annul')).rejects.toThrow(
      'npm run engine -- archive restore restores them',
    );
    const exported = await runCli(
      'export-records',
      [
        '--organization',
        '1',
        '--issuer',
        'B12345674',
        '--from',
        '2027-01-01',
        '--to',
        '2027-01-31',
        '--output',
        path.join(months.into, 'records.xml'),
      ],
      {
        DATABASE_URL: months.test.api.database.url,
      },
    );
    expect(exported).toMatchObject({
      code: 1,
      err: expect.stringContaining('accepted in 2027-01 are archived'),
    });
    expect(await months.download(organization!, february[0]!)).toMatchObject({ status: 200 });
  });

  it('does not hide a change to the remaining rows of the month from verify-chain', async () => {
    const { pool } = months.test;
    const verifyAfter = async (sql: string) => {
      const client = await pool.connect();
      try {
        await client.query('begin');
        await client.query(`set local session_replication_role = 'replica'`);
        await client.query(sql);
        const [chain] = await listChains(client, 1, null);
        return await verifyChain(client, chain!);
      } finally {
        await client.query('rollback');
        client.release();
      }
    };
    const other = `repeat('0', 64)`;
    expect(
      await verifyAfter(
        `update registration_records set hash = ${other} where chain_id = 1 and sequence = 5`,
      ),
    ).toMatchObject({ kind: 'broken', sequence: 6 });
    expect(
      await verifyAfter(
        `update registration_records set hash = case sequence when 70 then ${other} else hash end, previous_hash = case sequence when 71 then ${other} else previous_hash end where chain_id = 1`,
      ),
    ).toMatchObject({ kind: 'broken', sequence: 70 });
    expect(await verifyAfter('delete from month_anchors')).toMatchObject({ kind: 'broken', sequence: 1 });
    expect(
      await verifyAfter('delete from registration_records where chain_id = 1 and sequence = 40'),
    ).toMatchObject({ kind: 'broken', sequence: 41 });
  });

  it('can be restored with the same bytes of each PDF, and the month can only be archived again with the same files', async () => {
    const [organization] = months.organizations;
    await months.bringBack('2027-01');
    const back = await months.download(organization!, january[0]!);
    expect(back.status).toBe(200);
    expect(back.body.equals(printed)).toBe(true);
    expect(await months.verifyChains()).toMatchObject([{ kind: 'intact' }, { kind: 'intact' }]);
    expect(await months.findBroken()).toEqual([]);
    await expect(months.bringBack('2027-01')).rejects.toThrow('2027-01 is not archived');

    const directory = path.join(months.into, '2027-01');
    await cp(directory, path.join(months.into, 'first'), { recursive: true });
    await rm(directory, { recursive: true });
    await months.write('2027-01');
    await expect(months.leave('2027-01')).rejects.toThrow('2027-01 was archived before with other files');
    await rm(directory, { recursive: true });
    await cp(path.join(months.into, 'first'), directory, { recursive: true });
    await months.leave('2027-01');
    await expect(months.leave('2027-01')).rejects.toThrow('2027-01 is already archived');
    expect(await months.download(organization!, january[0]!)).toMatchObject({ status: 422 });
  });

  it('must be kept until the end of a year that the law or its organization determines', async () => {
    const settings = { DATABASE_URL: months.test.api.database.url };
    const due = async (day: string) => {
      return (await listDueFiles(months.reader.pool, months.into, day)).map(
        ({ organizationId, lastDay }) => `${organizationId} ${lastDay}`,
      );
    };
    expect(await due('2033-12-31')).toEqual([]);
    expect(await due('2034-01-01')).toEqual(['1 2033-12-31', '2 2033-12-31']);
    const kept = await runCli('org', ['keep', '2', '10', '--operator', 'maria'], settings);
    expect(kept.code).toBe(0);
    expect(await due('2034-01-01')).toEqual(['1 2033-12-31']);
    expect((await runCli('archive', ['due', '--from', months.into], settings)).out).toBe(
      'No retention period is over: every file must still be kept\n',
    );
    // Files that are removed after that day are not missed.
    await rm(path.join(months.into, '2027-01', 'organization-1'), { recursive: true });
    const directory = path.join(months.into, '2027-01');
    await expect(verifyMonth(directory, '2033-12-31')).rejects.toThrow('cannot be read');
    expect(await verifyMonth(directory, '2034-01-01')).toMatchObject({ documents: 70, removed: [1] });
  });
});
