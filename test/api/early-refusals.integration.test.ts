import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { openRawConnection, type RawAnswer } from '../support/raw-http.ts';

let api: TestApi;
let organization: TestOrganization;
beforeAll(async () => {
  api = await openTestApi();
  organization = await api.createOrganization();
});
afterAll(() => api[Symbol.asyncDispose]());

const head = (headers: Record<string, string>) => {
  const all = { Host: 'x', 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID(), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /api/v1/invoice_batches HTTP/1.1\r\n${lines.join('')}\r\n`;
};
const bearer = () => ({ Authorization: `Bearer ${organization.token}` });

describe('a large body [B1]', () => {
  it.each([
    ['without a session', 401, () => ({})],
    ['with a Content-Length above the limit', 413, bearer],
    ['of another media type', 415, () => ({ ...bearer(), 'Content-Type': 'text/plain' })],
    ['with an invalid idempotency key', 422, () => ({ ...bearer(), 'Idempotency-Key': 'x' })],
    ['with an unknown Content-Encoding', 415, () => ({ ...bearer(), 'Content-Encoding': 'br' })],
  ])('is refused before any of it is sent: %s', async (_what, status, headers) => {
    using connection = await openRawConnection(api.app);
    const length = status === 413 ? 32 * 1024 * 1024 + 1 : 1_000_000;
    connection.send(head({ 'Content-Length': String(length), ...headers() }));
    const answer = await connection.receive();
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toHaveProperty('error.code');
  });

  it('is refused as soon as its chunks exceed the limit, and is not kept in memory', async () => {
    await using small = await openTestApi({ CREATE_BODY_LIMIT: 1_000_000 }, { beside: api });
    using connection = await openRawConnection(small.app);
    connection.send(head({ ...bearer(), 'Transfer-Encoding': 'chunked' }));
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    const before = process.memoryUsage().arrayBuffers;
    const answers: RawAnswer[] = [];
    const answered = connection.receive().then((answer) => answers.push(answer));
    let sent = 0;
    while (answers.length === 0 && sent < 100_000_000) {
      await new Promise((resolve) => connection.socket.write(chunk, resolve));
      sent += chunk.length;
    }
    await answered;
    expect(answers[0]!.status).toBe(413);
    expect(sent).toBeLessThan(20_000_000);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(60_000_000);
  });

  it('of a refused request is discarded, and the connection is kept only if the body is small', async () => {
    const send = async (bytes: number) => {
      using connection = await openRawConnection(api.app);
      const headers = { ...bearer(), 'Content-Type': 'text/plain', 'Content-Length': String(bytes) };
      connection.send(head(headers));
      const refused = await connection.receive();
      connection.send(Buffer.alloc(bytes, ' '));
      connection.send('GET /api/v1/invoice_batches HTTP/1.1\r\nHost: x\r\n\r\n');
      const next = await connection.receive();
      return [refused.status, refused.headers['connection'], next.status];
    };
    expect(await send(1000)).toEqual([415, 'keep-alive', 401]);
    expect(await send(2_000_000)).toEqual([415, 'close', 0]);
  });

  it('that ends too early is not logged as an error of the server', async () => {
    const id = randomUUID();
    const connection = await openRawConnection(api.app);
    const headers = { ...bearer(), 'Content-Length': '1000', 'X-Request-Id': id, Expect: '100-continue' };
    connection.send(head(headers));
    expect((await connection.receive()).status).toBe(100);
    connection.send('{"invoice_batch"');
    // Once a later request is answered, the authentication of this one has finished.
    await api.get(organization.token, '/invoice_batches');
    connection.socket.destroy();
    const countConnections = () =>
      new Promise((resolve) => api.app.server.getConnections((_error, count) => resolve(count)));
    await expect.poll(countConnections).toBe(0);
    expect(api.log.filter((line) => line.includes(id) && /"warn"|"error"|"status":5/.test(line))).toEqual([]);
  });
});
