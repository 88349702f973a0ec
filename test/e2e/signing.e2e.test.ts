import { hash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addIssuerProfile } from '#src/organizations/access/organizations.ts';
import { addCertificate } from '#src/remit/certificates.ts';
import { readZip } from '../api/support/read-zip.ts';
import { openRsaAuthority, type RsaAuthority } from '../domain/support/rsa-authority.ts';
import { verifySignature } from '../domain/support/verify-signature.ts';
import { buildProfile } from '../render/support/build-invoice.ts';
import { BY_TEST } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { LONG } from '../support/long.ts';
import { openStack, type TestStack } from '../support/stack.ts';

const INVOICES = LONG ? 1000 : 300;
const KEY = randomBytes(32);

let stack: TestStack;
let authority: RsaAuthority;
beforeAll(async () => {
  stack = await openStack({ CERTIFICATE_KEY: KEY.toString('base64') });
  authority = openRsaAuthority('/C=ES/O=Prueba/CN=AC de prueba');
  const { orm, pool } = stack.database;
  const { rows } = await pool.query<{ id: string }>('select id from organizations');
  const organizationId = Number(rows[0]!.id);
  await addIssuerProfile(orm, organizationId, 'B12345674', buildProfile(), BY_TEST);
  const file = { pkcs12: authority.exportPkcs12('secret'), passphrase: 'secret' };
  await addCertificate(orm, KEY, { organizationId, issuerNif: null }, file, BY_TEST, new Date());
});
afterAll(async () => {
  await stack[Symbol.asyncDispose]();
  authority[Symbol.dispose]();
});

const ask = (batchId: number) =>
  stack.client.request(`/invoice_batches/${batchId}/documents?format=facturae`);
async function readFiles(): Promise<Map<number, string>> {
  const sql = `select issued_invoice_id::float8 as id, encode(sha256, 'hex') as sha256 from electronic_files order by id`;
  const { rows } = await stack.database.pool.query<{ id: number; sha256: string }>(sql);
  return new Map(rows.map(({ id, sha256 }) => [id, sha256]));
}

describe('the signatures of a batch', () => {
  it('that a killed worker stored stay as they are, and another worker makes the rest', async () => {
    const issuer = await stack.startWorker({ WORKER_QUEUES: 'batches' });
    const batchId = await stack.client.create(buildBatchBody(INVOICES, 'KILL'));
    await stack.client.ended(batchId, 30_000);
    await issuer.end();
    expect((await ask(batchId)).status).toBe(422);
    const victim = await stack.startWorker({ WORKER_QUEUES: 'remission' });
    await eventually(async () => (await readFiles()).size > 0);
    expect(await victim.end('SIGKILL')).toBeNull();
    const left = await readFiles();
    expect(left.size).toBeLessThan(INVOICES);
    await stack.startWorker({ WORKER_QUEUES: 'remission' });
    const answer = await eventually(
      async () => {
        const now = await ask(batchId);
        return now.status !== 422 && now;
      },
      { within: 60_000, every: 500 },
    );
    expect(answer.status).toBe(200);
    const after = await readFiles();
    expect(after.size).toBe(INVOICES);
    for (const [id, sha256] of left) expect(after.get(id)).toBe(sha256);
    const [, ...files] = await readZip(Buffer.from(await answer.arrayBuffer()));
    expect(files.map(({ content }) => hash('sha256', content))).toEqual([...after.values()]);
    expect(verifySignature(files.at(-1)!.content.toString(), authority.chain[0])).toBe(3);
  }, 120_000);
});

describe('a worker that starts', () => {
  it('records what the certificates can sign that an earlier version stored', async () => {
    const client = await stack.database.pool.connect();
    await client.query(`set session_replication_role = 'replica'; update certificates set signing = null`);
    // The setting ends with the connection.
    client.release(true);
    await stack.startWorker({ WORKER_QUEUES: 'remission' });
    const read = async () =>
      (await stack.database.pool.query<{ signing: object | null }>('select signing from certificates'))
        .rows[0]!.signing;
    expect(await eventually(read)).toEqual({ keyType: 'rsa', keyBits: 2048, holderNif: null });
  });
});
