import { describe, expect, it } from 'vitest';
import { toAlpha3 } from '../../../../src/domain/einvoice/facturae/country-codes.ts';
import { requireCurrency } from '../../../../src/domain/einvoice/facturae/currency-codes.ts';
import { NotExpressible } from '../../../../src/domain/einvoice/refusal.ts';
import { COUNTRY_CODES } from '../../../../src/domain/invoice/country-codes.ts';
import { readFacturaeSchema } from '../../support/facturae-schema.ts';
import { hasEinvoiceFacts } from '../../support/shared-facts.ts';

/** Returns the values of an enumeration of the schema. */
function listValues(type: string): string[] {
  const definition = new RegExp(`simpleType name="${type}">(.*?)</xs:simpleType>`, 's').exec(
    readFacturaeSchema(),
  );
  return [...definition![1]!.matchAll(/enumeration value="([A-Z]+)"/g)].map(([, value]) => value!);
}

/** Codes of countries and currencies that no longer exist, so that no invoice can have them. */
const FORMER_COUNTRIES = ['ANT', 'ZAR'];

describe.skipIf(!hasEinvoiceFacts)('the countries of Facturae', () => {
  it('are those of ISO 3166-1, except for the 16 that the schema does not list, and Kosovo', () => {
    const listed = [...COUNTRY_CODES].flatMap((code) => {
      try {
        return [toAlpha3(code)];
      } catch (error) {
        if (error instanceof NotExpressible) return [];
        throw error;
      }
    });
    expect(new Set([...listed, ...FORMER_COUNTRIES])).toEqual(new Set(listValues('CountryType')));
    expect(new Set(listed).size).toBe(listed.length);
    expect(COUNTRY_CODES.size - listed.length).toBe(17);
  });

  it.each([
    ['ES', 'ESP'],
    ['DE', 'DEU'],
    ['GR', 'GRC'],
    ['XI', 'GBR'],
    ['CH', 'CHE'],
    ['MX', 'MEX'],
    ['CD', 'COD'],
  ])('have alpha-3 codes: %s is %s', (code, alpha3) => {
    expect(toAlpha3(code)).toBe(alpha3);
  });
});

describe.skipIf(!hasEinvoiceFacts)('the currencies of Facturae', () => {
  it('are those of the schema', () => {
    const listed = listValues('CurrencyCodeType');
    expect(listed.map(requireCurrency)).toEqual(listed);
    expect(() => requireCurrency('GEL')).toThrow(NotExpressible);
    expect(listed).toContain('EUR');
  });
});
