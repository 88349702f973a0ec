import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { storePdf } from '../support/pdfs.ts';
import { openRawConnection, type RawConnection } from '../support/raw-http.ts';
import { errorBody } from './endpoints.ts';

const MB = 1024 * 1024;
const PDFS = 24;
/**
 * Size of a PDF. Two exceed what is read together, so they are read one at a time; all of them
 * exceed the socket buffers of a system.
 */
const BYTES = 2 * MB;

/** A PDF of that size, with a matching number of pages. */
const LARGE = { bytes: randomBytes(BYTES), pages: 100 };

let api: TestApi;
let organization: TestOrganization;
let batchId: number;
/** The URL of a small archive of the same organization. */
let small: string;
beforeAll(async () => {
  api = await openTestApi();
  organization = await api.createOrganization();
  batchId = await issueBatch(api, organization, PDFS, 'ZIP');
  for (let place = 0; place < PDFS; place += 1) await storePdf(api, batchId * 1000 + place, LARGE);
  const smallId = await issueBatch(api, organization, 2, 'SMALL');
  for (const place of [0, 1]) await storePdf(api, smallId * 1000 + place, LARGE);
  small = `/invoice_batches/${smallId}/pdfs`;
});
afterAll(() => api[Symbol.asyncDispose]());

/**
 * Returns a function that counts how often an instance of the API has taken a database connection.
 */
function watchStatements(own: TestApi): () => number {
  const statements = vi.spyOn(own.ingress.pool, 'connect');
  return () => statements.mock.calls.length;
}

async function ask(own: TestApi): Promise<RawConnection> {
  const connection = await openRawConnection(own.app);
  connection.socket.removeAllListeners('data').pause();
  connection.send(
    `GET /api/v1/invoice_batches/${batchId}/pdfs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${organization.token}\r\n\r\n`,
  );
  return connection;
}

/** Waits until the count no longer grows. @returns the count. */
async function untilAtRest(countStatements: () => number): Promise<number> {
  let before = 0;
  await eventually(
    () => {
      const now = countStatements();
      const isAtRest = now > 3 && now === before;
      before = now;
      return isAtRest;
    },
    { every: 250 },
  );
  return before;
}

const countConnections = (own: TestApi) =>
  new Promise<number>((resolve, reject) => {
    own.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

describe('the archive of a client', () => {
  it('is not read from the store while the client does not read', async () => {
    await using own = await openTestApi({}, { beside: api });
    const countStatements = watchStatements(own);
    using client = await ask(own);
    const asked = await untilAtRest(countStatements);
    // The rest stays in PostgreSQL; only what the socket buffers of the system hold was read.
    expect(asked).toBeLessThan(PDFS / 2);
    // Other requests of the organization do not wait for the archive.
    for (let count = 0; count < 70; count += 1) {
      const { statusCode } = await own.get(organization.token, `/batch_invoices/${batchId * 1000}`);
      expect(statusCode).toBe(200);
    }
    const others = countStatements() - asked;
    client.socket.resume();
    await eventually(() => client.socket.bytesRead > PDFS * BYTES, { within: 20_000 });
    expect(countStatements() - others).toBeGreaterThan(PDFS);
  });

  it('is aborted when the client does not read for a long time, and another one can be read', async () => {
    await using own = await openTestApi({}, { beside: api, limits: { unreadAnswerMs: 300 } });
    const countStatements = watchStatements(own);
    // More archives than may be read at the same time.
    const clients = await Promise.all(Array.from({ length: 6 }, () => ask(own)));
    await expect.poll(() => countConnections(own), { timeout: 20_000 }).toBe(0);
    const asked = await untilAtRest(countStatements);
    expect(asked).toBeLessThan((clients.length * PDFS) / 2);
    for (const client of clients) {
      expect(client.socket.bytesRead).toBeLessThan((PDFS * BYTES) / 2);
      client[Symbol.dispose]();
    }
    expect((await own.get(organization.token, small)).rawPayload.length).toBeGreaterThan(2 * BYTES);
  });

  it('counts among those that its organization has begun: one too many gets 429 with Retry-After until another has ended', async () => {
    const limits = { downloadPatienceMs: 50, begunZips: 1 };
    await using own = await openTestApi({}, { beside: api, limits });
    const client = await ask(own);
    await eventually(() => client.socket.bytesRead > 0);
    const late = await own.get(organization.token, small);
    expect([late.statusCode, late.headers['retry-after'], late.json()]).toEqual([
      429,
      '1',
      errorBody('too_many_requests', 'Too many PDFs are being downloaded at the same time'),
    ]);
    client.socket.destroy();
    await eventually(async () => (await own.get(organization.token, small)).statusCode === 200);
  });

  it('is not read for HEAD, which returns only the headers', async () => {
    await using own = await openTestApi({}, { beside: api });
    const countStatements = watchStatements(own);
    const url = await own.app.listen({ host: '127.0.0.1', port: 0 });
    const answer = await fetch(`${url}/api/v1/invoice_batches/${batchId}/pdfs`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${organization.token}` },
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect((await own.get(organization.token, '/invoice_batches')).statusCode).toBe(200);
    // The session, the list of PDFs, and the request that followed.
    expect(countStatements()).toBeLessThan(6);
  });

  it('is no longer read after the client has disconnected', async () => {
    await using own = await openTestApi({}, { beside: api });
    const countStatements = watchStatements(own);
    const client = await ask(own);
    client.socket.resume();
    await eventually(() => client.socket.bytesRead > 4 * MB);
    client.socket.destroy();
    await expect.poll(() => countConnections(own)).toBe(0);
    const asked = await untilAtRest(countStatements);
    expect(asked).toBeLessThan(PDFS);
    expect((await own.get(organization.token, small)).statusCode).toBe(200);
    expect(countStatements() - asked).toBeGreaterThan(2);
  });
});
