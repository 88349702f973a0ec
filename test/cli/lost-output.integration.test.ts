import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { issueBatch } from '../support/engine.ts';
import { openTestDatabase } from '../support/database.ts';
import { everyNth } from '../support/long.ts';
import { takeRedisDatabase } from '../support/redis-database.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';
import { ENGINE, runCli, runUnread } from '../support/run-cli.ts';

/*
 * Output of commands that cannot be written, because the disk is full or the reader closed the
 * pipe.
 */

/** Each command runs in its own process. */
vi.setConfig({ testTimeout: 120_000 });
const LOST = 'The output of this command could not be written, but its changes were made';

type Case = {
  /** The command as typed after `npm run engine --`. */
  readonly command: string;
  /** Creates the object of the command, once per run. */
  readonly args?: () => Promise<readonly string[]> | readonly string[];
  readonly settings?: () => Promise<NodeJS.ProcessEnv> | NodeJS.ProcessEnv;
  /** The message for the operator, also if the reader closed the pipe. */
  readonly lost?: RegExp;
  readonly failureCode?: number;
};

describe('a command whose standard output cannot be written', () => {
  let test: TestRemission;
  let directory: string;
  let settings: NodeJS.ProcessEnv;
  const open = new AsyncDisposableStack();
  const organization = () => String(test.organization.id);

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'ibe-lost-output-'));
    test = open.use(await openTestRemission());
    settings = {
      DATABASE_URL: test.api.database.url,
      // The commands always use the product's key prefix, so this file has its own Redis database.
      REDIS_URL: await takeRedisDatabase(),
      CERTIFICATE_KEY: randomBytes(32).toString('base64'),
    };
    await issueBatch(test.api, test.organization, 4, 'C');
    await writeFile(path.join(directory, 'password'), 'tres tristes tigres');
    await runCli('backup', ['--output', path.join(directory, 'whole')], settings);
  });
  afterAll(async () => {
    await rm(directory, { recursive: true });
    await open.disposeAsync();
  });
  const addEndpoint = async () => {
    await test.read(`update webhook_endpoints set removed_at = now() where removed_at is null`);
    const args = ['add', organization(), 'https://example.com/'];
    const { out } = await runCli('webhooks', args, settings);
    return [/Endpoint (\d+)/.exec(out)![1]!];
  };
  const act = ['--role', 'act'];
  const password = () => ['--password-file', path.join(directory, 'password')];
  let logins = 0;
  const newLogin = () => `x${(logins += 1)}`;
  const addOperator = async () => {
    const login = newLogin();
    await runCli('operator', ['add', login, ...act, ...password()], settings);
    return login;
  };
  let runs = 0;
  /**
   * Commands whose output cannot be printed again, and some of those that print in the same way as
   * all others.
   */
  const CASES: readonly Case[] = [
    {
      command: 'org create',
      args: () => ['Una SL'],
      lost: /^Organization \d+ was created, but its API key could not be shown: revoke org_live_\S+… .* create another \(npm run engine -- org key \d+\) \(\w+\)\n$/,
    },
    {
      command: 'org key',
      args: () => [organization()],
      lost: /^Key \d+ was created, but its API key could not be shown: revoke org_live_\S+… /,
    },
    { command: 'org list' },
    { command: 'chains list' },
    {
      command: 'webhooks add',
      args: () => [organization(), 'https://example.com/'],
      lost: /^Endpoint \d+ has a new secret, which could not be shown: create another one \(npm run engine -- webhooks rotate \d+\) \(\w+\)\n$/,
    },
    {
      command: 'webhooks rotate',
      args: addEndpoint,
      lost: /^Endpoint \d+ has a new secret, which could not be shown/,
    },
    {
      command: 'operator add',
      args: () => [newLogin(), ...act, ...password()],
      lost: /^Operator x\d+ may look and make changes, but the secret could not be shown: create another one \(npm run engine -- operator totp x\d+\) \(\w+\)\n$/,
    },
    {
      command: 'operator password',
      args: async () => [await addOperator(), ...password()],
      lost: /^Operator x\d+ has a new password; .* the secret could not be shown/,
    },
    {
      command: 'operator totp',
      args: async () => [await addOperator(), ...password()],
      lost: /^Operator x\d+ has a new secret; .* the secret could not be shown/,
    },
    { command: 'backup', args: () => ['--output', path.join(directory, `backup-${(runs += 1)}`)] },
    {
      command: 'restore',
      args: () => ['--input', path.join(directory, 'whole')],
      settings: async () => ({ DATABASE_URL: open.use(await openTestDatabase()).url }),
      lost: /^The database is restored, but the list of keys and certificates that work again could not be printed: .*npm run engine -- org list/,
    },
    { command: 'check-invariants', failureCode: 2 },
    { command: 'org --help' },
  ];

  const run = async ({ command, args, settings: own }: Case, file: string | null) => {
    const given = { ...settings, ...(await own?.()) };
    return runUnread(ENGINE, [...command.split(' '), ...((await args?.()) ?? [])], given, file);
  };

  it.each(everyNth(3, CASES))(
    '$command reports in one line that its output was not written, and ends with an error code',
    async ({ failureCode = 1, lost, ...one }) => {
      const full = await run(one, '/dev/full');
      expect(full).toEqual({ code: failureCode, err: expect.stringMatching(/^[^\n]+ \(ENOSPC\)\n$/) });
      expect(full.err).toMatch(lost ?? new RegExp(`^${LOST}`));
      const unread = await run(one, null);
      // The code that a shell reports after SIGPIPE; a message follows only if the output is
      // needed.
      const expected = lost === undefined ? [141, /^$/] : [failureCode, lost];
      expect(unread).toEqual({ code: expected[0], err: expect.stringMatching(expected[1] as RegExp) });
    },
  );

  it('is reported if only a part of the output fits on the disk', async () => {
    const file = path.join(directory, 'small');
    await writeFile(file, Buffer.alloc(1000, ' '));
    // The limit is 1024 bytes. Node ignores SIGXFSZ and gets EFBIG for the rest.
    const limited = 'ulimit -f 1; exec "$@" >>"$0"';
    const command = [file, process.execPath, path.resolve(ENGINE), 'org', '--help'];
    const { code, stderr: err } = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
      execFile('/bin/bash', ['-c', limited, ...command], (error, _out, stderr) =>
        resolve({ code: error?.code, stderr }),
      );
    });
    expect({ code, err }).toEqual({ code: 1, err: `${LOST} (EFBIG)\n` });
  });
});
