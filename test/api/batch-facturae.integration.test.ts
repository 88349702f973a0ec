import type { Worker } from 'bullmq';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { judgeDamagedFiles } from '#src/monitor/judge-faults.ts';
import { summarizeDamagedFiles } from '#src/monitor/statements/faults.ts';
import { API_FORMS } from '../../src/api/versions.ts';
import type { ApiVersion } from '../../src/contracts/codes.ts';
import type { InvoiceInput } from '../../src/contracts/invoice-input.ts';
import { verifySignature } from '../domain/support/verify-signature.ts';
import type { TestOrganization } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { openTestSigning, type TestSigning } from '../support/signing.ts';
import { runCli } from '../support/run-cli.ts';
import { readZip } from './support/read-zip.ts';

let test: TestSigning;
let organization: TestOrganization;
let origin: string;
let worker: Worker | undefined;
beforeAll(async () => {
  test = await openTestSigning({ READ_RATE_LIMIT: 10_000 });
  organization = await test.createIssuer('Firmante SL');
  await test.addCertificate(organization);
  origin = await test.api.app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  await worker?.close();
  worker = undefined;
});
afterAll(() => test[Symbol.asyncDispose]());

const SIMPLIFIED: InvoiceInput = {
  invoice_type: 'F2',
  recipient_legal_name: null,
  recipient_document_type: null,
  recipient_document_number: null,
  recipient_billing_address: null,
  recipient_billing_postal_code: null,
  recipient_billing_city: null,
};
const pending = (ready: number, issued: number) =>
  `Not all files are signed yet: ${ready} of ${issued} files are signed`;

type Asked = {
  readonly of?: TestOrganization;
  readonly version?: ApiVersion;
  readonly headers?: Record<string, string>;
  readonly method?: string;
};

/** Version 1 answers 422 to what is not ready, version 2 answers 409. */
const REFUSALS = [409, 422];

/** Requests the archive of a batch through a socket. */
async function ask(batchId: number, { of = organization, version = 1, headers = {}, method }: Asked = {}) {
  const url = `${origin}${API_FORMS[version].prefix}/invoice_batches/${batchId}/documents?format=facturae`;
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${of.token}`, ...headers },
    ...(method && { method }),
  });
  const body = Buffer.from(await answer.arrayBuffer());
  const { error } =
    REFUSALS.includes(answer.status) && body.length > 0 ? (JSON.parse(body.toString()) as Refused) : {};
  return {
    status: answer.status,
    headers: answer.headers,
    body,
    refused: [error?.message, answer.headers.get('retry-after')],
  };
}
type Refused = { readonly error?: { readonly message: string } };
type Line = {
  readonly file: string | null;
  readonly reason: object | null;
  readonly annulled_at: string | null;
};

/** Repeats the request of an archive as a client does, without the pauses. */
async function download(batchId: number, asked: Asked = {}) {
  let answer = await ask(batchId, asked);
  await eventually(async () => {
    if (answer.refused[1] !== null) answer = await ask(batchId, asked);
    return answer.refused[1] === null;
  });
  return answer;
}
async function read(body: Buffer) {
  const [manifest, ...files] = await readZip(body);
  return { lines: JSON.parse(manifest!.content.toString()) as Line[], files };
}
const single = (id: number, { token } = organization) =>
  test.api.get(token, `/batch_invoices/${id}/documents/facturae`);
const remission = () => test.queues.jobQueues.queues.get('remission')!;
const countFiles = async (batchId: number) => {
  const sql = 'select count(*)::int as files from electronic_files where issued_invoice_id between $1 and $2';
  const range = [batchId * 1000, batchId * 1000 + 999];
  return (await test.api.database.pool.query<{ files: number }>(sql, range)).rows[0]!.files;
};
async function damage(sql: string): Promise<void> {
  const client = await test.api.database.pool.connect();
  try {
    await client.query(`set session_replication_role = 'replica'; ${sql}`);
  } finally {
    // The setting ends with the connection.
    client.release(true);
  }
}

describe('the archive of signed Facturae', () => {
  it('is not ready while no worker signs, however often it is requested, and loses nothing', async () => {
    const batchId = await issueBatch(test.api, organization, 3, 'WAIT');
    const other = await issueBatch(test.api, organization, 2, 'OTHER');
    for (let count = 0; count < 3; count += 1) {
      for (const version of [1, 2] as const)
        expect((await ask(batchId, { version })).refused).toEqual([pending(0, 3), '5']);
      expect((await ask(other, { method: 'HEAD' })).status).toBe(422);
    }
    // The organization has one job, whatever it requests.
    await eventually(async () => (await remission().getPrioritizedCount()) === 1);
    expect(await remission().getPrioritizedCount()).toBe(1);
    worker = test.work();
    for (const each of [batchId, other]) expect((await download(each)).status).toBe(200);
  });

  it('has the bytes of the single downloads, and lists the missing ones with their reasons', async () => {
    worker = test.work();
    const batchId = await issueBatch(test.api, organization, 5, 'Z/1', (index) =>
      index === 1 ? SIMPLIFIED : index === 3 ? { issuer_nif: 'X' } : {},
    );
    const before = await single(batchId * 1000 + 2);
    const answer = await download(batchId, { version: 2, headers: { 'accept-language': 'es' } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="batch-${batchId}-facturae.zip"`,
    );
    const { lines, files } = await read(answer.body);
    expect(lines.map(({ file }) => file)).toEqual(['Z-1-1.xsig', null, 'Z-1-3.xsig', 'Z-1-5.xsig']);
    const message = expect.stringMatching(/^Facturae identifica al destinatario .* factura simplificada$/);
    const rule = expect.stringMatching(/./);
    expect(lines.map(({ reason }) => reason)).toEqual([null, { rule, message }, null, null]);
    for (const [index, place] of [0, 2, 4].entries()) {
      const { rawPayload } = await single(batchId * 1000 + place);
      expect(files[index]!.content.equals(rawPayload)).toBe(true);
      expect(verifySignature(rawPayload.toString(), test.authority.chain[0])).toBe(3);
    }
    expect(files[1]!.content.equals(before.rawPayload)).toBe(true);
    const [again, head] = [await ask(batchId, { version: 2 }), await ask(batchId, { method: 'HEAD' })];
    expect((await read(again.body)).files).toEqual(files);
    expect([head.status, head.body.length]).toEqual([200, 0]);
  });

  it('is completed after a job failed in the middle of a batch', async () => {
    const batchId = await issueBatch(test.api, organization, 150, 'LOST');
    worker = test.work();
    await ask(batchId);
    await eventually(async () => (await countFiles(batchId)) > 0);
    await test.api.database.pool.query('revoke insert on electronic_files from engine_worker');
    await eventually(async () => (await remission().getFailedCount()) === 1);
    await test.api.database.pool.query('grant insert on electronic_files to engine_worker');
    const left = await countFiles(batchId);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(150);
    expect((await ask(batchId)).refused).toEqual([pending(left, 150), '5']);
    const { lines, files } = await read((await download(batchId)).body);
    expect([lines.length, files.length, await countFiles(batchId)]).toEqual([150, 150, 150]);
  }, 60_000);

  it('states why no invoice can be signed, and lists it if others are signed', async () => {
    worker = test.work();
    const without = await test.createIssuer('Sin Certificado SL');
    const batchId = await issueBatch(test.api, without, 2, 'NONE');
    const missing = /^Facturae is signed with the certificate of the issuer, and this issuer has none/;
    const answer = await download(batchId, { of: without });
    expect([answer.status, ...answer.refused]).toEqual([422, expect.stringMatching(missing), null]);
    await test.addCertificate(without);
    await single(batchId * 1000, without);
    const { lines } = await read((await download(batchId, { of: without })).body);
    expect(lines.map(({ file }) => file)).toEqual(['NONE-1.xsig', null]);
    expect(lines[1]!.reason).toEqual({
      rule: 'Facturae, política de firma 3.1',
      message: expect.stringMatching(missing),
    });
    const spanish = { of: without, version: 2, headers: { 'accept-language': 'es' } } as const;
    expect((await read((await ask(batchId, spanish)).body)).lines[1]!.reason).toMatchObject({
      message: expect.stringMatching(/^Facturae se firma con el certificado del emisor/),
    });
    // The refusal is kept for a minute.
    await test.api.database.pool.query(
      `update signing_refusals set refused_at = now() - interval '61 seconds'`,
    );
    expect((await ask(batchId, { of: without })).refused).toEqual([pending(1, 2), '5']);
    const later = await read((await download(batchId, { of: without })).body);
    expect(later.lines.map(({ file }) => file)).toEqual(['NONE-1.xsig', 'NONE-2.xsig']);
  });

  it('states when an invoice was annulled, and has its file as it was', async () => {
    worker = test.work();
    const batchId = await issueBatch(test.api, organization, 2, 'ANN');
    const before = await read((await download(batchId)).body);
    await damage(
      `insert into corrections (organization_id, issued_invoice_id, chain_id, sequence, kind, reason, operator, created_at)
       select organization_id, issued_invoice_id, chain_id, sequence, 'anulacion', 'x', 'x', '2026-11-21T10:15:00Z'
       from registration_records where issued_invoice_id = ${batchId * 1000}`,
    );
    const after = await read((await ask(batchId)).body);
    expect(after.lines.map((line) => line.annulled_at)).toEqual(['2026-11-21T10:15:00Z', null]);
    expect(after.files).toEqual(before.files);
  });

  it('of an archived month has the files that are signed, and is refused if one is not', async () => {
    worker = test.work();
    const [signed, unsigned] = [
      await issueBatch(test.api, organization, 2, 'SIGNED'),
      await issueBatch(test.api, organization, 2, 'UNSIGNED'),
    ];
    const before = await read((await download(signed)).body);
    await single(unsigned * 1000);
    await damage(
      `delete from document_blocks where batch_id in (${signed}, ${unsigned});
       insert into months (month, began_at, first_batch_id, first_render_batch_id)
       select month + interval '1 month', began_at + interval '1 month', 1000000, 1000000 from months;
       update months set archived_at = now(), manifest_sha256 = sha256('x') where first_batch_id < 1000000`,
    );
    const refused = await ask(unsigned);
    expect(refused.refused).toEqual([
      expect.stringMatching(/^The batches accepted in .* are archived/),
      null,
    ]);
    expect((await single(unsigned * 1000)).statusCode).toBe(200);
    expect((await single(unsigned * 1000 + 1)).statusCode).toBe(422);
    expect((await read((await ask(signed)).body)).files).toEqual(before.files);
    await damage('update months set archived_at = null, manifest_sha256 = null');
  });
});

describe('a damaged signed file', () => {
  const DAMAGED =
    'The signed Facturae of this invoice is damaged where it is stored; the operator of this service can have it signed again';
  const setFile = (id: number, changes: string) =>
    damage(`update electronic_files set ${changes} where issued_invoice_id = ${id}`);
  const flip = `content = set_byte(content, 30, get_byte(content, 30) # 255)`;
  const drop = (id: number) =>
    runCli('invoice', ['drop-facturae', String(id), '--reason', 'El disco falla', '--operator', 'Ana'], {
      DATABASE_URL: test.api.database.url,
    });
  const findFindings = async () => judgeDamagedFiles(await summarizeDamagedFiles(test.api.workers.pool));
  const say = async (id: number) => {
    const { statusCode, body } = await single(id);
    return [statusCode, (JSON.parse(body) as Refused).error?.message];
  };

  it.each([
    ['bytes are others', flip],
    ['end is missing', 'content = substring(content from 1 for length(content) - 5)'],
    ['hash is another', `sha256 = sha256('x')`],
  ])('of which the %s spares the others, and an operator has it signed again', async (what, changes) => {
    worker = test.work();
    const batchId = await issueBatch(test.api, organization, 3, what.slice(0, 3).toUpperCase());
    const before = await read((await download(batchId)).body);
    const [first, id] = [batchId * 1000, batchId * 1000 + 1];
    await setFile(id, changes);
    const logged = test.api.log.length;

    expect(await say(id)).toEqual([422, DAMAGED]);
    expect((await single(first)).statusCode).toBe(200);
    const { lines, files } = await read((await ask(batchId)).body);
    const reason = { rule: 'this engine', message: DAMAGED };
    expect(lines.map(({ reason: why }) => why)).toEqual([null, reason, null]);
    expect(lines[1]!.file).toBeNull();
    expect(files).toEqual([before.files[0], before.files[2]]);
    const errors = test.api.log.slice(logged).filter((line) => line.includes('"level":"error"'));
    expect(errors.filter((line) => line.includes(`The signed Facturae of invoice ${id} `))).toHaveLength(2);

    expect(await findFindings()).toMatchObject([
      { id: 'damaged-files', urgency: 'act', todo: expect.stringContaining(`drop-facturae ${id} --reason`) },
    ]);
    expect(await drop(id)).toMatchObject({
      code: 0,
      out: expect.stringMatching(new RegExp(`^The signed Facturae of invoice ${id} .* signed again\n$`)),
    });
    expect(await findFindings()).toEqual([]);
    const { rows } = await test.api.database.pool.query(
      `select operator, reason, organization_id::int as organization from operator_acts where act = 'facturae.drop' and subject_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ operator: 'Ana', reason: 'El disco falla', organization: organization.id }]);

    const after = await read((await download(batchId)).body);
    expect([after.files[0], after.files[2]]).toEqual([before.files[0], before.files[2]]);
    expect(verifySignature(after.files[1]!.content.toString(), test.authority.chain[0])).toBe(3);
    expect((await single(id)).rawPayload).toEqual(after.files[1]!.content);
  });

  it('is the answer for a batch of which every file is damaged', async () => {
    worker = test.work();
    const batchId = await issueBatch(test.api, organization, 1, 'ALL');
    await download(batchId);
    await setFile(batchId * 1000, flip);
    expect((await ask(batchId)).refused).toEqual([DAMAGED, null]);
    expect((await ask(batchId, { version: 2, headers: { 'accept-language': 'es' } })).refused).toEqual([
      expect.stringMatching(/está dañada/),
      null,
    ]);
  });

  it('is dropped also if it is that of another invoice, and never if it is not damaged', async () => {
    worker = test.work();
    const batchId = await issueBatch(test.api, organization, 2, 'SWAP');
    await download(batchId);
    const [first, second] = [batchId * 1000, batchId * 1000 + 1];
    const refusals = [await drop(first), await drop(batchId * 1000 + 7)];
    expect(refusals.map(({ code, err }) => [code, err])).toEqual([
      [1, expect.stringContaining('is not damaged: every download has the bytes that were signed')],
      [1, expect.stringContaining('has no signed Facturae')],
    ]);
    const other = `from electronic_files f where f.issued_invoice_id = ${second}`;
    await setFile(first, `content = (select f.content ${other}), sha256 = (select f.sha256 ${other})`);
    expect((await drop(first)).out).toContain('is that of another invoice');
    expect((await read((await download(batchId)).body)).files).toHaveLength(2);
  });
});
