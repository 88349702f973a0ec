import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '#src/cli/commands.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { takeRedisDatabase } from '../support/redis-database.ts';
import { runCli } from '../support/run-cli.ts';
import { everyNth, LONG } from '../support/long.ts';

const EXPORT = ['--organization', '1', '--issuer', 'B12345674'];
const ID = 'It must be a positive integer.';
const DAY = 'It must be a day of the calendar, YYYY-MM-DD.';

/** Commands with wrong arguments: name, arguments and error message. */
const WRONG: [command: string, args: string[], message: string][] = [
  ['org', ['key', '1e3'], ID],
  ['org', ['keys', '1'], "unknown command 'keys' (Did you mean key?)"],
  ['org', ['pause', '999'], 'There is no organization 999'],
  ['org', ['revoke', '999'], 'There is no key 999'],
  [
    'org',
    ['key', '1', '--rights', 'read,write'],
    'It must be one or several of submit,read,correct,webhooks,recipients,series,payments.',
  ],
  ['invoice', ['annul', '1', '--reason', 'x', '--operator', 'key:1'], 'It must not begin with key:'],
  ['org', ['certificate', 'list', '999'], 'There is no organization 999'],
  ['chains', ['list', '--organization', '999'], 'There is no organization 999'],
  ['audit', ['--organization', '999'], 'There is no organization 999'],
  ['chains', ['resume', '999'], 'There is no chain 999'],
  ['chains', ['compare'], 'There is no chain to compare'],
  ['queues', ['pause', 'orders'], 'Allowed choices are batches, '],
  ['queues', ['resume', 'pdfs'], 'The queue pdfs is not paused'],
  [
    'verify-chain',
    ['--issuer', 'B12345674'],
    'There is no chain of issuer B12345674; npm run engine -- chains',
  ],
  ['invoice', ['show', '999'], 'There is no issued invoice 999'],
  ['export-records', [...EXPORT, '--from', '2026-02-31', '--to', '2026-12-31'], DAY],
  ['book', ['issued', ...EXPORT, '--to', '2026-02-31'], DAY],
  [
    'book',
    ['issued', '--organization', '999', '--issuer', 'B12345674', '--to', '2026-12-31'],
    'There is no organization 999',
  ],
  [
    'book',
    ['issued', ...EXPORT, '--from', '2025-12-31', '--to', '2026-12-31'],
    '--from 2025-12-31 and --to 2026-12-31 must be in one year',
  ],
  ['book', ['issued', ...EXPORT, '--to', '2026-12-31', '--format', 'pdf'], 'Allowed choices are xlsx, '],
  [
    'org',
    ['issuer', '1', 'B12345674', '--book-activity', 'A09/841'],
    "It must be an activity of AEAT's books, such as A05/841",
  ],
  ['org', ['issuer', '1', 'B12345674', '--book-income', 'I10'], 'It must be one of I01, '],
  [
    'org',
    ['issuer', '1', 'B12345674', '--book-property', '1'],
    'It must be 1, 2 or 3 (common territory, País Vasco, Navarra) with the cadastral reference',
  ],
  ['webhooks', ['add', '999', 'https://example.com/'], 'There is no organization 999'],
  [
    'webhooks',
    ['add', '1', 'https://example.com/', '--events', 'batch.started'],
    'It must be a list of batch.finished, ',
  ],
  ['webhooks', ['add', '1', 'https://example.com/', '--payload-version', '3'], 'It must be 1 or 2.'],
  ['webhooks', ['rotate', '999', '--hours', '721'], 'It must be a number of hours, 0 to 720.'],
  ['webhooks', ['remove', '999'], 'There is no webhook endpoint 999'],
  ['webhooks', ['replay', '999'], 'Choose the events to send again'],
  ['recipient', ['set', '999', 'A12345674', '--unit', 'HUR'], 'There is no organization 999'],
  ['recipient', ['history', '1', 'A12345675'], 'It must be a NIF without ES'],
  ['operator', ['add', 'Ana Pérez', '--role', 'act'], 'It must have 1 to 60 characters: letters'],
  ['operator', ['add', 'ana', '--role', 'admin'], 'Allowed choices are view, act.'],
  ['operator', ['unlock', 'nobody'], 'There is no operator nobody'],
  ['doctor', ['--process', 'api'], 'It must be one of ingress, worker, dashboard, migrate, commands.'],
  ['doctor', ['--backup-hours', '0'], 'It must be a number of hours.'],
  ['retention', ['--older', '3'], "unknown option '--older'"],
  ['sii', ['resume', '1', 'B12345674'], 'B12345674 is not halted in organization 1'],
  ['sii', ['backlog', '1', 'B12345674'], 'No decision puts B12345674 in SII'],
  ['sii', ['compare', '1', 'B12345674'], 'B12345674 has no entry in SII in organization 1'],
  ['sii', ['compare', '1', 'B12345674', '--period', '2026-13'], 'It must be YYYY-MM, or YYYY-1T to YYYY-4T.'],
  ['spfe', ['resume', '1', 'B12345674'], 'B12345674 is not halted in organization 1'],
  ['spfe', ['compare', '1', 'B12345674'], 'Nothing of B12345674 was ever sent in organization 1'],
  ['spfe', ['downtime', '--confirm', '1', '--reason', 'x'], 'There is no downtime 1'],
  ['status', ['--watch', 'soon'], 'It must be a number of seconds, 1 to 3600.'],
  ['declaration', ['0.0.0'], 'There is no declaración responsable of version 0.0.0'],
  ['archive', ['write', '2027-13', '--into', '/tmp'], 'It must be a month, YYYY-MM.'],
  ['archive', ['remove', '/tmp/2027-01'], "required option '--reason <text>' not specified"],
  ['archive', ['verify', '/nowhere/at/all'], '/nowhere/at/all/manifest.json cannot be read'],
  ['backup', ['--output', ''], "It can't be blank."],
  ['backup', [], 'Name the directory of the backup: --output <directory>, or --into <directory>'],
  ['backup', ['--into', '/nowhere/at/all', '--keep', '3'], '/nowhere/at/all does not exist'],
  ['restore', ['--input', '/nowhere'], '/nowhere/manifest.json cannot be read: ENOENT'],
  ['migrate', ['--wait', 'api'], 'Allowed choices are '],
  ['check-invariants', ['--sample', '3'], "unknown option '--sample' (Did you mean --samples?)"],
  ['chians', ['list'], "unknown command 'chians' (Did you mean chains?)"],
  ['constructor', [], "unknown command 'constructor'"],
];

/** The exit codes of commands whose lower codes report a result. */
const CODES: ReadonlyMap<string, number> = new Map([
  ['doctor', 3],
  ['status', 2],
  ['check-invariants', 2],
]);

describe('a command with wrong arguments', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openTestApi();
    await api.createOrganization();
  });
  afterAll(() => api[Symbol.asyncDispose]());

  it('is tested for every command', () => {
    expect(new Set(WRONG.map(([command]) => command))).toEqual(
      new Set([...Object.keys(COMMANDS), 'chians', 'constructor']),
    );
  });

  it(
    'prints one clear line and ends with code 1, or with another code if 1 reports a result',
    { timeout: 300_000 },
    async () => {
      const settings = { DATABASE_URL: api.database.url, REDIS_URL: await takeRedisDatabase() };
      const some = everyNth(2, WRONG);
      const waiting = some.values();
      const seen: unknown[] = [];
      const runSome = async () => {
        for (const [command, args, message] of waiting) {
          const { code, out, err } = await runCli(command, args, settings);
          // The message may name the help but not contain it, which would push the message off the
          // screen.
          const [line = '', job = '', ...more] = err.split('\n');
          const isJob = job === '' || job.startsWith('See npm run engine -- ');
          const isTold = line.includes(message) && isJob && more.join('') === '' && out === '';
          const expected = CODES.get(command) ?? 1;
          seen.push(isTold && code === expected ? null : { command, args, message, code, out, err });
        }
      };
      // Commands run concurrently if each has its own process (test/support/starter.ts).
      await Promise.all(Array.from({ length: LONG ? 3 : 1 }, runSome));
      expect(seen.filter((each) => each !== null)).toEqual([]);
      expect(seen).toHaveLength(some.length);
    },
  );

  it('does not include verify-chain before anything was issued, which succeeds', async () => {
    const { code, out, err } = await runCli('verify-chain', [], { DATABASE_URL: api.database.url });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe('There is no chain yet, because nothing was issued with VeriFactu.\n');
  });
});
