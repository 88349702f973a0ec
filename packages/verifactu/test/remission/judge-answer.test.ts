import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnswerLine, RegisteredDuplicate } from 'verifactu-protocol/remission/answer';
import { judgeAnswer, type RecordVerdict } from 'verifactu-protocol/remission/judge-answer';
import { growthOf } from '../../../../test/support/growth.ts';
import { buildLine, buildRemitted } from '../support/answers.ts';

const ALTA = buildRemitted();
const ANULACION = buildRemitted({ kind: 'anulacion', externalReference: '2' });
const REGISTERED: RegisteredDuplicate = {
  requestId: '20260802135818603025',
  state: 'accepted_with_errors',
  code: 2007,
  text: 'No debe informarse como primer registro',
};

function judgeOne(record: typeof ALTA, lines: readonly AnswerLine[]): RecordVerdict | undefined {
  return judgeAnswer([record], { lines }).verdicts[0]?.verdict;
}

describe('the verdict on a record', () => {
  const text = 'Texto de la AEAT';
  it.each<[line: Partial<AnswerLine>, alta: RecordVerdict, anulacion: RecordVerdict]>([
    [{ status: 'accepted' }, { kind: 'accepted' }, { kind: 'accepted' }],
    [
      { status: 'accepted_with_errors', code: 2004, text },
      { kind: 'accepted_with_errors', code: 2004, text },
      { kind: 'accepted_with_errors', code: 2004, text },
    ],
    // An accepted record stays accepted with any code.
    [
      { status: 'accepted_with_errors', code: 3501, text },
      { kind: 'accepted_with_errors', code: 3501, text },
      { kind: 'accepted_with_errors', code: 3501, text },
    ],
    [
      { status: 'rejected', code: 1161, text },
      { kind: 'rejected', code: 1161, text },
      { kind: 'rejected', code: 1161, text },
    ],
    [
      { status: 'rejected' },
      { kind: 'rejected', code: null, text: null },
      { kind: 'rejected', code: null, text: null },
    ],
    [
      { status: 'rejected', code: 3000, text, duplicate: REGISTERED },
      { kind: 'duplicate', registered: REGISTERED, code: 3000, text },
      { kind: 'duplicate', registered: REGISTERED, code: 3000, text },
    ],
    [
      { status: 'rejected', code: 3000, text },
      { kind: 'duplicate', registered: null, code: 3000, text },
      { kind: 'duplicate', registered: null, code: 3000, text },
    ],
    [
      { status: 'rejected', code: 3001, text },
      { kind: 'rejected', code: 3001, text },
      { kind: 'already_annulled', code: 3001, text },
    ],
    ...[1129, 1241, 1243, 1256, 1288, 3500, 3501].map(
      (code): [Partial<AnswerLine>, RecordVerdict, RecordVerdict] => [
        { status: 'rejected', code, text },
        { kind: 'technical', code, text },
        { kind: 'technical', code, text },
      ],
    ),
  ])('follows from its line %o', (line, alta, anulacion) => {
    expect(judgeOne(ALTA, [buildLine(ALTA, line)])).toEqual(alta);
    expect(judgeOne(ANULACION, [buildLine(ANULACION, line)])).toEqual(anulacion);
  });

  it('is missing if the answer has no line for the record', () => {
    expect(judgeAnswer([ALTA, ANULACION], { lines: [buildLine(ANULACION)] })).toEqual({
      verdicts: [
        { record: ALTA, verdict: { kind: 'missing' } },
        { record: ANULACION, verdict: { kind: 'accepted' } },
      ],
      strangeLines: [],
    });
  });
});

describe('a line', () => {
  it.each<Partial<AnswerLine>>([
    { issuerNif: 'A12345674' },
    { number: 'A/2' },
    { number: 'a/1' },
    { issueDate: '2026-11-21' },
    { kind: 'anulacion' },
    { externalReference: '7' },
  ])('of another record is returned as strange and decides nothing: %o', (changes) => {
    const line = buildLine(ALTA, changes);
    expect(judgeAnswer([ALTA], { lines: [line] })).toEqual({
      verdicts: [{ record: ALTA, verdict: { kind: 'missing' } }],
      strangeLines: [line],
    });
  });

  it('without RefExterna belongs to the only record of that invoice and operation', () => {
    const lines = [buildLine(ALTA, { externalReference: null })];
    expect(judgeAnswer([ALTA, ANULACION], { lines })).toEqual({
      verdicts: [
        { record: ALTA, verdict: { kind: 'accepted' } },
        { record: ANULACION, verdict: { kind: 'missing' } },
      ],
      strangeLines: [],
    });
  });

  it('without RefExterna decides nothing if an invoice has two records of that operation', () => {
    const correction = buildRemitted({ externalReference: '3' });
    const lines = [ALTA, correction].map((record) => buildLine(record, { externalReference: null }));
    const { verdicts, strangeLines } = judgeAnswer([ALTA, correction], { lines });
    expect(verdicts.map(({ verdict }) => verdict.kind)).toEqual(['missing', 'missing']);
    expect(strangeLines).toEqual(lines);
  });

  it('that occurs twice counts once if both agree, and not at all if they contradict each other', () => {
    const [yes, no] = [buildLine(ALTA), buildLine(ALTA, { status: 'rejected', code: 1104 })];
    expect(judgeOne(ALTA, [yes, yes])).toEqual({ kind: 'accepted' });
    expect(judgeAnswer([ALTA], { lines: [yes, no] })).toEqual({
      verdicts: [{ record: ALTA, verdict: { kind: 'missing' } }],
      strangeLines: [yes, no],
    });
  });
});

describe('an answer', () => {
  const outcomes = fc.constantFrom<Partial<AnswerLine>>(
    { status: 'accepted' },
    { status: 'accepted_with_errors', code: 2004, text: 'x' },
    { status: 'rejected', code: 1104, text: 'y' },
  );
  const records = fc
    .array(
      fc.record({ number: fc.constantFrom('A/1', 'A/2', 'A/3'), isAlta: fc.boolean(), outcome: outcomes }),
    )
    .map((drawn) =>
      drawn.map(({ number, isAlta, outcome }, index) => ({
        record: buildRemitted({
          number,
          kind: isAlta ? 'alta' : 'anulacion',
          externalReference: String(index),
        }),
        outcome,
      })),
    );
  const shuffled = records.chain((all) =>
    fc
      .shuffledSubarray(all, { minLength: all.length, maxLength: all.length })
      .map((mixed) => ({ all, mixed })),
  );

  it('assigns each record its own line in any order, even if an invoice has several records', () => {
    fc.assert(
      fc.property(shuffled, ({ all, mixed }) => {
        const lines = mixed.map(({ record, outcome }) => buildLine(record, outcome));
        const { verdicts, strangeLines } = judgeAnswer(
          all.map(({ record }) => record),
          { lines },
        );
        expect(strangeLines).toEqual([]);
        expect(verdicts.map(({ record }) => record)).toEqual(all.map(({ record }) => record));
        expect(verdicts.map(({ verdict }) => verdict.kind)).toEqual(all.map(({ outcome }) => outcome.status));
      }),
    );
  });

  it('is judged in time that grows linearly with the number of records', async () => {
    const thousand = Array.from({ length: 1000 }, (_, index) =>
      buildRemitted({ number: `A/${index}`, externalReference: String(index) }),
    );
    const judge = (count: number) => {
      const some = thousand.slice(0, count);
      const { verdicts } = judgeAnswer(some, { lines: some.map((record) => buildLine(record)) });
      expect(verdicts.every(({ verdict }) => verdict.kind === 'accepted')).toBe(true);
    };
    expect(await growthOf(judge, { small: 100, large: 1000 })).toBeLessThan(30);
  });
});
