import { MAX_DELIVERY_NOTES, PRINTED, REFERENCE_LENGTH } from '../limits.ts';
import { type Keywords, type PassThrough, text, texts } from '../members.ts';
import { listPassThrough, type PassThroughText } from '../pass-through.ts';

/* The references of an invoice to other documents, and to the books of the buyer, in version 2. */

/** A reference that is only passed on. @param of what it refers to. */
const reference = <const K extends Pick<Keywords, 'name'> & { readonly passThrough: PassThrough }>(
  of: string,
  keywords: K,
) =>
  text({
    description: `Reference of ${of} (EN 16931 ${keywords.passThrough.term}). ${PRINTED}`,
    maxLength: REFERENCE_LENGTH,
    ...keywords,
  });

export const REFERENCE_MEMBERS = {
  buyer_reference: reference('the buyer', {
    name: { en: 'Buyer reference', es: 'Referencia del comprador' },
    passThrough: {
      stored: 'buyer',
      since: 2,
      answered: "Buyer's reference.",
      term: 'BT-10',
      label: {
        es: 'Referencia del comprador',
        ca: 'Referència del comprador',
        eu: 'Eroslearen erreferentzia',
        gl: 'Referencia do comprador',
        en: 'Buyer reference',
      },
    },
  }),
  order_reference: reference('the order', {
    name: { en: 'Order reference', es: 'Referencia del pedido' },
    passThrough: {
      stored: 'order',
      since: 2,
      answered: "Buyer's order.",
      term: 'BT-13',
      label: { es: 'Pedido', ca: 'Comanda', eu: 'Eskaera', gl: 'Pedido', en: 'Order' },
    },
  }),
  contract_reference: reference('the contract', {
    name: { en: 'Contract reference', es: 'Referencia del contrato' },
    passThrough: {
      stored: 'contract',
      since: 2,
      answered: 'Contract.',
      term: 'BT-12',
      label: { es: 'Contrato', ca: 'Contracte', eu: 'Kontratua', gl: 'Contrato', en: 'Contract' },
    },
  }),
  delivery_note_references: texts(REFERENCE_LENGTH, {
    name: { en: 'Delivery note references', es: 'Referencias de los albaranes' },
    description: `References of the delivery notes (EN 16931 BT-16), each of at most ${REFERENCE_LENGTH} characters. ${PRINTED}`,
    maxItems: MAX_DELIVERY_NOTES,
  }),
  project_reference: reference('the project', {
    name: { en: 'Project reference', es: 'Referencia del proyecto' },
    passThrough: {
      stored: 'project',
      since: 2,
      answered: 'Project.',
      term: 'BT-11',
      label: { es: 'Proyecto', ca: 'Projecte', eu: 'Proiektua', gl: 'Proxecto', en: 'Project' },
    },
  }),
  accounting_reference: reference('the account in the books of the buyer', {
    name: { en: 'Accounting reference', es: 'Referencia contable' },
    passThrough: {
      stored: 'accounting',
      since: 3,
      answered: 'Account in the books of the buyer.',
      term: 'BT-19',
      label: {
        es: 'Referencia contable',
        ca: 'Referència comptable',
        eu: 'Kontabilitate-erreferentzia',
        gl: 'Referencia contable',
        en: 'Accounting reference',
      },
    },
  }),
};

/** Those that are only passed on. */
export const REFERENCES = listPassThrough(REFERENCE_MEMBERS);
export type ReferenceText = PassThroughText<typeof REFERENCE_MEMBERS>;
