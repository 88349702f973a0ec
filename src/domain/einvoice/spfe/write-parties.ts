import { constant, leaf, of, parent, type Part } from '../../xml/parts.ts';
import { address, VAT_SCHEME } from '../writers/ubl-parties.ts';
import { LEGAL_ID_SCHEME, THIRD_PARTY_KIND } from './switches.ts';
import type { SpfeBuyer, SpfeInvoice, SpfeSeller, ThirdParty } from './terms.ts';

/* The parties of UBL 2.5 by Annex I of Orden HAC/1028/2026, in the order of the schema. */

const LOCAL_SCHEME = parent<unknown>('cac:TaxScheme', constant('cbc:ID', 'LOC'));

/** The NIF of a party. */
export const nifOf = <T>(read: (value: T) => string | undefined): Part<T> =>
  of(
    read,
    parent<string>(
      'cac:PartyTaxScheme',
      leaf('cbc:CompanyID', (id) => id, { schemeID: 'FC' }),
      LOCAL_SCHEME,
    ),
  );

const vatNumberOf = <T>(read: (value: T) => string | undefined): Part<T> =>
  of(
    read,
    parent<string>(
      'cac:PartyTaxScheme',
      leaf('cbc:CompanyID', (id) => id),
      VAT_SCHEME,
    ),
  );

const ADDRESS = address('cac:PostalAddress');

const THIRD_PARTY = parent<ThirdParty>(
  'cac:ServiceProviderParty',
  constant('cbc:ServiceTypeCode', THIRD_PARTY_KIND),
  parent(
    'cac:Party',
    nifOf((one: ThirdParty) => (one.isNif ? one['BT-ES-4'] : undefined)),
    vatNumberOf((one: ThirdParty) => (one.isNif ? undefined : one['BT-ES-4'])),
    parent(
      'cac:PartyLegalEntity',
      leaf('cbc:RegistrationName', (one) => one['BT-ES-3']),
    ),
  ),
);

export const SELLER = parent<SpfeInvoice>(
  'cac:AccountingSupplierParty',
  parent(
    'cac:Party',
    of(
      (invoice: SpfeInvoice) => invoice['BG-4'],
      of((seller: SpfeSeller) => seller['BG-5'], ADDRESS),
      vatNumberOf((seller: SpfeSeller) => seller['BT-31']),
      nifOf((seller: SpfeSeller) => seller['BT-32']),
      parent(
        'cac:PartyLegalEntity',
        leaf('cbc:RegistrationName', (seller) => seller['BT-27']),
        leaf('cbc:CompanyID', (seller) => seller['BT-30'], { schemeID: () => LEGAL_ID_SCHEME }),
        leaf('cbc:CompanyLegalForm', (seller) => seller['BT-33']),
      ),
      parent(
        'cac:Contact',
        leaf('cbc:Telephone', (seller) => seller['BT-42']),
        leaf('cbc:ElectronicMail', (seller) => seller['BT-43']),
      ),
    ),
    of((invoice: SpfeInvoice) => invoice['BG-ES-1'], THIRD_PARTY),
  ),
);

export const BUYER = parent<SpfeInvoice>(
  'cac:AccountingCustomerParty',
  of(
    (invoice: SpfeInvoice) => invoice['BG-7'],
    parent<SpfeBuyer>(
      'cac:Party',
      of((buyer: SpfeBuyer) => buyer['BG-8'], ADDRESS),
      vatNumberOf((buyer: SpfeBuyer) => buyer['BT-48']),
      nifOf((buyer: SpfeBuyer) => buyer['BT-47']),
      parent(
        'cac:PartyLegalEntity',
        leaf('cbc:RegistrationName', (buyer) => buyer['BT-44']),
      ),
      parent(
        'cac:Contact',
        leaf('cbc:Telephone', (buyer) => buyer['BT-57']),
        leaf('cbc:ElectronicMail', (buyer) => buyer['BT-58']),
      ),
    ),
  ),
);
