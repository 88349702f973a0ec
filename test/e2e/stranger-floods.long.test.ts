import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LONG } from '../support/long.ts';
import { openStack, type TestStack } from '../support/stack.ts';
import { openSession, percentile, readPeak, startOthers } from './support/flood.ts';

const MAX_MEGABYTES = 450;
/** The maximum factor by which a flood may lengthen the median of other clients' requests. */
const MAX_SLOWDOWN = 15;

let stack: TestStack;
let token: string;
beforeAll(async () => {
  stack = await openStack({ READ_RATE_LIMIT: '100000' });
  token = await openSession(stack);
});
afterAll(() => stack[Symbol.asyncDispose]());

/**
 * Sends pipelined requests without a session on 400 connections from one address, without pause.
 */
const FLOOD = `
  const { workerData: { port, count } } = require('node:worker_threads');
  const { connect } = require('node:net');
  const ahead = 'GET /x HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n'.repeat(count);
  function open() {
    const socket = connect({ host: '127.0.0.1', port, localAddress: '127.8.0.1' });
    socket.on('error', () => {});
    socket.on('connect', () => socket.write(ahead));
    let answers = 0;
    socket.on('data', (bytes) => {
      answers += bytes.toString('latin1').split('HTTP/1.1 4').length - 1;
      if (answers >= count) { answers = 0; socket.write(ahead); }
    });
    socket.on('close', () => setTimeout(open, 50));
  }
  for (let opened = 0; opened < 400; opened += 1) open();
`;

async function watch(ms: number) {
  const end = startOthers(stack, token);
  await wait(ms);
  return end();
}

it.each(LONG ? [15, 2] : [15])(
  'a flood of requests without a session, %i pipelined, delays others only a little',
  async (count) => {
    const idle = percentile(await watch(1500), 50);
    const workerData = { port: Number(stack.settings['PORT']), count };
    const flood = new Worker(FLOOD, { eval: true, workerData });
    await once(flood, 'online');
    const served = await watch(LONG ? 6000 : 3000);
    await flood.terminate();
    const busy = percentile(served, 50);
    console.log(
      `others: idle ${idle} ms, in the flood ${busy} ms, 99 of 100 within ${percentile(served, 99)} ms`,
    );
    expect(busy).toBeLessThan(MAX_SLOWDOWN * idle);
  },
);

it('unread answers and request headers of clients without a session use little memory', async () => {
  const sockets: Socket[] = [];
  const head = `X-Fill: ${'x'.repeat(14_600)}\r\n\r\n`;
  const requests = [
    `GET /${'x'.repeat(6000)} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(11),
    `GET /api/v1/invoice_batches HTTP/1.1\r\nHost: a\r\n${head}`.repeat(13),
  ];
  for (let client = 0; client < (LONG ? 6 : 2); client += 1) {
    for (let count = 0; count < 500; count += 1) {
      const localAddress = `127.3.${client}.7`;
      const socket = connect({ host: '127.0.0.1', port: Number(stack.settings['PORT']), localAddress });
      socket.on('error', () => {}).pause();
      sockets.push(socket);
      for (const each of requests) socket.write(each);
    }
    await watch(500);
  }
  const served = await watch(2000);
  expect(new Set(served.map(({ status }) => status))).toEqual(new Set([200, 201]));
  console.log(`at most ${readPeak(stack)} MB`);
  expect(readPeak(stack)).toBeLessThan(MAX_MEGABYTES);
  for (const socket of sockets) socket.destroy();
});
