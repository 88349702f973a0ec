import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chooseRegister,
  findSettlementPeriod,
  type RegisterDecision,
} from '#src/domain/registers/choose-register.ts';

const NIF = 'B12345674';
const decide = (
  validFrom: string,
  register: RegisterDecision['register'],
  period: RegisterDecision['period'] = register === 'sii' ? 'month' : null,
  issuerNif = NIF,
): RegisterDecision => ({ issuerNif, register, period, validFrom });

describe('the register of an invoice', () => {
  it('is that of its organization if nothing was decided for its issuer', () => {
    const others = [decide('2026-01-01', 'sii', 'month', 'A12345674')];
    for (const decisions of [[], others]) {
      expect(chooseRegister({ verifactu: true, decisions }, NIF, '2027-01-01')).toBe('verifactu');
      expect(chooseRegister({ verifactu: false, decisions }, NIF, '2027-01-01')).toBeNull();
    }
  });

  it('changes on the date of each decision, whatever the organization does with other issuers', () => {
    const decisions = [decide('2029-07-01', 'verifactu'), decide('2027-01-01', 'sii', 'quarter')];
    for (const verifactu of [true, false]) {
      const on = (date: string) => chooseRegister({ verifactu, decisions }, NIF, date);
      expect(on('2026-12-31')).toBe(verifactu ? 'verifactu' : null);
      expect(['2027-01-01', '2029-06-30'].map(on)).toEqual(['sii', 'sii']);
      expect(['2029-07-01', '2040-01-01'].map(on)).toEqual(['verifactu', 'verifactu']);
    }
  });

  it('is one for each date, and does not depend on the order of the decisions', () => {
    const dates = fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { maxLength: 6 });
    const day = (number: number) => new Date(Date.UTC(2026, 0, 1 + number)).toISOString().slice(0, 10);
    fc.assert(
      fc.property(
        dates,
        fc.integer({ min: 0, max: 400 }),
        fc.infiniteStream(fc.boolean()),
        (starts, asked, signs) => {
          const decisions = starts.map((start) =>
            decide(day(start), signs.next().value ? 'sii' : 'verifactu'),
          );
          const held = decisions
            .filter(({ validFrom }) => validFrom <= day(asked))
            .toSorted((a, b) => (a.validFrom < b.validFrom ? 1 : -1))[0];
          for (const order of [decisions, decisions.toReversed()])
            expect(chooseRegister({ verifactu: true, decisions: order }, NIF, day(asked))).toBe(
              held?.register ?? 'verifactu',
            );
        },
      ),
    );
  });
});

describe('the settlement period of an issuer in SII', () => {
  const decisions = [decide('2028-01-01', 'sii', 'month'), decide('2027-01-01', 'sii', 'quarter')];
  const on = (date: string) => findSettlementPeriod({ verifactu: true, decisions }, NIF, date);

  it('is the one that held on the date of the operation', () => {
    expect(['2027-12-31', '2028-01-01'].map(on)).toEqual(['quarter', 'month']);
  });

  it('is that of the first decision for an operation before it', () => {
    expect(on('2026-12-15')).toBe('quarter');
  });
});
