import type { CorrectionAction } from '../../src/contracts/correction-input.ts';
import { describe, expect, it } from 'vitest';
import { findRepeated } from '../../src/operate/find-repeated.ts';
import type { InvoiceRecord } from '../../src/operate/statements/corrections.ts';

type Answer = InvoiceRecord['answer'];

/**
 * Reads records such as `alta accepted`, `alta* -` (a correction without an answer) and `alta*07 -`
 * (with a recipient outside the census).
 */
const lineage = (texts: readonly string[]): InvoiceRecord[] =>
  texts.map((text, index) => {
    const [, kind, correction, flag, answer] = /^(alta|anulacion)(\*?)(07)? (\S+)$/.exec(text)!;
    return {
      sequence: index + 1,
      kind: kind as InvoiceRecord['kind'],
      isCorrection: correction === '*',
      reason: correction === '*' ? 'why' : null,
      isRecipientOutsideCensus: flag === '07',
      answer: answer === '-' ? null : (answer as Answer),
    } as InvoiceRecord;
  });

const REFUSED = 'alta rejected';
const TAKEN = 'alta accepted';

describe('a correction order of an API key', () => {
  it.each<[action: CorrectionAction, texts: string[], isRepeated: boolean]>([
    ['annul', [TAKEN], false],
    ['resend', [REFUSED], false],
    ['resend', [REFUSED, 'alta* -'], true],
    ['resend', [REFUSED, 'alta* accepted'], true],
    ['resend', [REFUSED, 'alta* accepted_with_errors'], false],
    ['resend', [REFUSED, 'alta* rejected'], false],
    ['resend', [REFUSED, 'alta*07 -'], false],
    ['annul', [REFUSED, 'alta* accepted'], false],
    ['annul', [TAKEN, 'anulacion* -'], true],
    ['annul', [TAKEN, 'anulacion* accepted'], true],
    ['annul', [TAKEN, 'anulacion* accepted_with_errors'], true],
    ['annul', [TAKEN, 'anulacion* rejected'], false],
    ['resend', [TAKEN, 'anulacion* accepted'], false],
    ['resend', [TAKEN, 'anulacion* rejected', 'anulacion* -'], true],
    ['annul', [TAKEN, 'anulacion* rejected', 'anulacion* -'], false],
  ])('to %s after %j is a repetition: %s', (action, texts, isRepeated) => {
    const records = lineage(texts);
    const last = isRepeated ? records.at(-1) : undefined;
    expect(findRepeated(records, { action, reason: 'why' })).toBe(last);
    expect(findRepeated(records, { action, reason: 'another' })).toBeUndefined();
  });

  it('is not repeated by an order that differs in whether the recipient is outside the census', () => {
    const records = lineage([REFUSED, 'alta*07 accepted']);
    const order = { action: 'resend', reason: 'why' } as const;
    expect(findRepeated(records, { ...order, isRecipientOutsideCensus: true })).toBe(records[1]);
    expect(findRepeated(records, order)).toBeUndefined();
  });
});
