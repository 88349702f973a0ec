import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNif } from 'verifactu-protocol/records/nif';
import {
  findToday,
  formatTimestamp,
  normaliseTimestamp,
  readDay,
  readInstant,
} from '../../../packages/aeat-sandbox/src/records/calendar.ts';
import { normaliseDecimal, readHundredths } from '../../../packages/aeat-sandbox/src/records/decimal.ts';
import { hashRecord } from '../../../packages/aeat-sandbox/src/records/hash-record.ts';
import { isWellFormedNif } from '../../../packages/aeat-sandbox/src/taxpayers/nif.ts';
import { buildCensus } from '../../../packages/aeat-sandbox/src/taxpayers/census.ts';
import { hasSharedFacts, readShared } from '../support/shared-facts.ts';
import { altaOf, anulacionOf } from '../../../packages/aeat-sandbox/test/support/records.ts';
import { runsOf } from '../../support/long.ts';

type Vectors = { hash: { kind: string; input: string; expected: string }[] };
type NifCases = Record<'valid' | 'invalid', { value: string }[]>;

describe('amounts', () => {
  it('are read exactly', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 99_999_999_999_999n), fc.constantFrom('', '+', '-'), (cents, sign) => {
        const literal = `${sign}${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
        expect(readHundredths(literal)).toBe(Number(cents) * (sign === '-' ? -1 : 1));
        expect(readHundredths(normaliseDecimal(literal))).toBe(readHundredths(literal) + 0);
        expect(normaliseDecimal(literal)).toMatch(/^-?\d+(\.\d?[1-9])?$/);
      }),
    );
  });

  it.each([
    ['21.00', '21'],
    ['21.', '21'],
    ['0.50', '0.5'],
    ['-0.00', '0'],
    ['+1', '1'],
    ['999999999999.99', '999999999999.99'],
  ])('are normalized: %s becomes %s', (literal, normal) => {
    expect(normaliseDecimal(literal)).toBe(normal);
  });
});

describe('dates', () => {
  it.each([
    ['29-02-2024', 20_240_229],
    ['29-02-2026', 0],
    ['31-04-2026', 0],
    ['00-01-2026', 0],
    ['1-1-2026', 0],
    ['٠١-٠١-٢٠٢٦', 0],
  ])('%s is day %i', (literal, day) => {
    expect(readDay(literal)).toBe(day);
  });

  it('of AEAT are in the time zone of Madrid', () => {
    const lastSecond = Date.parse('2026-12-31T22:59:59Z');
    expect([findToday(lastSecond), findToday(lastSecond + 1000)]).toEqual([20_261_231, 20_270_101]);
    expect(formatTimestamp(Date.parse('2026-07-01T00:00:00Z'))).toBe('2026-07-01T02:00:00+02:00');
  });

  it('with times must have an offset and whole seconds', () => {
    const read = [
      '2026-11-20T10:15:30Z',
      '2026-11-20T10:15:30+00:00',
      '2026-11-20T10:15:30',
      '2026-11-20T10:15:30.1Z',
      '2026-11-20T10:15:30+0100',
    ];
    expect(read.map((literal) => Number.isNaN(readInstant(literal)))).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
    expect(normaliseTimestamp('2026-08-01T20:38:11+02:00')).toBe('2026-08-01T18:38:11Z');
  });
});

describe('a NIF', () => {
  it('is well-formed for the stand-in exactly if it is for the engine, whose code is independent', () => {
    const digits = (length: number) =>
      fc.string({ unit: fc.constantFrom(...'0123456789'.split('')), minLength: length, maxLength: length });
    const letters = fc.constantFrom(...'ABCDEFGHIJKLMNPQRSTUVWXYZ0123456789'.split(''));
    fc.assert(
      fc.property(
        fc.tuple(letters, digits(7), letters).map((parts) => parts.join('')),
        (nif) => {
          expect(isWellFormedNif(nif)).toBe(isNif(nif));
        },
      ),
      { numRuns: runsOf(20_000) },
    );
  });

  it('is known and well-formed if the census lists it, with any control character', () => {
    const census = buildCensus({ taxpayers: [{ nif: 'Q0000000J', name: 'EIDAS' }], closed: true });
    expect([census.isWellFormed('Q0000000J'), census.knows('Q0000000J'), census.knows('B12345674')]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('the huella', () => {
  it('is computed over literals that are trimmed at both ends but keep their inner white space', () => {
    const padded = altaOf({ id: { nif: 'B12345674', number: '\t A  1 \n', date: '20-11-2026' } });
    const plain = altaOf({ id: { nif: 'B12345674', number: 'A  1', date: '20-11-2026' } });
    expect(padded.huella).toBe(plain.huella);
    expect(plain.huella).not.toBe(altaOf({ id: { ...plain.id, number: 'A 1' } }).huella);
  });
});

describe.skipIf(!hasSharedFacts)('published cases (skipped if ../shared/verifactu is absent)', () => {
  it('have the published huellas', () => {
    const { hash } = JSON.parse(readShared('vectors.json')) as Vectors;
    const records = hash.filter(({ kind }) => kind !== 'evento');
    expect(records.length).toBeGreaterThan(10);
    for (const { kind, input, expected } of records) {
      const fields = new Map(
        input
          .split('&')
          .map((pair): [string, string] => [
            pair.slice(0, pair.indexOf('=')),
            pair.slice(pair.indexOf('=') + 1),
          ]),
      );
      const read = (name: string) => fields.get(name) ?? fields.get(`${name}Anulada`) ?? '';
      const id = {
        nif: read('IDEmisorFactura'),
        number: read('NumSerieFactura'),
        date: read('FechaExpedicionFactura'),
      };
      const previous = read('Huella') === '' ? null : { id, huella: read('Huella') };
      const core = { id, previous, generatedAt: read('FechaHoraHusoGenRegistro') };
      const record =
        kind === 'alta'
          ? altaOf({
              ...core,
              type: read('TipoFactura'),
              taxTotal: read('CuotaTotal'),
              total: read('ImporteTotal'),
            })
          : anulacionOf(core);
      expect(hashRecord(record)).toBe(expected);
    }
  });

  it('have the published validity of NIFs', () => {
    const cases = JSON.parse(readShared('nif_cases.json')) as NifCases;
    expect(cases.valid.filter(({ value }) => !isWellFormedNif(value))).toEqual([]);
    expect(cases.invalid.filter(({ value }) => isWellFormedNif(value))).toEqual([]);
  });
});
