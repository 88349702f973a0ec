import { describe, expect, it } from 'vitest';
import type { SifRecord } from '../../ops/aeat-sandbox/records/record.ts';
import type { Surroundings } from '../../ops/aeat-sandbox/rules/case.ts';
import { ALTA_RULES, ANULACION_RULES, judgeRecord } from '../../ops/aeat-sandbox/rules/judge-record.ts';
import { ALTA_WARNINGS, ANULACION_WARNINGS } from '../../ops/aeat-sandbox/rules/warnings.ts';
import { codesOf } from './support/codes.ts';
import { altaOf, anulacionOf, surroundingsOf } from './support/records.ts';
import {
  ALTA_CASES,
  ALTA_WARNING_CASES,
  ANULACION_CASES,
  CLEAN,
  OLD,
  withPrevious,
  type Case,
} from './support/rule-cases.ts';

function judge(record: SifRecord, surroundings: Partial<Surroundings> = {}) {
  return judgeRecord(record, surroundingsOf(surroundings));
}
function listCases<R>(cases: readonly Case<R>[]) {
  return cases.map(([code, changes, surroundings]) => ({ code, changes, surroundings }));
}

describe('the rules of the stand-in', () => {
  it.each(listCases(ALTA_CASES))('reject an alta with $code', ({ code, changes, surroundings }) => {
    expect(judge(altaOf(changes), surroundings).error?.code).toBe(code);
  });

  it.each(listCases(ANULACION_CASES))('reject an anulación with $code', ({ code, changes, surroundings }) => {
    expect(judge(anulacionOf(changes), surroundings).error?.code).toBe(code);
  });

  it.each(listCases(ALTA_WARNING_CASES))(
    'accept an alta with the error $code',
    ({ code, changes, surroundings }) => {
      expect(judge(altaOf(changes), surroundings)).toMatchObject({ error: null, warning: { code } });
    },
  );

  it('accept a record with its own huella as the previous one with the error 2008', () => {
    const huella = 'A'.repeat(64);
    const warnings = ALTA_WARNINGS.filter(({ code }) => code === 2008);
    const given = { record: { ...altaOf(), ...withPrevious({}, huella), huella } };
    expect(warnings.map((rule) => rule.breaks(given as never))).toEqual([true]);
  });

  it.each(CLEAN)('find no fault in %s', (_what, changes, surroundings) => {
    expect(judge(altaOf(changes), surroundings)).toEqual({ error: null, warning: null });
  });

  it('report the more serious of two errors, and those that need no correction last', () => {
    expect(judge(altaOf({ generatedAt: OLD, total: '900' })).warning?.code).toBe(2005);
  });

  it('each have a test case', () => {
    const cases = [...ALTA_CASES, ...ANULACION_CASES].map(([code]) => ({ code }));
    expect(codesOf(cases)).toEqual(codesOf([...ALTA_RULES, ...ANULACION_RULES]));
    const warnings = [...ALTA_WARNING_CASES.map(([code]) => ({ code })), { code: 2008 }];
    expect(codesOf(warnings)).toEqual(codesOf([...ALTA_WARNINGS, ...ANULACION_WARNINGS]));
  });
});
