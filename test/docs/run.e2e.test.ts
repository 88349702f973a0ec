import { isDeepStrictEqual } from 'node:util';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findExecutable } from '../../ops/local/boot/find-executable.js';
import { eventually } from '../support/eventually.ts';
import { readRows, settle } from './support/answers.ts';
import { type Block, DOCUMENTS, listBlocks } from './support/documents.ts';
import { fillIn } from './support/fill-in.ts';
import { type Outcome, type StartedProject, startProject } from './support/started-project.ts';
import { REFUSED, UNRUN } from './support/unrun.ts';

/*
 * The documents, done as they say: `npm start`, then every command and snippet in the order of reading, against that one engine.
 */

const isUnrun = ({ document, text }: Block) =>
  UNRUN.some((entry) => entry.document === document && text.startsWith(entry.begins));
const STEPS = DOCUMENTS.flatMap((document) => {
  const blocks = listBlocks(document);
  return blocks.flatMap((block, index) => {
    if (isUnrun(block) || !['sh', 'sql'].includes(block.language)) return [];
    const [answer] = blocks.slice(index + 1, index + 2);
    return [{ block, answer: answer && ['json', 'text'].includes(answer.language) ? answer : null }];
  });
});
const STEP_MS = 150_000;
const ANSWER_WITHIN_MS = 20_000;

describe.runIf(findExecutable(['curl']))('a reader of the documents', () => {
  let project: StartedProject;
  beforeAll(async () => void (project = await startProject()));
  afterAll(() => project[Symbol.asyncDispose]());

  it('sees npm start end as the README shows it', () => {
    const [shown] = listBlocks('README.md').filter(({ text }) => text.startsWith('READY'));
    const { 'API key': key, ...printed } = readRows(project.output);
    expect({ 'API key': key, ...printed }).toMatchObject(readRows(shown!.text));
  });

  it.each(STEPS)(
    'runs $block.document, line $block.line',
    async ({ block, answer }) => {
      const script = fillIn(block.text, project);
      if (block.language === 'sql') return queryAsOwner(project, script);
      const refused = listRefused(block);
      // A chain that the document had compared is refused otherwise until that is over.
      if (refused.length > 0) await waitForComparisons(project);
      if (block.text.includes('check-invariants')) await waitForAnswers(project);
      const outcome = await project.run(expectRefusals(refused, script));
      requireSuccess(outcome);
      for (const { says } of refused) expect(outcome.err).toMatch(says);
      if (answer) await compare(answer, outcome, isQuestion(block) ? () => project.run(script) : null);
    },
    STEP_MS,
  );

  it('has an engine in the end that nothing is wrong in', async () => {
    await waitForAnswers(project);
    const outcome = await project.run('npm run check-invariants -- --aeat');
    expect(requireSuccess(outcome).out).toContain('I11');
  });
});

function requireSuccess(outcome: Outcome): Outcome {
  const { code, out, err } = outcome;
  if (code !== 0) throw new Error(`It ended with ${code}: ${err}${out}`);
  return outcome;
}

type Refused = (typeof REFUSED)[number];

const listRefused = ({ document, text }: Block): Refused[] =>
  REFUSED.filter((entry) => entry.document === document && text.includes(entry.begins));

/** Lines that must fail here, so that those behind them are run. */
function expectRefusals(refused: readonly Refused[], script: string): string {
  const mustFail = (line: string) => refused.some(({ begins }) => line.startsWith(begins));
  return script
    .split('\n')
    .map((line) => (mustFail(line) ? `if ${line}\nthen echo 'This was not refused' >&2; exit 1; fi` : line))
    .join('\n');
}

async function waitForComparisons(project: StartedProject): Promise<void> {
  const isOver = async () => !(await project.run('npm run chains')).out.includes('CLOSED since');
  await eventually(isOver, { within: 30_000, every: 200, what: 'the end of all comparisons' });
}

/** AEAT lets a minute pass between two messages. */
async function waitForAnswers(project: StartedProject): Promise<void> {
  const isOver = async () => !/ [1-9]\d* pending/.test((await project.run('npm run chains')).out);
  await eventually(isOver, { within: 90_000, every: 1000, what: 'the answers of AEAT' });
}

/** Changes nothing, so that it may be asked again. */
const isQuestion = ({ text }: Block) => text.includes('curl') && !text.includes(' -d ');

/** The answer of a command as the document shows it, at once or a moment later. @param again null where it changes something. */
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
