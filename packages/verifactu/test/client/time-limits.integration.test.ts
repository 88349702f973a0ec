import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { openAeatClient } from 'verifactu-protocol/client/open-aeat-client';
import { writeAnswer, writeLine } from '../support/messages.ts';
import { openRawServer, writeHttp } from '../support/raw-server.ts';
import { eventually } from '../../../../test/support/eventually.ts';

const ENVELOPE = Buffer.from('<soapenv:Envelope/>');
const ANSWER = writeHttp(writeAnswer([writeLine()]));
/** Far above the limits under test and far below the time limit of the test. */
const LONG = 20_000;
/** Long enough for a busy machine to reach the step under test. */
const SHORT = 2000;

describe('a silent server', () => {
  it('causes a timeout after the message, which may have been registered', async () => {
    await using server = await openRawServer(() => {});
    await using client = openAeatClient({ url: server.url, timeoutMs: LONG, headersTimeoutMs: SHORT });
    expect(await client.submit(ENVELOPE)).toMatchObject({
      kind: 'unknown',
      reason: 'timeout',
      sent: true,
      status: null,
      raw: null,
    });
    expect(server.requests).toHaveLength(1);
  });

  it('causes a timeout within its answer, and the bytes received so far are kept', async () => {
    await using server = await openRawServer((socket) => socket.write(ANSWER.slice(0, -20)));
    await using client = openAeatClient({ url: server.url, timeoutMs: SHORT, headersTimeoutMs: LONG });
    const outcome = await client.submit(ENVELOPE);
    expect(outcome).toMatchObject({ kind: 'unknown', reason: 'timeout', sent: true, status: 200 });
    expect(outcome.raw).toContain('A-TEST000000001');
  });

  it('causes a timeout during the TLS handshake, before anything was sent', async () => {
    await using server = await openRawServer(() => {});
    const url = server.url.replace('http:', 'https:');
    await using client = openAeatClient({ url, timeoutMs: LONG, connectTimeoutMs: 100 });
    expect(await client.submit(ENVELOPE)).toMatchObject({ kind: 'unknown', reason: 'timeout', sent: false });
    expect(server.requests).toHaveLength(0);
  });

  it('never delays the client longer than timeoutMs, whatever the limits of single steps', async () => {
    await using server = await openRawServer(() => {});
    for (const url of [server.url, server.url.replace('http:', 'https:')]) {
      await using client = openAeatClient({
        url,
        timeoutMs: 100,
        connectTimeoutMs: LONG,
        headersTimeoutMs: LONG,
      });
      const start = performance.now();
      expect(await client.submit(ENVELOPE)).toMatchObject({ kind: 'unknown', reason: 'timeout' });
      expect(performance.now() - start).toBeLessThan(LONG / 2);
    }
  });
});

describe('a server that answers slowly', () => {
  it('causes a timeout when the whole exchange takes too long', async () => {
    const timers = new Set<NodeJS.Timeout>();
    await using server = await openRawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      timers.add(setInterval(() => socket.write('<'), 10));
    });
    await using client = openAeatClient({ url: server.url, timeoutMs: SHORT });
    expect(await client.submit(ENVELOPE)).toMatchObject({ kind: 'unknown', reason: 'timeout', status: 200 });
    for (const timer of timers) clearInterval(timer);
  });

  it('is read to the end when it finishes in time', async () => {
    await using server = await openRawServer((socket) => {
      const pieces = ANSWER.match(/.{1,200}/gs) ?? [];
      const next = () => {
        const piece = pieces.shift();
        if (piece !== undefined) socket.write(piece, () => setImmediate(next));
      };
      next();
    });
    await using client = openAeatClient({ url: server.url, timeoutMs: LONG });
    expect(await client.submit(ENVELOPE)).toMatchObject({ kind: 'answered' });
  });
});

describe('closing the AEAT client', () => {
  it('aborts the submission in progress and refuses later ones', async () => {
    await using server = await openRawServer(() => {});
    const client = openAeatClient({ url: server.url, timeoutMs: LONG });
    const outcome = client.submit(ENVELOPE);
    await eventually(() => server.requests.length === 1);
    await client[Symbol.asyncDispose]();
    expect(await outcome).toMatchObject({ kind: 'unknown', reason: 'aborted', sent: true });
    expect(await client.submit(ENVELOPE)).toMatchObject({ kind: 'unknown', reason: 'aborted', sent: false });
    expect(server.connections).toBe(1);
  });

  it('aborts a TLS handshake', async () => {
    const server = createServer(() => {});
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = openAeatClient({ url: `https://127.0.0.1:${(server.address() as AddressInfo).port}` });
    const reached = once(server, 'connection');
    const outcome = client.submit(ENVELOPE);
    await reached;
    await client[Symbol.asyncDispose]();
    expect(await outcome).toMatchObject({ kind: 'unknown', reason: 'aborted', sent: false });
    server.close();
  });
});
