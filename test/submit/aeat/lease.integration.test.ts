import { describe, expect, it } from 'vitest';
import { openAeatClient } from '../../../src/submit/aeat/open-aeat-client.ts';
import { writeAnswer, writeLine } from './support/messages.ts';
import { openRawServer, writeHttp } from './support/raw-server.ts';

const ANSWER = writeHttp(writeAnswer([writeLine()]));
const LIMIT_MS = 5000;
const KIB = 1024;

/** A lease that ends after it was asked for so many times. */
function leaseOf(looks: number): () => number {
  let asked = 0;
  return () => ((asked += 1) <= looks ? LIMIT_MS : 0);
}

describe('a message whose lease ends', () => {
  it.each([1, 64 * KIB, 64 * KIB + 1, 1000 * KIB])(
    'of %d bytes arrives whole or not at all, whenever that is',
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

  it('sooner than the message may take does not leave', async () => {
    await using server = await openRawServer((socket) => socket.end(ANSWER));
    await using client = openAeatClient({ url: server.url, timeoutMs: LIMIT_MS });
    expect(await client.submit(Buffer.from('x'), () => LIMIT_MS / 2)).toMatchObject({ reason: 'late' });
    expect(server.requests).toEqual([]);
  });

  it('is ended with it, when the answer does not come', async () => {
    await using server = await openRawServer(() => {});
    await using client = openAeatClient({ url: server.url, timeoutMs: 200 });
    const ends = performance.now() + 1000;
    const outcome = await client.submit(Buffer.from('x'), () => ends - performance.now());
    expect(outcome).toMatchObject({ kind: 'unknown', reason: 'timeout', sent: true });
    expect(performance.now()).toBeLessThan(ends);
  });
});

describe('a process that stands still', () => {
  it('between the connection and the message for longer than the message may take sends nothing', async () => {
    await using server = await openRawServer((socket) => socket.end(ANSWER));
    await using client = openAeatClient({ url: server.url, timeoutMs: 300 });
    let looks = 0;
    const standStill = () => {
      looks += 1;
      // As SIGSTOP does it: no timer runs meanwhile, and none has run when it goes on.
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
