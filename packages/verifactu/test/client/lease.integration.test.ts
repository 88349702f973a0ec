import { describe, expect, it } from 'vitest';
import { openAeatClient } from 'verifactu-protocol/client/open-aeat-client';
import { writeAnswer, writeLine } from '../support/messages.ts';
import { openRawServer, writeHttp } from '../support/raw-server.ts';

const ANSWER = writeHttp(writeAnswer([writeLine()]));
const LIMIT_MS = 5000;
const KIB = 1024;

/** A lease that expires after `looks` calls. */
function leaseOf(looks: number): () => number {
  let asked = 0;
  return () => ((asked += 1) <= looks ? LIMIT_MS : 0);
}

describe('a message whose lease expires', () => {
  it.each([1, 64 * KIB, 64 * KIB + 1, 1000 * KIB])(
    'arrives completely or not at all, at any moment of expiry (%d bytes)',
    async (length) => {
      const body = Buffer.alloc(length, 'x');
      const pieces = Math.ceil(length / (64 * KIB));
      for (let looks = 0; looks <= pieces; looks += 1) {
        await using server = await openRawServer((socket) => socket.end(ANSWER));
        await using client = openAeatClient({ url: server.url, timeoutMs: LIMIT_MS });
        const outcome = await client.submit(body, leaseOf(looks));
        const isInTime = looks === pieces;
        expect(outcome).toMatchObject(
          isInTime ? { kind: 'answered' } : { kind: 'unknown', reason: 'late', sent: false },
        );
        expect(server.requests.map((request) => request.length > length)).toEqual(isInTime ? [true] : []);
      }
    },
  );

  it('is not sent when the rest of the lease is shorter than the time limit of the message', async () => {
    await using server = await openRawServer((socket) => socket.end(ANSWER));
    await using client = openAeatClient({ url: server.url, timeoutMs: LIMIT_MS });
    expect(await client.submit(Buffer.from('x'), () => LIMIT_MS / 2)).toMatchObject({ reason: 'late' });
    expect(server.requests).toEqual([]);
  });

  it('times out before the lease expires when no answer arrives', async () => {
    await using server = await openRawServer(() => {});
    await using client = openAeatClient({ url: server.url, timeoutMs: 200 });
    const ends = performance.now() + 1000;
    const outcome = await client.submit(Buffer.from('x'), () => ends - performance.now());
    expect(outcome).toMatchObject({ kind: 'unknown', reason: 'timeout', sent: true });
    expect(performance.now()).toBeLessThan(ends);
  });
});

describe('a process that is suspended', () => {
  it('sends nothing when the suspension between connecting and sending exceeds the time limit', async () => {
    await using server = await openRawServer((socket) => socket.end(ANSWER));
    await using client = openAeatClient({ url: server.url, timeoutMs: 300 });
    let looks = 0;
    const standStill = () => {
      looks += 1;
      // Like SIGSTOP: no timer runs during the suspension, and none has run when the process
      // continues.
      const until = performance.now() + 400;
      while (performance.now() < until);
      return Infinity;
    };
    const outcome = await client.submit(Buffer.alloc(200 * KIB, 'x'), standStill);
    expect(looks).toBe(1);
    expect(outcome).toMatchObject({ kind: 'unknown', reason: expect.stringMatching(/late|timeout/) });
    expect(server.requests).toEqual([]);
  });
});
