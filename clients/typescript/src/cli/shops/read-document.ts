import { countryOfVat, isInUnion } from './places.ts';
import type { ShopOrder } from './shop-order.ts';

/** The document that identifies the buyer. */
export type BuyerDocument = { readonly type: string; readonly number: string; readonly country: string };

const COLUMNS = ['recipient_document_number', 'recipients[0].document_number'];

/**
 * Returns the document of a buyer, from the export or from a column that was added; null if there
 * is none.
 */
export function readDocument({ buyer, members }: ShopOrder): BuyerDocument | null {
  const [added] = COLUMNS.flatMap((path) => members.get(path) ?? []);
  const given = added === undefined ? buyer.document : (JSON.parse(added.text) as string);
  const number = given.replaceAll(/[\s.-]/g, '').toUpperCase();
  if (number === '') return null;
  const vatCountry = countryOfVat(number);
  if (vatCountry !== null) return { type: 'eu_vat', number, country: vatCountry };
  if (buyer.country === 'ES' || buyer.country === '')
    return { type: 'nif', number: number.replace(/^ES/, ''), country: 'ES' };
  return { type: isInUnion(buyer.country) ? 'eu_vat' : 'official_id', number, country: buyer.country };
}
