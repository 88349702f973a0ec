import { OrderFault, type ShopOrder } from './shop-order.ts';

/** Where goods are sent, as far as the taxes distinguish it. */
export type TaxTerritory = 'mainland' | 'canary_islands' | 'ceuta_melilla' | 'union' | 'outside';

/** The other member states (ISO 3166-1 alpha-2). */
const UNION: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);
/** Places that other rules than those of their country apply to. */
const SPECIAL: readonly (readonly [country: string, postalCode: RegExp])[] = [
  ['DE', /^(?:27498|78266)/],
  ['FI', /^22/],
  ['GR', /^63086/],
  ['IT', /^(?:22061|22060|23041|23030)/],
  ['FR', /^(?:97|98)/],
  ['GB', /^BT/i],
  ['MC', /^/],
  ['IM', /^/],
];
const ISLANDS = /^(?:35|38)/;
const CITIES = /^(?:51|52)/;

/** Returns where an order is sent. @throws OrderFault if the export does not say it. */
export function findTerritory({ destination: { country, postalCode } }: ShopOrder): TaxTerritory {
  // Goods that are not sent are supplied where they are (LIVA art. 68.Uno).
  if (country === '') return 'mainland';
  if (!/^[A-Z]{2}$/.test(country))
    throw new OrderFault(`${JSON.stringify(country)} is not the code of a country, such as ES`);
  if (SPECIAL.some(([own, codes]) => own === country && codes.test(postalCode)))
    throw new OrderFault(
      `special rules of VAT apply to ${country} ${postalCode}. State the tax in columns of its rows: ${TAX_COLUMNS}`,
    );
  if (country !== 'ES') return UNION.has(country) ? 'union' : 'outside';
  if (!/^\d{5}$/.test(postalCode))
    throw new OrderFault(
      `its postal code ${JSON.stringify(postalCode)} does not say whether it is sent to the Canary Islands, Ceuta or Melilla. Complete it, or state the tax in columns of its rows: ${TAX_COLUMNS}`,
    );
  if (ISLANDS.test(postalCode)) return 'canary_islands';
  return CITIES.test(postalCode) ? 'ceuta_melilla' : 'mainland';
}

/** The columns in which a user states a tax that the export does not say. */
export const TAX_COLUMNS =
  'lines.tax_type, lines.tax_regime, lines.tax_operation_key, lines.tax_exemption_code, lines.tax_rate';

/**
 * Returns the country of a VAT number of another member state by its prefix; null for any other
 * number.
 */
export function countryOfVat(number: string): string | null {
  const prefix = number.slice(0, 2) === 'EL' ? 'GR' : number.slice(0, 2);
  return UNION.has(prefix) ? prefix : null;
}

export const isInUnion = (country: string) => UNION.has(country);
