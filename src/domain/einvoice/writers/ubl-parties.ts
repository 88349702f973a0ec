import { constant, inside, leaf, of, parent, type Part } from '../../xml/parts.ts';
import type { Buyer, EInvoice, Payee, PostalAddress, Seller } from '../terms.ts';

/* The parties of a UBL 2.1 document, in the order of the schema. */

export const VAT_SCHEME = parent<unknown>('cac:TaxScheme', constant('cbc:ID', 'VAT'));
/** A tax registration that is no VAT identifier (BT-32). */
const LOCAL_SCHEME = parent<unknown>('cac:TaxScheme', constant('cbc:ID', 'FC'));

/** @param name of the element. */
export const address = (name: string): Part<PostalAddress> =>
  parent<PostalAddress>(
    name,
    leaf('cbc:StreetName', ({ line: street }) => street),
    leaf('cbc:CityName', ({ city }) => city),
    leaf('cbc:PostalZone', ({ postCode }) => postCode),
    leaf('cbc:CountrySubentity', ({ subdivision }) => subdivision),
    parent(
      'cac:Country',
      leaf('cbc:IdentificationCode', ({ country }) => country),
    ),
  );

const ADDRESS = address('cac:PostalAddress');

function taxRegistration<T>(read: (value: T) => string | undefined, scheme: Part<unknown>): Part<T> {
  return of(
    read,
    parent<string>(
      'cac:PartyTaxScheme',
      leaf('cbc:CompanyID', (id) => id),
      scheme,
    ),
  );
}

const SELLER = of<EInvoice, EInvoice>(
  (invoice) => invoice,
  parent(
    'cac:Party',
    of(
      (invoice: EInvoice) => invoice['BG-4']['BT-34'],
      leaf('cbc:EndpointID', ({ value }) => value, { schemeID: ({ scheme }) => scheme }),
    ),
    of(
      ({ 'BG-16': payment }: EInvoice) => payment?.['BT-90'],
      parent(
        'cac:PartyIdentification',
        leaf('cbc:ID', (id) => id, { schemeID: 'SEPA' }),
      ),
    ),
    of(
      (invoice: EInvoice) => invoice['BG-4'],
      of((seller: Seller) => seller['BG-5'], ADDRESS),
      taxRegistration((seller: Seller) => seller['BT-31'], VAT_SCHEME),
      taxRegistration((seller: Seller) => seller['BT-32'], LOCAL_SCHEME),
      parent(
        'cac:PartyLegalEntity',
        leaf('cbc:RegistrationName', (seller) => seller['BT-27']),
        leaf('cbc:CompanyID', (seller) => seller['BT-30']),
        leaf('cbc:CompanyLegalForm', (seller) => seller['BT-33']),
      ),
      parent(
        'cac:Contact',
        leaf('cbc:Telephone', (seller) => seller['BT-42']),
        leaf('cbc:ElectronicMail', (seller) => seller['BT-43']),
      ),
    ),
  ),
);

const BUYER = of<EInvoice, Buyer>(
  (invoice) => invoice['BG-7'],
  parent(
    'cac:Party',
    of(
      (buyer: Buyer) => buyer['BT-49'],
      leaf('cbc:EndpointID', ({ value }) => value, { schemeID: ({ scheme }) => scheme }),
    ),
    parent(
      'cac:PartyIdentification',
      leaf('cbc:ID', (buyer) => buyer['BT-46']),
    ),
    of((buyer: Buyer) => buyer['BG-8'], ADDRESS),
    taxRegistration((buyer: Buyer) => buyer['BT-48'], VAT_SCHEME),
    parent(
      'cac:PartyLegalEntity',
      leaf('cbc:RegistrationName', (buyer) => buyer['BT-44']),
      leaf('cbc:CompanyID', (buyer) => buyer['BT-47']),
    ),
    parent(
      'cac:Contact',
      leaf('cbc:Name', (buyer) => buyer['BT-56']),
      leaf('cbc:Telephone', (buyer) => buyer['BT-57']),
      leaf('cbc:ElectronicMail', (buyer) => buyer['BT-58']),
    ),
  ),
);

/** BG-10. */
const PAYEE = of<EInvoice, Payee>(
  (invoice) => invoice['BG-10'],
  parent(
    'cac:PayeeParty',
    parent(
      'cac:PartyName',
      leaf('cbc:Name', (payee) => payee['BT-59']),
    ),
    parent(
      'cac:PartyLegalEntity',
      leaf('cbc:CompanyID', (payee) => payee['BT-61']),
    ),
  ),
);

export const PARTIES = inside<EInvoice>(
  parent('cac:AccountingSupplierParty', SELLER),
  parent('cac:AccountingCustomerParty', BUYER),
  PAYEE,
);
