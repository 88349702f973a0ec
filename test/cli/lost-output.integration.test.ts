import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { COMMANDS } from '../../ops/cli/commands.ts';
import { issueBatch } from '../support/engine.ts';
import { openTestDatabase } from '../support/database.ts';
import { everyNth, LONG } from '../support/long.ts';
import { takeRedisDatabase } from '../support/redis-database.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';
import { VERSION } from '../../src/platform/config/software.ts';
import { ENGINE, runCli, runUnread } from '../support/run-cli.ts';

/* Output of commands that cannot be written, because the disk is full or the reader closed the pipe. */

/** Each command runs in its own process. */
vi.setConfig({ testTimeout: 120_000 });

const ISSUERS = ['B12345674', 'A12345674', '12345678Z'];
const LOST = 'The output of this command could not be written, but its changes were made';
/** These commands print in the same way as `archive list`, but need a month that is over. */
const OF_A_MONTH = ['archive write', 'archive verify', 'archive remove', 'archive restore'];

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
  const read = async (sql: string) => String((await test.read<{ value: unknown }>(sql))[0]!.value);

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'ibe-lost-output-'));
    test = open.use(await openTestRemission());
    await test.pool.query(`insert into responsible_declarations values ($1, 'B', 'x', now(), 'x')`, [
      VERSION,
    ]);
    settings = {
      DATABASE_URL: test.api.database.url,
      // The commands always use the product's key prefix, so this file has its own Redis database.
      REDIS_URL: await takeRedisDatabase(),
      CERTIFICATE_KEY: randomBytes(32).toString('base64'),
    };
    test.sandbox.control.addFaults({ kind: 'record-error', code: 1110, records: 2, count: 1 });
    await issueBatch(test.api, test.organization, 4, 'C');
    await test.remit(await test.chainOf());
    for (const issuer of ISSUERS.slice(1))
      await issueBatch(test.api, test.organization, 1, `C${issuer}`, () => ({ issuer_nif: issuer }));
    await writeFile(path.join(directory, 'passphrase'), 'test-only');
    await writeFile(path.join(directory, 'password'), 'tres tristes tigres');
    await runCli('backup', ['--output', path.join(directory, 'whole')], settings);
  });
  afterAll(async () => {
    await rm(directory, { recursive: true });
    await open.disposeAsync();
  });

  const certificate = path.resolve(import.meta.dirname, '../submit/aeat/fixtures/test-only-company.p12');
  const addCertificate = () => [
    organization(),
    certificate,
    '--passphrase-file',
    path.join(directory, 'passphrase'),
  ];
  const addEndpoint = async () => {
    await test.read(`update webhook_endpoints set removed_at = now() where removed_at is null`);
    const args = ['add', organization(), 'https://example.com/'];
    const { out } = await runCli('webhooks', args, settings);
    return [/Endpoint (\d+)/.exec(out)![1]!];
  };
  const addOrganization = async () => String((await test.api.createOrganization('Nueva SL')).id);
  const setPaused = async (value: string) => {
    await test.read(`update organizations set paused_at = ${value}`);
    return [organization()];
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
  const reason = ['--reason', 'x'];
  const period = ['--from', '2020-01-01', '--to', '2099-12-31', '--issuer', ISSUERS[0]!];
  const findInvoice = (answer: string) =>
    read(`select r.issued_invoice_id::text as value from registration_records r join record_answers a using (chain_id, sequence)
          where a.state = '${answer}' and not exists (
            select from registration_records later where later.issued_invoice_id = r.issued_invoice_id and later.sequence > r.sequence)
          order by r.sequence limit 1`);
  const findWaiting = () =>
    read(
      'select max(id)::text as value from chains join remissions on chain_id = id where sequence > remitted_sequence',
    );
  let runs = 0;
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
    { command: 'doctor', failureCode: 3 },
    {
      command: 'org rights',
      args: async () => [await read('select min(id)::text as value from api_keys'), '--rights', 'read'],
    },
    {
      command: 'org revoke',
      args: async () => {
        const { out } = await runCli('org', ['key', organization()], settings);
        return [/Key (\d+)/.exec(out)![1]!];
      },
    },
    { command: 'org issuer', args: () => [organization(), ISSUERS[0]!, '--city', 'Ávila'] },
    { command: 'org issuers', args: () => [organization()] },
    {
      command: 'org outside',
      args: async () => [String((await test.api.createOrganization('Fuera SL', 'sii')).id), 'foral'],
    },
    { command: 'org pdfs', args: async () => [await addOrganization(), 'on-demand'] },
    { command: 'org keep', args: async () => [await addOrganization(), '10'] },
    { command: 'org pause', args: () => setPaused('null') },
    { command: 'org resume', args: () => setPaused('now()') },
    { command: 'org certificate add', args: addCertificate },
    { command: 'org certificate list' },
    {
      command: 'org certificate remove',
      args: async () => {
        const { out } = await runCli('org', ['certificate', 'add', ...addCertificate()], settings);
        return [organization(), /Certificate (\d+)/.exec(out)![1]!];
      },
    },
    { command: 'org certificate reseal' },
    {
      command: 'invoice show',
      args: async () => [await read('select min(id)::text as value from issued_invoices')],
    },
    { command: 'invoice annul', args: async () => [await findInvoice('accepted'), ...reason] },
    { command: 'invoice resend', args: async () => [await findInvoice('rejected'), ...reason] },
    { command: 'invoice index' },
    { command: 'chains list' },
    {
      command: 'chains resume',
      args: async () => {
        await test.pool.query(`update remissions set halted_at = now(), halted_reason = 'AEAT 4141: x'`);
        return [String(await test.chainOf())];
      },
    },
    {
      command: 'chains send',
      args: async () => {
        await test.pool.query(
          `update remissions set halted_at = null, halted_reason = null, compare_since = null, sending_until = null, wait_seconds = 0,
             next_allowed_at = now() + interval '1 hour'`,
        );
        return [await findWaiting(), ...reason];
      },
    },
    { command: 'chains compare' },
    {
      command: 'chains renew',
      args: async () => [
        await read(`select max(id)::text as value from chains where retired_at is null`),
        ...reason,
      ],
    },
    {
      command: 'webhooks add',
      args: () => [organization(), 'https://example.com/'],
      lost: /^Endpoint \d+ has a new secret, which could not be shown: create another one \(npm run engine -- webhooks rotate \d+\) \(\w+\)\n$/,
    },
    { command: 'webhooks list' },
    {
      command: 'webhooks rotate',
      args: addEndpoint,
      lost: /^Endpoint \d+ has a new secret, which could not be shown/,
    },
    { command: 'webhooks enable', args: addEndpoint },
    { command: 'webhooks remove', args: addEndpoint },
    { command: 'webhooks deliveries' },
    { command: 'webhooks replay', args: async () => [...(await addEndpoint()), '--failed'] },
    {
      command: 'operator add',
      args: () => [newLogin(), ...act, ...password()],
      lost: /^Operator x\d+ may look and make changes, but the secret could not be shown: create another one \(npm run engine -- operator totp x\d+\) \(\w+\)\n$/,
    },
    { command: 'operator list' },
    { command: 'operator role', args: async () => [await addOperator(), ...act] },
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
    { command: 'operator unlock', args: async () => [await addOperator()] },
    { command: 'operator remove', args: async () => [await addOperator()] },
    { command: 'audit' },
    { command: 'archive list' },
    { command: 'archive due', args: () => ['--from', directory] },
    { command: 'queues list' },
    { command: 'queues pause', args: () => [`${(runs += 1) % 2 === 0 ? 'small' : 'long'}-pdfs`, ...reason] },
    {
      command: 'queues resume',
      args: async () => {
        await runCli('queues', ['pause', 'webhooks', ...reason], settings);
        return ['webhooks'];
      },
    },
    { command: 'retention' },
    { command: 'verify-chain' },
    { command: 'declaration' },
    { command: 'backup', args: () => ['--output', path.join(directory, `backup-${(runs += 1)}`)] },
    {
      command: 'restore',
      args: () => ['--input', path.join(directory, 'whole')],
      settings: async () => ({ DATABASE_URL: open.use(await openTestDatabase()).url }),
      lost: /^The database is restored, but the list of keys and certificates that work again could not be printed: .*npm run engine -- org list/,
    },
    {
      command: 'export-records',
      args: () => [
        '--organization',
        organization(),
        ...period,
        '--output',
        path.join(directory, `export-${(runs += 1)}`),
      ],
    },
    { command: 'check-invariants', failureCode: 2 },
    { command: 'status', failureCode: 2 },
    { command: 'migrate' },
    { command: '--help' },
    { command: 'completion fish' },
    ...Object.keys(COMMANDS).map((name) => ({
      command: `${name} --help`,
      failureCode: { 'check-invariants': 2, status: 2, doctor: 3 }[name] ?? 1,
    })),
  ];

  const run = async ({ command, args, settings: own }: Case, file: string | null) => {
    const given = { ...settings, ...(await own?.()) };
    return runUnread(ENGINE, [...command.split(' '), ...((await args?.()) ?? [])], given, file);
  };

  /** Of the commands that print in the same way, one of each kind is tested in a short run. */
  const isShown = ({ command, lost }: Case) =>
    LONG || lost !== undefined || /^(org list|chains list|backup|check-invariants|org --help)$/.test(command);

  it.each(everyNth(3, CASES.filter(isShown)))(
    '$command reports in one line that its output was not written, and ends with an error code',
    async ({ failureCode = 1, lost, ...one }) => {
      const full = await run(one, '/dev/full');
      expect(full).toEqual({ code: failureCode, err: expect.stringMatching(/^[^\n]+ \(ENOSPC\)\n$/) });
      expect(full.err).toMatch(lost ?? new RegExp(`^${LOST}`));
      const unread = await run(one, null);
      // The code that a shell reports after SIGPIPE; a message follows only if the output is needed.
      const expected = lost === undefined ? [141, /^$/] : [failureCode, lost];
      expect(unread).toEqual({ code: expected[0], err: expect.stringMatching(expected[1] as RegExp) });
    },
  );

  it('is tested for every command', async () => {
    const named = new Set([...CASES.map(({ command }) => command), ...OF_A_MONTH]);
    // The subcommands are known only from the help.
    const list = (name: string) => (LONG ? listCommands([name]) : Promise.resolve([`${name} --help`]));
    const known = (await Promise.all(Object.keys(COMMANDS).map(list))).flat();
    expect(known.filter((name) => !named.has(name))).toEqual([]);
    expect(named.size).toBeGreaterThan(25);
  });

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

/** Returns the command, or its subcommands from its help. */
async function listCommands(names: readonly string[]): Promise<string[]> {
  const [name = '', ...words] = names;
  const { out } = await runCli(name, [...words, '--help'], {});
  const listed = out.split('\nCommands:\n')[1] ?? '';
  const subcommands = [...listed.matchAll(/^ {2}(\w[\w-]*)/gm)]
    .map(([, word]) => word!)
    .filter((word) => word !== 'help');
  if (subcommands.length === 0) return [names.join(' ')];
  const inner = await Promise.all(subcommands.map((word) => listCommands([...names, word])));
  return inner.flat();
}
