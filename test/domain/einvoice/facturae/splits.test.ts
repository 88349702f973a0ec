import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitNumber } from '../../../../src/domain/einvoice/facturae/invoice-number.ts';
import { monthOf } from '../../../../src/domain/einvoice/facturae/periods.ts';
import { splitName } from '../../../../src/domain/einvoice/facturae/person-name.ts';
import { isNameOf } from '../../../../src/domain/invoice/read-person-name.ts';
import { NotExpressible } from '../../../../src/domain/einvoice/refusal.ts';

function trySplit(whole: string): ReturnType<typeof splitNumber> | null {
  try {
    return splitNumber(whole);
  } catch (error) {
    if (error instanceof NotExpressible) return null;
    throw error;
  }
}

describe('the number of an invoice', () => {
  it.each([
    ['A/1', undefined, 'A/1'],
    ['12345678901234567890', undefined, '12345678901234567890'],
    ['TALLERES/MADRID/2026/1', 'TALLERES/MADRID/', '2026/1'],
    ['2026-MADRID-CENTRO-000123', '2026-MADRID-CENTRO-', '000123'],
    ['TALLERES.MADRID_2026 0001', 'TALLERES.MADRID_', '2026 0001'],
    ['SERIE-VEINTE-LETRAS-/2026/000000000001', 'SERIE-VEINTE-LETRAS-', '/2026/000000000001'],
    ['1234567890123456789/12345678901234567890', '1234567890123456789/', '12345678901234567890'],
  ])(
    '%s is split after the last separator that leaves two parts of at most 20 characters',
    (whole, series, number) => {
      expect(splitNumber(whole)).toEqual(series === undefined ? { number } : { series, number });
    },
  );

  it.each([
    '123456789012345678901',
    '12345678901234567890/1234567890123456789',
    'A/12345678901234567890123456',
  ])('%s cannot be split', (whole) => {
    expect(() => splitNumber(whole)).toThrow(NotExpressible);
  });

  it('remains the series followed by the number, or cannot be split at any separator', () => {
    const canSplit = (whole: string): boolean =>
      [...whole.matchAll(/[-/._ ]/g)].some(
        ({ index }) => Math.max(index + 1, whole.length - index - 1) <= 20 && index + 1 < whole.length,
      );
    fc.assert(
      fc.property(fc.stringMatching(/^[A-C1-3/._ -]{1,60}$/), (whole) => {
        const parts = trySplit(whole);
        expect(parts !== null).toBe(whole.length <= 20 || canSplit(whole));
        const { series = '', number } = parts ?? { number: '-' };
        expect([whole, '-']).toContain(series + number);
        expect(Math.max(series.length, number.length)).toBeLessThanOrEqual(20);
        expect(number).not.toBe('');
      }),
    );
  });
});

describe('the name of a natural person', () => {
  const split = (text: string) => {
    const { person, isGuessed } = splitName(text, 'issuer_name');
    return [...Object.values(person), ...(isGuessed ? ['guessed'] : [])].join(' | ');
  };

  it.each([
    ['Ana García', 'Ana | García'],
    ['Ana García López', 'Ana | García | López'],
    ['Ana María García López', 'Ana María | García | López'],
    ['  Ana   García  de la Fuente ', 'Ana | García | de la Fuente'],
    ['Ana de los Ríos San Martín', 'Ana | de los Ríos | San Martín'],
    ['María del Carmen Pérez Gil', 'María del Carmen | Pérez | Gil'],
    ['María del Carmen Pérez', 'María del Carmen | Pérez'],
    ['María de la Fuente Gil', 'María | de la Fuente | Gil'],
    ['José Ortega y Gasset', 'José | Ortega | y Gasset'],
    ['Ana García y Vega López', 'Ana | García y Vega | López'],
    ['Pau Casals i Defilló', 'Pau | Casals | i Defilló'],
    ['Jan van der Berg', 'Jan | van der Berg'],
    ['Dolores del Carmen', 'Dolores | del Carmen'],
    ['San Martín', 'San | Martín'],
    ['Ana de', 'Ana | de'],
    ['王 小明', '王 | 小明'],
  ])('%s is the given name and the surnames %s', (text, parts) => {
    expect(split(text)).toBe(`${parts} | guessed`);
  });

  it.each([
    ['EJEMPLO PEREZ ANA', 'ANA | EJEMPLO | PEREZ'],
    ['DE LA FUENTE SAN JUAN MARIA DEL CARMEN', 'MARIA DEL CARMEN | DE LA FUENTE | SAN JUAN'],
    ['ORTEGA Y GASSET JOSE', 'JOSE | ORTEGA | Y GASSET'],
    ['PEÑA ÁLVAREZ JOSE LUIS', 'JOSE LUIS | PEÑA | ÁLVAREZ'],
    ['SMITH JOHN', 'JOHN | SMITH'],
    ['SAN MARTIN', 'MARTIN | SAN'],
  ])('%s, in capitals, is in the order of the census of the AEAT: %s', (text, parts) => {
    expect(split(text)).toBe(`${parts} | guessed`);
  });

  it.each([
    ['García López, Ana María', 'Ana María | García | López'],
    ['GARCÍA, ANA', 'ANA | GARCÍA'],
    ['de la Fuente San Martín, Ana', 'Ana | de la Fuente | San Martín'],
    ['Ortega y Gasset, José', 'José | Ortega | y Gasset'],
    ['García y Vega López, Ana', 'Ana | García y Vega | López'],
    ['García López Pérez, Ana', 'Ana | García | López Pérez | guessed'],
  ])('%s is known by its comma, unless there are more than two surnames: %s', (text, parts) => {
    expect(split(text)).toBe(parts);
  });

  it('keeps its words, in the order of the name or with the surnames first', () => {
    const word = fc.oneof(
      fc.constantFrom('de', 'del', 'DE', 'LA', 'y', 'Y', 'San', 'del Carmen', 'van', 'e'),
      fc.stringMatching(/^[A-ZÑ][a-zé]{0,5}$/),
      fc.stringMatching(/^[A-ZÑ]{1,6}$/),
    );
    fc.assert(
      fc.property(fc.array(word, { minLength: 2, maxLength: 5 }), (words) => {
        const name = words.join(' ');
        const { person } = splitName(name, 'issuer_name');
        expect(isNameOf({ givenName: person.name, secondSurname: null, ...person }, name)).toBe(true);
      }),
    );
  });

  it.each(['Ana', ', Ana', 'García López,'])('%s has no name or no surname', (text) => {
    expect(() => splitName(text, 'issuer_name')).toThrow('name and the surname');
  });
});

describe('the month of a date', () => {
  it.each([
    ['2026-10-31', '2026-10-01', '2026-10-31'],
    ['2026-12-01', '2026-12-01', '2026-12-31'],
    ['2026-02-10', '2026-02-01', '2026-02-28'],
    ['2028-02-29', '2028-02-01', '2028-02-29'],
    ['2027-01-30', '2027-01-01', '2027-01-31'],
  ])('%s begins on %s and ends on %s', (date, start, end) => {
    expect(monthOf(date)).toEqual({ start, end });
  });
});
