import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { explainDatabaseError } from '#src/platform/postgres/explain-database-error.ts';
import { ENGINE, runCli } from '../support/run-cli.ts';
import { everyNth } from '../support/long.ts';

const NOWHERE = 'postgres://nobody@127.0.0.1:1/none';

/**
 * Starts a server that accepts connections but does not answer, like one that was stopped by a
 * signal.
 */
async function openHangingServer() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket.on('error', () => {})));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgres://nobody@127.0.0.1:${port}/none`,
    sockets,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

describe('a command whose database accepts connections but does not answer', () => {
  const COMMANDS: readonly (readonly [command: string, args: readonly string[]])[] = [
    ['chains', ['list', '--organization', '1']],
    ['backup', ['--output', path.join(tmpdir(), 'unreachable-never-made')]],
    ['org', ['create', 'x']],
    ['check-invariants', []],
    ['migrate', []],
  ];
  it.each(everyNth(4, COMMANDS))(
    'connects once and reports the database as not reachable: %s',
    { timeout: 60_000 },
    async (command, args) => {
      await using server = await openHangingServer();
      const { code, out, err } = await runCli(command, args, { DATABASE_URL: server.url });
      expect({ code, out, err }).toEqual({
        code: command === 'check-invariants' ? 2 : 1,
        out: '',
        err: expect.stringMatching(
          /^(?:migrate: )?The database of DATABASE_URL is not reachable: Connection terminated due to connection timeout\n$/,
        ),
      });
      expect(server.sockets).toHaveLength(1);
    },
  );

  it('names the setting even if the database stopped answering later', () => {
    expect(explainDatabaseError(new Error('Query read timeout'), 'READER_DATABASE_URL')).toBe(
      'The database of READER_DATABASE_URL is not reachable: Query read timeout',
    );
  });
});

describe('a command whose database is not reachable', () => {
  /** Starts a command as package.json does, in a directory where `npm start` wrote the address. */
  async function run(written: string, settings: NodeJS.ProcessEnv): Promise<string> {
    const directory = await mkdtemp(path.join(tmpdir(), 'ibe-environment-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    await mkdir(path.join(directory, '.local'));
    await writeFile(path.join(directory, '.local/environment'), written);
    const program = path.resolve(import.meta.dirname, '../..', ENGINE);
    const args = ['--env-file-if-exists=.local/environment', program, 'chains'];
    return new Promise((resolve) => {
      execFile(process.execPath, args, { cwd: directory, env: settings }, (_error, _out, err) =>
        resolve(err),
      );
    });
  }
  const AWAY = 'The database of DATABASE_URL is not reachable';

  it(
    'suggests npm start only if npm start wrote the address of the database',
    { timeout: 60_000 },
    async () => {
      const written = `DATABASE_URL=${NOWHERE}\n`;
      expect(await run(written, {})).toBe(
        `${AWAY} (its address is from .local/environment: run npm start)\n`,
      );
      const elsewhere = 'postgres://nobody@127.0.0.1:2/none';
      expect(await run(written, { DATABASE_URL: elsewhere })).toBe(`${AWAY}\n`);
      expect(await run('', { DATABASE_URL: elsewhere })).toBe(`${AWAY}\n`);
    },
  );
});
