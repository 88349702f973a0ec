import { hash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restoreBackup } from '../../../src/operate/backup/restore-backup.ts';
import { writeBackup } from '../../../src/operate/backup/write-backup.ts';
import { checkTables } from '#src/checker/check-tables.ts';
import { eraseDue, measureDue } from '../../../src/operate/statements/retention.ts';
import { decompressBody } from '../../../src/platform/literals/stored-body.ts';
import { AGES, type AgedContents, ERASED, openAgedContents, PERIODS } from '../../support/aged-contents.ts';
import { BY_TEST } from '../../support/api.ts';
import { withSnapshot } from '../../../src/platform/postgres/snapshot.ts';
import { verifyChains } from '../../support/chains.ts';
import { openTestDatabase } from '../../support/database.ts';
import { issueBatch } from '../../support/engine.ts';

let contents: AgedContents;
beforeAll(async () => {
  contents = await openAgedContents();
});
afterAll(() => contents[Symbol.asyncDispose]());

const read = <T extends object>(sql: string) => contents.test.read<T>(sql);
const snapshot = () =>
  Promise.all(
    [
      'issued_invoices',
      'registration_records',
      'record_answers',
      'pdfs',
      'chains',
      'idempotency_records',
    ].map((table) => read(`select md5(string_agg(t::text, '' order by t::text)) as rows from ${table} t`)),
  );

describe('content whose retention period is over', () => {
  it('is measured without changes', async () => {
    const before = await snapshot();
    const due = await measureDue(contents.retention.pool, PERIODS);
    expect(due.map(({ kind, rows }) => [kind, rows])).toEqual([
      ['bodies', 1],
      ['failures', 1],
      ['certificates', 1],
      ['envelopes', 2],
      ['answers', 2],
      ['sii_messages', 0],
      ['sii_answers', 0],
      ['spfe_requests', 0],
    ]);
    expect(due.every(({ rows, bytes }) => bytes > 0 === rows > 0)).toBe(true);
    expect(await snapshot()).toEqual(before);
    expect(await read('select from batch_bodies where erased_at is not null')).toEqual([]);
  });

  it('is erased except for an id, a hash and a date, and no other content changes', async () => {
    const before = await snapshot();
    const [body] = await read<{ body: Buffer }>(
      `select body from batch_bodies where batch_id = ${contents.batches['ended old']}`,
    );
    const erased = await eraseDue(contents.retention.orm, PERIODS, BY_TEST, 1);
    expect(erased.map(({ kind, rows }) => [kind, rows])).toEqual([
      ['bodies', 1],
      ['failures', 1],
      ['certificates', 1],
      ['envelopes', 2],
      ['answers', 2],
      ['sii_messages', 0],
      ['sii_answers', 0],
      ['spfe_requests', 0],
      ['sessions', 1],
    ]);
    expect(await snapshot()).toEqual(before);
    const erasedIds = async (sql: string) => (await read<{ id: string }>(sql)).map(({ id }) => id);
    expect(await erasedIds('select batch_id as id from batch_bodies where erased_at is not null')).toEqual([
      String(contents.batches['ended old']),
    ]);
    expect(await erasedIds('select id from batch_invoices where erased_at is not null')).toEqual([
      String(contents.batches['ended old']! * 1000 + 1),
    ]);
    expect(await erasedIds(`select id from certificates where sealed_pkcs12 = ''`)).toHaveLength(1);
    expect(
      await erasedIds(
        `select id - (select min(id) from submissions) as id from submissions where request = '' order by id`,
      ),
    ).toEqual(['0', '2']);
    const [tombstone] = await read<{ body: Buffer; sha256: Buffer; erased_at: string }>(
      'select * from batch_bodies where erased_at is not null',
    );
    expect(tombstone!.sha256.toString('hex')).toBe(hash('sha256', decompressBody(body!.body)));
    expect(tombstone!.body).toHaveLength(0);
    expect(Math.abs(new Date(tombstone!.erased_at).getTime() - Date.now())).toBeLessThan(60_000);
  });

  it('is recorded in operator_acts with the number of erased rows of each kind', async () => {
    const acts = await read<{ kind: string; rows: number; operator: string }>(
      `select details ->> 'kind' as kind, sum((details ->> 'rows')::int)::int as rows, min(operator) as operator
       from operator_acts where act = 'retention.erase' group by 1 order by 1`,
    );
    expect(acts).toEqual(
      Object.entries({ answers: 2, bodies: 1, certificates: 1, envelopes: 2, failures: 1, sessions: 1 }).map(
        ([kind, rows]) => ({ kind, rows, operator: 'test' }),
      ),
    );
  });

  it('is erased once: a second run finds and records nothing', async () => {
    const count = () => read('select count(*) from operator_acts');
    const before = await count();
    expect((await eraseDue(contents.retention.orm, PERIODS, BY_TEST)).every(({ rows }) => rows === 0)).toBe(
      true,
    );
    expect((await measureDue(contents.retention.pool, PERIODS)).every(({ rows }) => rows === 0)).toBe(true);
    expect(await count()).toEqual(before);
  });

  it('is reported to clients as erased, and later batches are issued as usual', async () => {
    const { api, organization } = contents;
    const { token } = organization;
    const listed = await api.get(token, `/invoice_batches/${contents.batches['ended old']}/batch_invoices`);
    expect(listed.json()).toMatchObject({
      data: [
        { processing_status: 'processed', processing_error: null },
        {
          processing_status: 'failed',
          processing_error: ERASED,
          external_invoice_id: null,
          invoice_number: null,
        },
      ],
    });
    const failed = contents.batches['ended old']! * 1000 + 1;
    expect(await read(`select metadata, warnings from batch_invoices where id = ${failed}`)).toEqual([
      { metadata: null, warnings: null },
    ]);
    const pdf = await api.get(token, `/batch_invoices/${failed}/pdf`);
    expect(pdf.statusCode).toBe(422);
    await issueBatch(contents.api, contents.organization, 1, 'NEXT');
    await verifyChains(contents.api.database.pool);
  });

  it('violates no invariant after it was erased by an act', async () => {
    const verdicts = await withSnapshot(contents.api.database.pool, checkTables);
    const broken = verdicts.filter(
      ({ invariant, broken: n }) => ['I1', 'I2', 'I3', 'I10'].includes(invariant) && n > 0,
    );
    // Ignores the batch that still waits and the rows that this test inserted.
    expect(
      broken.flatMap(({ places }) => places).filter((place) => !/is (received|processing)/.test(place)),
    ).toEqual([]);
    const erasing = verdicts.find(({ says }) => says.startsWith('Data was erased'))!;
    expect(erasing).toMatchObject({ broken: 0 });
    await contents.age(
      `update batch_bodies set erased_at = null, sha256 = null, body = '' where erased_at is not null`,
    );
    const damaged = await withSnapshot(contents.api.database.pool, checkTables);
    expect(damaged.flatMap(({ places }) => places).join()).toMatch(
      /has no body.*bodies are erased without an act/s,
    );
    await contents.age(
      `update batch_bodies set erased_at = now(), sha256 = sha256('x') where batch_id = ${contents.batches['ended old']}`,
    );
  });

  it('stays erased in a backup and in a database that is restored from it', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'ibe-retention-'));
    await using restored = await openTestDatabase();
    await writeBackup(contents.api.database.pool, path.join(directory, 'backup'));
    await restoreBackup(restored.orm, path.join(directory, 'backup'), new Date(), {
      ...BY_TEST,
      keepsSessions: false,
      certificateKeys: [],
    });
    const { rows } = await restored.pool.query('select from batch_bodies where erased_at is not null');
    expect(rows).toHaveLength(1);
    await rm(directory, { recursive: true });
  });

  it('is not erased if it is damaged, and the error names it', async () => {
    const id = await issueBatch(contents.api, contents.organization, 1, 'DAMAGED');
    await contents.age(
      `update batch_bodies set body = '\\x00' where batch_id = ${id}; update batches set received_at = ${AGES.old}, processed_at = ${AGES.old} where id = ${id}`,
    );
    await expect(eraseDue(contents.retention.orm, PERIODS, BY_TEST)).rejects.toThrow(
      `The body of batch ${id} is damaged`,
    );
    const good = zstdCompressSync(Buffer.from('{}')).toString('hex');
    await contents.age(`update batch_bodies set body = '\\x${good}' where batch_id = ${id}`);
    expect((await eraseDue(contents.retention.orm, PERIODS, BY_TEST))[0]).toMatchObject({
      kind: 'bodies',
      rows: 1,
    });
  });
});
