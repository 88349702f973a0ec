import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findExecutable } from '../../ops/local/boot/find-executable.js';
import { listRemissions, type RemissionSummary } from '../../src/operate/chains/remissions.ts';
import { openPool } from '../../src/platform/postgres/database.ts';
import { eventually } from '../support/eventually.ts';
import { everyNth, LONG } from '../support/long.ts';
import { TIER } from '../support/tier.ts';
import { readRows, settle } from './support/answers.ts';
import { type Block, DOCUMENTS, listBlocks } from './support/documents.ts';
import { fillIn } from './support/fill-in.ts';
import { openBrokenWay, RETRY_AFTER } from './support/broken-way.ts';
import { findMissingRuntime, nameProgram } from './support/programs.ts';
import { type Outcome, type Start, type StartedProject, startProject } from './support/started-project.ts';
import { REFUSED, UNRUN } from './support/unrun.ts';
import { isJudged } from '../support/not-judged.ts';

/*
 * Follows the documents: `npm start`, then every command and snippet in reading order against the
 * same engine, which is finally killed and started again.
 */

const isUnrun = ({ document, text }: Block) =>
  UNRUN.some((entry) => entry.document === document && text.startsWith(entry.begins));
/** In the first tier, a reader reads the README only. */
const READ = TIER === 'first' ? ['README.md'] : DOCUMENTS;
const STEPS = READ.flatMap((document) => {
  const blocks = listBlocks(document);
  return blocks.flatMap((block, index) => {
    const program = nameProgram(block.text);
    if (isUnrun(block) || (program === null && !['sh', 'sql'].includes(block.language))) return [];
    const [answer] = blocks.slice(index + 1, index + 2);
    const isAnswer = program === null && answer && ['json', 'text'].includes(answer.language);
    return [{ block, program, answer: isAnswer ? answer : null }];
  });
});
/** The programs of the guide, which all do the same. */
const PROGRAMS = [
  { name: 'sh', command: 'sh submit-batch.sh' },
  { name: 'ts', command: 'node submit-batch.ts' },
  { name: 'py', command: 'python3 submit_batch.py' },
  { name: 'php', command: 'php submit-batch.php' },
];
const ALL_FATES = new Set(['passed', 'busy', 'limited', 'answer lost', 'session ended', 'cut in the middle']);
/** APPNOTE.TXT, 4.3.16: the signature of the last record, which completes an archive. */
const END_OF_ZIP = 0x06054b50;
const STEP_MS = 150_000;
const ANSWER_WITHIN_MS = 40_000;

describe.runIf(isJudged(findExecutable(['curl']), 'the commands of the documents', 'there is no curl'))(
  'a reader of the documents',
  () => {
    let project: StartedProject;
    beforeAll(async () => void (project = await startProject()));
    afterAll(() => project[Symbol.asyncDispose]());

    it('sees the output of npm start that the README shows', () => {
      const [shown] = listBlocks('README.md').filter(({ text }) => text.startsWith('READY'));
      const { 'API key': key, ...printed } = readRows(project.output);
      expect({ 'API key': key, ...printed }).toMatchObject(readRows(shown!.text));
    });

    it('gets the sample batch and its PDFs from npm start', async () => {
      const opening = { external_batch_id: 'opening', status: 'processed', invoices_count: 6 };
      expect(await readBatches(project.first)).toMatchObject({ data: [SAMPLE, opening] });
      const [, pdf = ''] = /A PDF +(\S+)/.exec(project.output) ?? [];
      expect(readFileSync(path.join(project.directory, pdf)).subarray(0, 5).toString()).toBe('%PDF-');
      expect(readdirSync(path.join(project.directory, '.local', 'sample'))).toHaveLength(29);
      const secrets = path.join(project.directory, '.local', 'secrets.json');
      expect(statSync(secrets).mode & 0o777).toBe(0o600);
    });

    it.for(STEPS)(
      'runs $block.document, line $block.line',
      { timeout: STEP_MS },
      async ({ block, program, answer }, { skip }) => {
        if (program !== null) return writeFileSync(path.join(project.directory, program), block.text);
        const missing = findMissingRuntime(block.text);
        if (missing !== null) {
          console.warn(`${block.document}, line ${block.line} is not run: ${missing}`);
          skip(missing);
        }
        const script = fillIn(block.text, project);
        if (block.language === 'sql') return queryAsOwner(project, script);
        const refused = listRefused(block);
        // While a chain is being compared with AEAT, commands on it are refused for that reason
        // instead.
        if (refused.length > 0) await waitForComparisons(project);
        if (block.text.includes('check-invariants')) await waitForAnswers(project);
        const outcome = await project.run(expectRefusals(refused, script));
        requireSuccess(outcome);
        for (const { says } of refused) expect(outcome.err).toMatch(says);
        if (answer) await compare(answer, outcome, isQuestion(block) ? () => project.run(script) : null);
      },
    );

    it.runIf(TIER !== 'first').for(everyNth(4, PROGRAMS))(
      'has a program that submits once and gets all results despite failures: $command',
      { timeout: STEP_MS },
      async ({ command, name }, { skip }) => {
        const missing = findMissingRuntime(command);
        if (missing !== null) skip(missing);
        const file = `broken-${name}.json`;
        const body = readFileSync(path.join(project.directory, 'november.json'), 'utf8');
        writeFileSync(path.join(project.directory, file), body.replaceAll('N-000', `${name}-`));
        await using way = await openBrokenWay(project.addresses['http://127.0.0.1:3000']!);
        const outcome = await project.run(`API=${way.url}/api/v2 ${command} ${file}`);
        expect(requireSuccess(outcome).out).toMatch(/^3 issued, 1 failed\norder-2004: Lines must /);
        const zip = readFileSync(path.join(project.directory, `${file}.zip`));
        expect(zip.readUInt32LE(zip.length - 22)).toBe(END_OF_ZIP);
        const fates = way.passages.map(({ fate }) => fate);
        expect(new Set(fates)).toEqual(ALL_FATES);
        const keys = way.passages.filter(({ path: to }) => to.endsWith('/invoice_batches'));
        expect(new Set(keys.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
        const pauses = way.passages.flatMap(({ fate, at }, index) =>
          ['busy', 'limited'].includes(fate) ? [way.passages[index + 1]!.at - at] : [],
        );
        expect(Math.min(...pauses)).toBeGreaterThan(RETRY_AFTER * 1000 - 100);
      },
    );

    it(
      'gets an invoice and its PDF by the commands that npm start prints',
      { timeout: STEP_MS },
      async () => {
        const [, script = ''] =
          /Create an invoice and fetch its PDF:\n\n([\s\S]+?)\n\n/.exec(project.output) ?? [];
        requireSuccess(await project.run(script));
        const pdf = readFileSync(path.join(project.directory, 'first-invoice.pdf'));
        expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
      },
    );

    it('has an engine without violated invariants at the end', async () => {
      await waitForAnswers(project);
      const outcome = await project.run('npm run engine -- check-invariants --aeat');
      expect(requireSuccess(outcome).out).toContain('I11');
    });

    describe.runIf(
      TIER !== 'first' &&
        isJudged(findExecutable(['ps']), 'npm start beside the documents', 'there is no ps'),
    )('and npm start', () => {
      let organizations: string;
      const listOrganizations = async () =>
        requireSuccess(await project.run('npm run engine -- org list')).out;

      it('is refused while another one runs, and the commands still find their database', async () => {
        const environment = path.join(project.directory, '.local', 'environment');
        const told = readFileSync(environment, 'utf8');
        const beside = project.spawnStart();
        await expect(beside.ended).resolves.toBe(1);
        expect(beside.output()).toContain('npm start is already running here (process');
        expect(readFileSync(environment, 'utf8')).toBe(told);
        organizations = await listOrganizations();
      });

      it('leaves no process behind when it is killed', async () => {
        project.first.child.kill('SIGKILL');
        await expect(project.first.ended).resolves.toBeNull();
        await eventually(() => listProcesses(project).length === 0, {
          within: 30_000,
          what: 'all processes to end',
        });
      });

      it('finds its data and its operations ports again, and leaves no process behind when it ends', async () => {
        const again = await project.start();
        expect(again.output()).not.toContain('sample batch');
        expect(readOpsPorts(again)).toContain('worker http://127.0.0.1:');
        expect(readOpsPorts(again)).toBe(readOpsPorts(project.first));
        expect(await readBatches(again)).toMatchObject({ data: expect.arrayContaining([SAMPLE]) as unknown });
        expect(await listOrganizations()).toBe(organizations);
        await stop(again);
        expect(listProcesses(project)).toEqual([]);
        expect(existsSync(path.join(project.directory, '.local', 'environment'))).toBe(false);
      });

      it.runIf(LONG)(
        'starts only the servers for restoring a backup as docs/backup.md describes',
        async () => {
          const again = await project.start();
          requireSuccess(await project.run('npm run engine -- backup --output backups/last'));
          await stop(again);
          const data = path.join(project.directory, '.local', 'postgres');
          renameSync(data, `${data}-before`);
          const servers = await project.start('--servers-only');
          const programs = listProcesses(project).join('\n');
          for (const program of ['src/server.ts', 'workers/main.ts', 'src/dashboard.ts'])
            expect(programs).not.toContain(program);
          const restored = requireSuccess(
            await project.run('npm run engine -- restore --input backups/last'),
          ).out;
          expect(restored).toContain('counts and checksums are correct');
          expect(restored).toContain('Before you start the engine');
          expect(await listOrganizations()).toBe(organizations);
          await stop(servers);
        },
      );
    });
  },
);

const SAMPLE = expect.objectContaining({
  external_batch_id: 'sample',
  status: 'processed_with_errors',
  invoices_count: 31,
}) as unknown;

/** Returns the batches that the API lists to the key that `npm start` prints. */
async function readBatches(start: Start): Promise<unknown> {
  const [, origin] = /API +(\S+)\/api\/v1/.exec(start.output()) ?? [];
  const [key] = /org_live_\S+/.exec(start.output()) ?? [];
  const headers = { authorization: `Bearer ${key}` };
  return (await fetch(`${origin}/api/v2/invoice_batches`, { headers })).json();
}

/** Returns everything that runs from the copy: servers, processes, Chromium. */
function listProcesses({ directory }: StartedProject): string[] {
  const commands = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n');
  return commands.filter((command) => command.includes(directory));
}

/** Returns the operations ports, which Prometheus scrapes. */
const readOpsPorts = (start: Start) => /Operations +(.+)/.exec(start.output())?.[1];

async function stop({ child, ended }: Start): Promise<void> {
  child.kill('SIGTERM');
  await expect(ended).resolves.toBe(0);
}

function requireSuccess(outcome: Outcome): Outcome {
  const { code, out, err } = outcome;
  if (code !== 0) throw new Error(`It ended with ${code}: ${err}${out}`);
  return outcome;
}

type Refused = (typeof REFUSED)[number];

const listRefused = ({ document, text }: Block): Refused[] =>
  REFUSED.filter((entry) => entry.document === document && text.includes(entry.begins));

/** Wraps lines that must fail, so that the lines after them still run. */
function expectRefusals(refused: readonly Refused[], script: string): string {
  const mustFail = (line: string) => refused.some(({ begins }) => line.startsWith(begins));
  return script
    .split('\n')
    .map((line) => (mustFail(line) ? `if ${line}\nthen echo 'This was not refused' >&2; exit 1; fi` : line))
    .join('\n');
}

/** A comparison with AEAT blocks its chain until it has finished. */
function waitForComparisons(project: StartedProject): Promise<void> {
  const isOver = (chain: RemissionSummary) => chain.compareSince === null || chain.haltedReason !== null;
  return waitForChains(project, isOver, { within: 30_000, what: 'the end of all comparisons' });
}

/** AEAT requires a minute between two messages. */
function waitForAnswers(project: StartedProject): Promise<void> {
  const isOver = ({ pending }: RemissionSummary) => pending === 0;
  return waitForChains(project, isOver, { within: 90_000, what: 'the answers of AEAT' });
}

/**
 * Waits for a state of all chains, reading them like `npm run engine -- chains` but without
 * starting a process for each poll.
 */
async function waitForChains(
  { settings }: StartedProject,
  isOver: (chain: RemissionSummary) => boolean,
  options: { within: number; what: string },
): Promise<void> {
  await using database = openPool({
    url: settings['DATABASE_URL']!,
    applicationName: 'test',
    role: 'operator',
    maxConnections: 1,
  });
  const areOver = async () => (await listRemissions(database.pool, null)).every(isOver);
  await eventually(areOver, { ...options, every: 200 });
}

/** Reports whether a command changes nothing and may therefore be repeated. */
const isQuestion = ({ text }: Block) => text.includes('curl') && !text.includes(' -d ');

/**
 * Compares the answer of a command with the document, repeatedly if necessary.
 * @param again repeats the command; null if it changes something.
 */
async function compare(answer: Block, first: Outcome, again: (() => Promise<Outcome>) | null): Promise<void> {
  const read = (text: string) => (answer.language === 'json' ? settle(JSON.parse(text)) : text.trim());
  const wanted = read(answer.text);
  let seen = read(first.out);
  if (again !== null) {
    const deadline = performance.now() + ANSWER_WITHIN_MS;
    while (!isDeepStrictEqual(seen, wanted) && performance.now() < deadline) seen = read((await again()).out);
  }
  expect(seen).toEqual(wanted);
}

async function queryAsOwner({ settings }: StartedProject, sql: string): Promise<void> {
  const client = new Client({ connectionString: settings['MIGRATIONS_DATABASE_URL'] });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
