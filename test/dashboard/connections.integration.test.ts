import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AUTHORIZATION, openBoard, type Board } from './board-fixture.ts';

/** The share of one client is an eighth of 256 connections. */
const SHARE = 32;

let board: Board;
beforeAll(async () => {
  board = await openBoard({ readOnly: true });
});
afterAll(() => board[Symbol.asyncDispose]());

async function open(localAddress: string): Promise<Socket> {
  const { port } = new URL(board.url);
  const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/**
 * Sends a request.
 * @returns the beginning of the response with at least its status line, or `undefined` as a text if
 *   the connection ended.
 */
async function ask(socket: Socket): Promise<string> {
  socket.write(`GET /api/redis/stats HTTP/1.1\r\nHost: x\r\nAuthorization: ${AUTHORIZATION}\r\n\r\n`);
  const [answer] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [unknown];
  return String(answer);
}

it('one client may hold an eighth of the connections of the dashboard, while others are served', async () => {
  const sockets: Socket[] = [];
  for (let count = 0; count < SHARE; count += 1) sockets.push(await open('127.0.0.7'));
  for (const socket of sockets) expect(await ask(socket)).toMatch(/^HTTP\/1\.1 200/);
  const next = await open('127.0.0.7');
  next.resume();
  await once(next, 'close');
  expect(board.lines.join('')).toContain('because too many are open');
  const other = await open('127.0.0.8');
  expect(await ask(other)).toMatch(/^HTTP\/1\.1 200/);
  for (const socket of [...sockets, other]) socket.destroy();
});

it('a client that pipelines requests without a login is disconnected, as at the API', async () => {
  const socket = await open('127.0.0.9');
  socket.resume();
  socket.write('GET /api/queues HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2000));
  // A reset closes the connection as well.
  await new Promise((resolve) => socket.once('close', resolve));
  expect(board.lines.join('')).toContain('too many requests in progress');
});
