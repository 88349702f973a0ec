import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { splitBody } from '#src/json/split-body.ts';
import { examineBody, examinePart, joinParts } from '../../src/accept/examine-body.ts';
import { openExaminer } from '../../src/accept/examiner.ts';
import { openThreads } from '../../src/platform/process/threads.ts';
import { bodyTrees, isRightBody, writeTree } from './support/arbitrary-bodies.ts';
import { runsOf } from '../support/long.ts';
import { REQUEST_RULES } from '../../src/domain/reading/request-rules.ts';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? runsOf(2000));
const threads = openThreads();
const examiner = openExaminer(threads);
afterAll(async () => {
  await examiner[Symbol.asyncDispose]();
  await threads[Symbol.asyncDispose]();
});

const isAccepted = (examined: ReturnType<typeof examineBody>) => examined.kind === 'examined';
/** Returns the message of a refusal, or `accepted`. */
const reasonOf = (examined: ReturnType<typeof examineBody>) =>
  examined.kind === 'examined' ? 'accepted' : examined.message.en.trim();

describe.each([1, 2] as const)('the examination of a request body of version %i [B5]', (version) => {
  const CONTEXT = {
    rules: REQUEST_RULES[version],
    organizationName: 'Org SL',
    issuerNifs: null,
    isMigrating: false,
    today: '2026-11-21',
  };
  const seen = { right: 0, wrong: 0 };
  const judge = (tree: unknown) => {
    const expected = isRightBody(tree, version);
    seen[expected ? 'right' : 'wrong'] += 1;
    return { body: Buffer.from(writeTree(tree)), expected };
  };

  it('accepts a whole body exactly if the plain schema accepts it', () => {
    fc.assert(
      fc.property(bodyTrees(false, version), (tree) => {
        const { body, expected } = judge(tree);
        const examined = examineBody(body, CONTEXT);
        expect(isAccepted(examined)).toBe(expected);
        expect(reasonOf(examined)).not.toBe('');
      }),
      { numRuns: RUNS },
    );
    expect(seen.right).toBeGreaterThan(RUNS / 20);
    expect(seen.wrong).toBeGreaterThan(RUNS / 20);
  });

  it('accepts a body in parts only if the plain schema accepts the whole body', () => {
    let cuts = 0;
    fc.assert(
      fc.property(bodyTrees(false, version), fc.integer({ min: 2, max: 6 }), (tree, count) => {
        const { body, expected } = judge(tree);
        const parts = splitBody(body, count)?.map((part) =>
          examinePart(Buffer.from(part.copy()), CONTEXT),
        ) ?? [null];
        if (!parts.every((part) => part !== null)) return;
        // `joinParts` returns null for a body that must be examined as a whole.
        if (joinParts(parts) === null) return;
        cuts += 1;
        expect(expected).toBe(true);
      }),
      { numRuns: RUNS },
    );
    expect(cuts).toBeGreaterThan(RUNS / 100);
  });

  it(
    'accepts a body in worker threads exactly if the plain schema accepts it',
    { timeout: 60_000 },
    async () => {
      await examiner.warmUp();
      await fc.assert(
        fc.asyncProperty(bodyTrees(true, version), async (tree) => {
          const { body, expected } = judge(tree);
          const examined = await examiner.examine(body, 1, CONTEXT);
          expect(isAccepted(examined)).toBe(expected);
          expect(reasonOf(examined)).not.toBe('');
        }),
        { numRuns: Math.ceil(RUNS / 10) },
      );
    },
  );
});
