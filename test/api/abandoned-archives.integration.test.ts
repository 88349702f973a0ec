import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { storePdf } from '../support/pdfs.ts';
import { openRawConnection, type RawConnection } from '../support/raw-http.ts';

const MB = 1024 * 1024;
const PDFS = 24;
/** Read one at a time: two are more than is read together. All of them are more than systems keep of a connection by themselves. */
const BYTES = 2 * MB;

/** As many pages as PDFs of so many bytes have. */
const LARGE = { bytes: randomBytes(BYTES), pages: 100 };

let api: TestApi;
let organization: TestOrganization;
let batchId: number;
/** Another archive of the organization, soon read. */
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

/** How often an instance of the API asks the store for anything. */
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

/** Waits until nothing more is asked of the store. @returns how much was. */
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

describe('an archive whose client', () => {
  it('stops reading is read from the store no further, and goes on when the client does', async () => {
    await using own = await openTestApi({}, { beside: api });
    const countStatements = watchStatements(own);
    using client = await ask(own);
    const asked = await untilAtRest(countStatements);
    // The rest waits in PostgreSQL, not here: what is on its way is in the system's buffers.
    expect(asked).toBeLessThan(PDFS / 2);
    // As often as one likes: nobody else of the organization waits for it.
    for (let count = 0; count < 70; count += 1) {
      const { statusCode } = await own.get(organization.token, `/batch_invoices/${batchId * 1000}`);
      expect(statusCode).toBe(200);
    }
    const others = countStatements() - asked;
    client.socket.resume();
    await eventually(() => client.socket.bytesRead > PDFS * BYTES, { within: 20_000 });
    expect(countStatements() - others).toBeGreaterThan(PDFS);
  });

  it('takes nothing for long is ended, and its turn goes to the next', async () => {
    await using own = await openTestApi({}, { beside: api, limits: { unreadAnswerMs: 300 } });
    const countStatements = watchStatements(own);
    // More than may read at a time.
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

  it('asks for its head alone is given that, and nothing is read', async () => {
    await using own = await openTestApi({}, { beside: api });
    const countStatements = watchStatements(own);
    const url = await own.app.listen({ host: '127.0.0.1', port: 0 });
    const answer = await fetch(`${url}/api/v1/invoice_batches/${batchId}/pdfs`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${organization.token}` },
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect((await own.get(organization.token, '/invoice_batches')).statusCode).toBe(200);
    // Who asks, which PDFs there are, and what was asked after it.
    expect(countStatements()).toBeLessThan(6);
  });

  it('goes away is read no further', async () => {
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
