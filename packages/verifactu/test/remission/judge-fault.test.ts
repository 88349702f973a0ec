import { describe, expect, it } from 'vitest';
import { isTechnical } from 'verifactu-protocol/remission/answer-codes';
import { judgeFault } from 'verifactu-protocol/remission/judge-answer';
import { hasSharedFacts, readShared } from '../../../../test/domain/support/shared-facts.ts';

describe('a SOAP fault', () => {
  it.each([
    ['client', 4102, 'refused'],
    ['client', 4104, 'refused'],
    ['client', 4112, 'refused'],
    ['client', 4134, 'refused'],
    ['client', null, 'refused'],
    ['client', 99999, 'refused'],
    ['client', 4103, 'retry_later'],
    ['client', 4108, 'retry_later'],
    ['client', 4110, 'retry_later'],
    ['client', 4111, 'retry_later'],
    ['client', 4128, 'retry_later'],
    ['client', 3500, 'retry_later'],
    ['server', 20009, 'retry_later'],
    ['server', 4104, 'retry_later'],
    ['server', null, 'retry_later'],
    ['client', 4141, 'suspended'],
    ['server', 4141, 'suspended'],
  ] as const)('that blames the %s with code %s means %s', (side, code, verdict) => {
    expect(judgeFault({ side, code })).toBe(verdict);
  });
});

describe.skipIf(!hasSharedFacts)("AEAT's catalogue (skipped where ../shared/verifactu is absent)", () => {
  type Entry = { code: number; technical_retriable: boolean };
  const entries = hasSharedFacts ? (JSON.parse(readShared('errors.json')) as { errors: Entry[] }).errors : [];

  it('marks the same errors as technical as isTechnical does', () => {
    expect(entries.length).toBeGreaterThan(200);
    const technical = entries.filter(({ technical_retriable }) => technical_retriable);
    expect(entries.filter(({ code }) => isTechnical(code))).toEqual(technical);
  });
});
