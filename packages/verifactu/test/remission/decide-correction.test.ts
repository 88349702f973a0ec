import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CorrectionDecision,
  decideAnnulment,
  decideResending,
  type PastRecord,
  type RefusalReason,
  type Registered,
} from 'verifactu-protocol/remission/decide-correction';

/**
 * Parses records such as `alta accepted`, `alta* rejected 3000` (the star marks a correction) and
 * `anulacion* -` (no answer yet).
 */
function history(...texts: string[]): PastRecord[] {
  return texts.map((text, index) => {
    const [kind, answer, code] = text.split(' ') as [string, string, string | undefined];
    return {
      sequence: index + 1,
      kind: kind.replace('*', '') as PastRecord['kind'],
      isCorrection: kind.endsWith('*'),
      answer: answer === '-' ? null : (answer as PastRecord['answer']),
      code: code === undefined ? null : Number(code),
    };
  });
}

const subsanacion = (flags: string) => ({ kind: 'subsanacion', flags });
const anulacion = (withoutPriorRecord: boolean, afterRejection: boolean) => ({
  kind: 'anulacion',
  withoutPriorRecord,
  afterRejection,
});
const refused = (refusal: RefusalReason) => ({ kind: 'refused', ...refusal });
const ASK = { kind: 'ask' };

describe('decideResending', () => {
  it.each<[string, string[], object]>([
    ['a rejected alta', ['alta rejected 1110'], subsanacion('of_rejected')],
    [
      'a rejected subsanación of a rejected alta',
      ['alta rejected', 'alta* rejected'],
      subsanacion('of_rejected'),
    ],
    ['an alta with errors', ['alta accepted_with_errors 2001'], subsanacion('of_accepted')],
    [
      'a rejected subsanación of an alta with errors',
      ['alta accepted_with_errors 2001', 'alta* rejected 1110'],
      subsanacion('of_rejected_correction'),
    ],
    ['an alta that AEAT reports as a duplicate', ['alta rejected 3000'], ASK],
    ['a subsanación rejected with 3004', ['alta rejected', 'alta* rejected 3004'], ASK],
    [
      'an annulment rejected with 3001, because the record is annulled',
      ['alta accepted', 'anulacion* rejected 3001'],
      ASK,
    ],
    [
      'a subsanación rejected with 3002, because AEAT does not have the record',
      ['alta accepted_with_errors 2001', 'alta* rejected 3002'],
      subsanacion('of_rejected'),
    ],
    ['a rejected annulment', ['alta accepted', 'anulacion* rejected 1110'], anulacion(false, true)],
    [
      'a rejected annulment of a rejected alta',
      ['alta rejected', 'anulacion* rejected'],
      anulacion(true, true),
    ],
    [
      'an annulment rejected with 3002, because AEAT does not have the record',
      ['alta accepted', 'anulacion* rejected 3002'],
      anulacion(true, true),
    ],
    ['an accepted alta', ['alta accepted'], refused({ reason: 'nothing_to_correct' })],
    [
      'an alta accepted with an error that need not be corrected',
      ['alta accepted_with_errors 2004'],
      refused({ reason: 'error_needs_no_correction', code: 2004 }),
    ],
    ['a record without an answer', ['alta -'], refused({ reason: 'record_not_answered', sequence: 1 })],
    ['an annulled invoice', ['alta accepted', 'anulacion* accepted'], refused({ reason: 'annulment_held' })],
    ['an invoice without records', [], refused({ reason: 'no_record' })],
  ])('returns $2 for $0', (_what, texts, expected) => {
    expect(decideResending(history(...texts))).toEqual(expected);
  });
});

describe('decideAnnulment', () => {
  it.each<[string, string[], object]>([
    ['that AEAT accepted', ['alta accepted'], anulacion(false, false)],
    ['that AEAT accepted with errors', ['alta accepted_with_errors 2001'], anulacion(false, false)],
    ['that AEAT refused', ['alta rejected 1110'], anulacion(true, false)],
    ['that AEAT reports as a duplicate', ['alta rejected 3000'], ASK],
    [
      'that was corrected after it was reported as a duplicate',
      ['alta rejected 3000', 'alta* accepted'],
      anulacion(false, false),
    ],
    ['that was corrected', ['alta rejected 1110', 'alta* accepted'], anulacion(false, false)],
    [
      'that is annulled',
      ['alta accepted', 'anulacion* accepted'],
      refused({ reason: 'is_annulled_already' }),
    ],
    [
      'whose annulment was refused',
      ['alta accepted', 'anulacion* rejected'],
      refused({ reason: 'annulment_refused', sequence: 2 }),
    ],
    ['that AEAT has not answered', ['alta -'], refused({ reason: 'record_not_answered', sequence: 1 })],
  ])(
    'returns the flags, a query of the register or a refusal for an invoice %s',
    (_what, texts, expected) => {
      expect(decideAnnulment(history(...texts))).toEqual(expected);
    },
  );
});

describe('a duplicate for which the register of AEAT was queried', () => {
  it.each<[Registered, object, object]>([
    ['nothing', subsanacion('of_rejected'), anulacion(true, false)],
    ['alta', subsanacion('of_accepted'), anulacion(false, false)],
    ['annulled', subsanacion('of_accepted'), refused({ reason: 'annulment_registered' })],
  ])('is corrected according to the register: %s', (registered, resent, annulled) => {
    const records = history('alta rejected 3000');
    expect(decideResending(records, { registered })).toEqual(resent);
    expect(decideAnnulment(records, { registered })).toEqual(annulled);
  });

  it('is the only case in which the register replaces the answers', () => {
    const records = history('alta rejected 1110');
    expect(decideAnnulment(records, { registered: 'alta' })).toEqual(anulacion(true, false));
  });
});

/*
 * AEAT's matrix of operations, transcribed from its document: the flags that it accepts
 * in each state.
 */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  nothing: ['subsanacion of_rejected', 'anulacion true false', 'anulacion true true'],
  alta: [
    'subsanacion of_accepted',
    'subsanacion of_rejected_correction',
    'anulacion false false',
    'anulacion false true',
  ],
};

const nameFlags = (decision: CorrectionDecision) =>
  decision.kind === 'subsanacion'
    ? `subsanacion ${decision.flags}`
    : decision.kind === 'anulacion'
      ? `anulacion ${decision.withoutPriorRecord} ${decision.afterRejection}`
      : 'refused';

it('the next record of a correction is always allowed by AEAT’s matrix of operations, for any previous answers', () => {
  const step = fc.record({
    action: fc.constantFrom(decideAnnulment, decideResending),
    answer: fc.constantFrom('accepted', 'accepted_with_errors', 'rejected'),
  });
  fc.assert(
    fc.property(step, fc.array(step, { maxLength: 8 }), (first, steps) => {
      const state = (answer: string, kind: string, before: string) =>
        answer === 'rejected' ? before : kind === 'anulacion' ? 'annulled' : 'alta';
      let registered = state(first.answer, 'alta', 'nothing');
      const texts = [`alta ${first.answer}`];
      for (const { action, answer } of steps) {
        const decision = action(history(...texts));
        if (decision.kind === 'refused') continue;
        expect(ALLOWED[registered]).toContain(nameFlags(decision));
        texts.push(`${decision.kind === 'anulacion' ? 'anulacion' : 'alta'}* ${answer}`);
        registered = state(answer, decision.kind, registered);
      }
    }),
  );
});
