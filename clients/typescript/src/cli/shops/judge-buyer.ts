import type { ColumnMap } from '../input/column-map.ts';
import { isNif } from './nif.ts';
import { countryOfVat } from './places.ts';
import { readDocument } from './read-document.ts';
import { OrderFault, type ShopOrder } from './shop-order.ts';

type Warning = { readonly code: string; readonly message: string };

/**
 * Completes the buyer of an order with a document that stands in a note, if the map says that it is
 * one, and tells what is questionable about the buyer.
 * @throws OrderFault if there is such a document, and the map does not say what it is.
 */
export function judgeBuyer(
  order: ShopOrder,
  { document_in_note: isTaken }: Pick<ColumnMap, 'document_in_note'>,
): { readonly order: ShopOrder; readonly warnings: readonly Warning[] } {
  if (readDocument(order) !== null) return { order, warnings: [] };
  const found = findDocument(order);
  if (found !== null && isTaken === undefined)
    throw new OrderFault(
      `a note contains ${found}, which can be the document of the buyer: set "document_in_note" in the map to true if such numbers are, or to false, or add a column recipient_document_number`,
    );
  if (found !== null && isTaken === true)
    return { order: { ...order, buyer: { ...order.buyer, document: found } }, warnings: [] };
  const { isCompany, name } = order.buyer;
  if (!isCompany) return { order, warnings: [] };
  const message = `the buyer ${JSON.stringify(name)} is a company, but its document is not known, so the invoice is a simplified one (F2), which does not let it deduct the tax. Add a column recipient_document_number`;
  return { order, warnings: [{ code: 'company_without_document', message }] };
}

/**
 * A number that can be a NIF, also with the separators that people write, or a VAT number with its
 * prefix.
 */
const NUMBER =
  /(?<![A-Z\d])(?:ES[ -]?)?(?:[A-Z][ .-]?\d{7}[ .-]?[A-Z\d]|\d{2}[.]?\d{3}[.]?\d{3}[ .-]?[A-Z]|[A-Z]{2}\d[A-Z\d]{6,10}\d)(?![A-Z\d])/g;

/**
 * Finds a NIF with a correct control character, or a VAT number of another member state, in the
 * notes of an order.
 */
function findDocument({ notes }: ShopOrder): string | null {
  for (const note of notes)
    for (const [text] of note.toUpperCase().matchAll(NUMBER)) {
      const number = text.replaceAll(/[\s.-]/g, '');
      if (isNif(number.replace(/^ES/, '')) || countryOfVat(number) !== null) return number;
    }
  return null;
}
