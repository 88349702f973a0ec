import { describe, expect, it } from 'vitest';
import { decideEntryCorrection, type PastVersion } from '#src/domain/sii/decide-correction.ts';

/** Writes versions as `A0 rejected 1117`, one a word group; the period of each is its number. */
const versions = (...each: string[]): PastVersion[] =>
  each.map((text, index) => {
    const [kind, state, code] = text.split(' ');
    return {
      version: index + 1,
      kind: kind as PastVersion['kind'],
      state: (state ?? null) as PastVersion['state'],
      code: code === undefined ? null : Number(code),
      fiscalYear: 2026,
      period: `0${index + 1}`,
    };
  });
const baja = (period: string) => ({ kind: 'baja', period: { fiscalYear: 2026, period } });
const refused = (reason: string) => ({ kind: 'refused', reason });

describe('the correction of an entry', () => {
  it.each([
    [['A0'], 'annul', refused('entry_not_answered')],
    [['A0'], 'resend', refused('entry_not_answered')],
    [['A0 accepted'], 'annul', baja('01')],
    [['A0 accepted'], 'resend', refused('entry_accepted')],
    [['A0 accepted_with_errors 2011'], 'resend', { kind: 'A1' }],
    [['A0 accepted_with_errors 2011'], 'annul', baja('01')],
    [['A0 rejected 1117'], 'resend', { kind: 'A0' }],
    [['A0 rejected 1117'], 'annul', baja('01')],
    [['A0 rejected 3000'], 'resend', { kind: 'A0' }],
    [['A0 rejected 3000'], 'annul', refused('number_of_another_entry')],
    [['A0 accepted_with_errors 2011', 'A1 rejected 1100'], 'resend', { kind: 'A1' }],
    [['A0 accepted_with_errors 2011', 'A1 rejected 3002'], 'resend', { kind: 'A0' }],
    // The last movement that AEAT registered, and not the refused one after it.
    [['A0 accepted_with_errors 2011', 'A1 rejected 1100'], 'annul', baja('01')],
    [['A0 accepted_with_errors 2011', 'A1 accepted'], 'annul', baja('02')],
    [['A0 accepted', 'baja'], 'annul', refused('entry_not_answered')],
    [['A0 accepted', 'baja rejected 3019'], 'annul', refused('withdrawal_refused')],
    [['A0 accepted', 'baja rejected 3019'], 'resend', baja('01')],
    [['A0 accepted', 'baja withdrawn'], 'resend', refused('entry_withdrawn')],
    [['A0 accepted', 'baja withdrawn'], 'annul', refused('entry_withdrawn')],
  ] as const)('with the versions %j that is ordered to %s is %o', (past, action, expected) => {
    expect(decideEntryCorrection(versions(...past), action)).toEqual(expected);
  });
});
