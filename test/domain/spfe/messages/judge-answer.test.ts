import { describe, expect, it } from 'vitest';
import type {
  DocumentAnswer,
  SubmissionAnswer,
} from '../../../../src/domain/spfe/messages/document-status.ts';
import { judgeAnswer } from '../../../../src/domain/spfe/messages/judge-answer.ts';

const codeOf = (number: string, issuerNif = 'B12345674', issueDate = '2027-11-22') => ({
  issuerNif,
  number,
  issueDate,
});
const answerOf = (
  number: string,
  status = '200',
  localizador: string | null = `L:${number}`,
): DocumentAnswer => ({
  ...codeOf(number),
  status,
  text: status === '200' ? null : 'no',
  localizador,
});
const MEMBERS = [codeOf('1'), codeOf('2'), codeOf('3')];
const judge = (documents: readonly DocumentAnswer[], rest: Partial<SubmissionAnswer> = {}) => {
  const { verdicts, strange } = judgeAnswer(MEMBERS, {
    csv: 'CSV',
    code: 206,
    documents,
    unread: 0,
    ...rest,
  });
  return { kinds: verdicts.map(({ verdict }) => verdict.kind), verdicts, strange };
};

describe('the answer of the SPFE to several documents', () => {
  it('gives each its own verdict, whatever the order of the answers', () => {
    const { verdicts, strange } = judge([answerOf('3', 'SPFE-GEN-02'), answerOf('1'), answerOf('2')]);
    expect(verdicts.map(({ verdict }) => verdict)).toEqual([
      { kind: 'admitted', csv: 'CSV', localizador: 'L:1' },
      { kind: 'admitted', csv: 'CSV', localizador: 'L:2' },
      { kind: 'rejected', code: 'SPFE-GEN-02', text: 'no' },
    ]);
    expect(strange).toEqual([]);
  });

  it('leaves a document uncertain that has no verdict, or two different ones', () => {
    expect(judge([answerOf('1')]).kinds).toEqual(['admitted', 'uncertain', 'uncertain']);
    expect(judge([answerOf('1'), answerOf('1', 'SPFE-GEN-02'), answerOf('2'), answerOf('2')]).kinds).toEqual([
      'uncertain',
      'admitted',
      'uncertain',
    ]);
    expect(judge([answerOf('1'), answerOf('1', '200', 'L:other')]).kinds[0]).toBe('uncertain');
  });

  it('decides nothing where a verdict contradicts the code of the whole, or nothing acknowledges it', () => {
    const all = [answerOf('1'), answerOf('2'), answerOf('3', 'SPFE-GEN-02')];
    expect(judge(all, { code: 200 }).kinds).toEqual(['admitted', 'admitted', 'uncertain']);
    expect(judge(all, { code: 400 }).kinds).toEqual(['uncertain', 'uncertain', 'rejected']);
    expect(judge(all, { csv: null }).kinds).toEqual(['uncertain', 'uncertain', 'rejected']);
  });

  it('matches the three parts of the unique code, and tells of answers about others', () => {
    const others = [
      { ...answerOf('1'), issueDate: '2027-11-23' },
      { ...answerOf('2'), issuerNif: 'A12345674' },
      { ...answerOf('3'), number: '3 ' },
    ];
    const { kinds, strange } = judge(others);
    expect(kinds).toEqual(['uncertain', 'uncertain', 'uncertain']);
    expect(strange).toEqual(others);
  });
});
