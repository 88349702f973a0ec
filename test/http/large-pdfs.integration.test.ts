import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { postBatch } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { issueInvoice, storePdf } from '../support/pdfs.ts';
import { errorBody } from './endpoints.ts';
import { openRawConnection } from '../support/raw-http.ts';

const KIB = 1024;
const LARGE = randomBytes(3 * 1024 * KIB + 17);

let api: TestApi;
let organization: TestOrganization;
let largeId: number;
beforeAll(async () => {
  // Requests without a socket: where a slow machine takes a second for forty answers, there is no connection that could be ended to make room.
  api = await openTestApi({}, { limits: { unreadAnswerBytes: 256 * 1024 * KIB } });
  organization = await api.createOrganization();
  largeId = await storeNew(LARGE);
  // Whoever reads the bytes of a PDF waits while a test holds that lock.
  await api.database.pool.query(
    `grant execute on function pg_advisory_xact_lock_shared(bigint) to public;
     create policy held on pdfs as restrictive for select
     using (current_query() not like '%substring(content%' or pg_advisory_xact_lock_shared(${HELD}) is not null)`,
  );
});
afterAll(() => api[Symbol.asyncDispose]());

const HELD = 71;
let count = 0;
async function storeNew(content: Buffer): Promise<number> {
  const id = await issueInvoice(api, organization, `L-${(count += 1)}`);
  await storePdf(api, id, content);
  return id;
}

const path = (id: number) => `/batch_invoices/${id}/pdf`;
const download = (id: number, from = api) => from.get(organization.token, path(id));

/** Holds up the reading of PDFs until it is called, or the test is over. */
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

describe('a PDF of any length', () => {
  it.each([1, 256 * KIB - 1, 256 * KIB, 256 * KIB + 1, 512 * KIB, 1000 * KIB])(
    'of %i bytes comes whole, with its length',
    async (bytes) => {
      const content = randomBytes(bytes);
      const answer = await download(await storeNew(content));
      expect(answer.headers['content-length']).toBe(String(bytes));
      expect(answer.rawPayload.equals(content)).toBe(true);
    },
  );

  it('is told by HEAD with the headers of GET, and nothing of it is read', async () => {
    const { headers } = await download(largeId);
    await holdReading();
    const authorization = `Bearer ${organization.token}`;
    const answer = await api.inject({
      method: 'HEAD',
      url: `/api/v1${path(largeId)}`,
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
    expect(answer.headers['content-length']).toBe(String(LARGE.length));
    expect(answer.rawPayload).toHaveLength(0);
  });

  it('is read no faster than its client takes it', async () => {
    await using own = await openTestApi({}, { beside: api });
    using slow = await openRawConnection(own.app);
    const connections = vi.spyOn(own.ingress.pool, 'connect');
    const content = randomBytes(24 * 1024 * KIB);
    const id = await storeNew(content);
    slow.socket.pause();
    slow.send(
      `GET /api/v1${path(id)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${organization.token}\r\n\r\n`,
    );
    let before = 0;
    await eventually(async () => {
      const now = connections.mock.calls.length;
      const isAtRest = now > 2 && now === before;
      before = now;
      return isAtRest;
    });
    // Of 96 pieces: the rest waits in PostgreSQL, not here.
    expect(connections.mock.calls.length).toBeLessThan(70);
    slow.socket.removeAllListeners('data').resume();
    await eventually(() => slow.socket.bytesRead > content.length);
    expect(connections.mock.calls.length).toBeGreaterThanOrEqual(96);
  });
});

describe('an organization that downloads many PDFs at once', () => {
  it('has one of them read at a time, which leaves a connection of its share for what else it asks: others are served meanwhile', async () => {
    const other = await api.createOrganization();
    const id = await storeNew(LARGE.subarray(0, 300 * KIB));
    const release = await holdReading();
    const answers = Array.from({ length: 40 }, () => download(id));
    await eventually(async () => (await countHeld()) === 1);
    expect(await postBatch(api, other, 1, 'O')).toBeGreaterThan(0);
    expect((await api.get(other.token, '/invoice_batches')).statusCode).toBe(200);
    // And its own requests for something else.
    expect((await api.get(organization.token, '/invoice_batches')).statusCode).toBe(200);
    expect(await countHeld()).toBe(1);
    await release();
    for (const { rawPayload } of await Promise.all(answers))
      expect(rawPayload.length === 300 * KIB ? 'whole' : api.log.slice(-3).join('')).toBe('whole');
  });

  it('is told to come again where a download does not get its turn', async () => {
    await using hasty = await openTestApi({}, { beside: api, limits: { downloadPatienceMs: 50 } });
    const release = await holdReading();
    const first = [download(largeId, hasty)];
    await eventually(async () => (await countHeld()) === 1);
    const late = await download(largeId, hasty);
    expect(late.statusCode).toBe(429);
    expect(late.headers).toMatchObject({ 'retry-after': '1' });
    expect(late.headers).not.toHaveProperty('etag');
    expect(late.json()).toEqual(
      errorBody('too_many_requests', 'Too many PDFs are being downloaded at the same time'),
    );
    await release();
    for (const { statusCode } of await Promise.all(first)) expect(statusCode).toBe(200);
  });
});
