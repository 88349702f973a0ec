import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { postBatch } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { issueInvoice, storePdf } from '../support/pdfs.ts';
import { errorBody } from './endpoints.ts';

const KIB = 1024;
const LARGE = randomBytes(3 * 1024 * KIB + 17);
/** The number of bytes of a test PDF beside those that are put into it. */
let frameBytes: number;

let api: TestApi;
let organization: TestOrganization;
type Stored = { readonly id: number; readonly pdf: Buffer };
let large: Stored;
beforeAll(async () => {
  // The injected requests have no socket that could be closed to make room while a slow machine
  // answers forty of them.
  api = await openTestApi({}, { limits: { unreadAnswerBytes: 256 * 1024 * KIB } });
  organization = await api.createOrganization();
  large = await storeNew(LARGE);
  frameBytes = large.pdf.length - LARGE.length;
  // A statement that reads the bytes of a PDF waits while a test holds this lock.
  await api.database.pool.query(
    `grant execute on function pg_advisory_xact_lock_shared(bigint) to public;
     create policy held on render_batches as restrictive for select
     using (current_query() not like '%q.content%' or pg_advisory_xact_lock_shared(${HELD}) is not null)`,
  );
});
afterAll(() => api[Symbol.asyncDispose]());

const HELD = 71;
let count = 0;
async function storeNew(bytes: Buffer): Promise<Stored> {
  const id = await issueInvoice(api, organization, `L-${(count += 1)}`);
  return { id, pdf: await storePdf(api, id, { bytes }) };
}

const path = (id: number) => `/batch_invoices/${id}/pdf`;
const download = (id: number, from = api) => from.get(organization.token, path(id));

/** Blocks the reading of PDFs until the returned function is called or the test ends. */
async function holdReading(): Promise<() => Promise<void>> {
  const holder = await api.database.pool.connect();
  await holder.query('select pg_advisory_lock($1)', [HELD]);
  let isHeld = true;
  const release = async () => {
    if (!isHeld) return;
    isHeld = false;
    await holder.query('select pg_advisory_unlock($1)', [HELD]);
    holder.release();
  };
  onTestFinished(release);
  return release;
}

async function countHeld(): Promise<number> {
  const { rows } = await api.database.pool.query<{ held: number }>(
    `select count(*)::int as held from pg_locks where locktype = 'advisory' and objid = $1 and not granted`,
    [HELD],
  );
  return rows[0]!.held;
}

describe('the download of a PDF', () => {
  it.each([1, 256 * KIB - 1, 256 * KIB, 256 * KIB + 1, 512 * KIB, 1000 * KIB])(
    'returns all of %i bytes with their Content-Length',
    async (bytes) => {
      const { id, pdf } = await storeNew(randomBytes(Math.max(bytes - frameBytes, 0)));
      const answer = await download(id);
      expect(answer.headers['content-length']).toBe(String(pdf.length));
      expect(answer.rawPayload.equals(pdf)).toBe(true);
    },
  );

  it('returns the headers of GET to HEAD, without reading a recently read PDF again', async () => {
    const { headers } = await download(large.id);
    await holdReading();
    const authorization = `Bearer ${organization.token}`;
    const answer = await api.inject({
      method: 'HEAD',
      url: `/api/v1${path(large.id)}`,
      headers: { authorization },
    });
    const vary = [
      'date',
      'x-request-id',
      'ratelimit-remaining',
      'ratelimit-reset',
      'connection',
      'keep-alive',
    ];
    const told = (from: typeof headers) =>
      Object.fromEntries(
        Object.entries(from).filter(([name]) => !vary.includes(name.replace(/^x-(?=rate)/, ''))),
      );
    expect(answer.statusCode).toBe(200);
    expect(told(answer.headers)).toEqual(told(headers));
    expect(answer.headers['content-length']).toBe(String(large.pdf.length));
    expect(answer.rawPayload).toHaveLength(0);
  });
});

describe('an organization that downloads many PDFs at once', () => {
  it('has one of them read at a time through both versions, while its other requests and other organizations are served', async () => {
    const other = await api.createOrganization();
    const { id, pdf } = await storeNew(LARGE.subarray(0, 300 * KIB));
    const release = await holdReading();
    const answers = Array.from({ length: 40 }, (_, place) =>
      place % 2 === 0 ? download(id) : api.get(organization.token, `/invoices/${id}/pdf`, {}, 2),
    );
    await eventually(async () => (await countHeld()) === 1);
    expect(await postBatch(api, other, 1, 'O')).toBeGreaterThan(0);
    expect((await api.get(other.token, '/invoice_batches')).statusCode).toBe(200);
    // Other requests of the same organization are served as well.
    expect((await api.get(organization.token, '/invoice_batches')).statusCode).toBe(200);
    expect(await countHeld()).toBe(1);
    await release();
    for (const { rawPayload } of await Promise.all(answers))
      expect(rawPayload.equals(pdf) ? 'whole' : api.log.slice(-3).join('')).toBe('whole');
  });

  it('receives 429 for a download that waits too long', async () => {
    await using hasty = await openTestApi({}, { beside: api, limits: { downloadPatienceMs: 50 } });
    const release = await holdReading();
    const first = [download(large.id, hasty)];
    await eventually(async () => (await countHeld()) === 1);
    const late = await download(large.id, hasty);
    expect(late.statusCode).toBe(429);
    expect(late.headers).toMatchObject({ 'retry-after': '1' });
    expect(late.headers).not.toHaveProperty('etag');
    expect(late.json()).toEqual(
      errorBody('too_many_requests', 'Too many PDFs are being downloaded at the same time'),
    );
    const document = await hasty.get(organization.token, `/batch_invoices/${large.id}/documents/ubl`);
    expect([document.statusCode, document.json()]).toEqual([
      429,
      errorBody('too_many_requests', 'Too many documents are being downloaded at the same time'),
    ]);
    await release();
    for (const { statusCode } of await Promise.all(first)) expect(statusCode).toBe(200);
  });
});
