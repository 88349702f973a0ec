import { COUNTRY_CODES } from '../../schema/simple-types.ts';
import type { XmlElement } from '../../xml/element.ts';
import { GEN } from '../wire/refusals.ts';
import { attributeOf, selectAll, textAt } from '../wire/select.ts';
import { whose, type InvoiceCase, type InvoiceRule } from './invoice-case.ts';
import { THIRD_PARTY } from './lists.ts';

const SELLER = 'AccountingSupplierParty/Party';
const BUYER = 'AccountingCustomerParty/Party';
const COUNTRIES: ReadonlySet<string> = new Set(COUNTRY_CODES);
const VAT_PREFIX = 'ES';

/** Returns the NIF of a party, from BT-32 or BT-47, or else from its VAT number; null if it has none. */
export function nifOf(party: XmlElement): string | null {
  const [local] = whose(selectAll(party, 'PartyTaxScheme'), 'TaxScheme/ID', 'LOC');
  if (local) return textAt(local, 'CompanyID');
  const [vat] = whose(selectAll(party, 'PartyTaxScheme'), 'TaxScheme/ID', 'VAT');
  const number = vat ? textAt(vat, 'CompanyID') : null;
  return number?.startsWith(VAT_PREFIX) ? number.slice(VAT_PREFIX.length) : null;
}

export function sellerNifOf(invoice: XmlElement): string | null {
  return nifAt(invoice, SELLER);
}

export function buyerNifOf(invoice: XmlElement): string | null {
  return nifAt(invoice, BUYER);
}

/** Returns the NIFs of those who issued the invoice materially (BT-ES-4). */
export function thirdPartiesOf(invoice: XmlElement): string[] {
  return selectAll(invoice, `${SELLER}/ServiceProviderParty/Party`).flatMap((party) => nifOf(party) ?? []);
}

function nifAt(invoice: XmlElement, path: string): string | null {
  const [party] = selectAll(invoice, path);
  return party ? nifOf(party) : null;
}

/** The schemes of a party: the NIF with schemeID FC, the VAT number without one, each once. */
function hasWrongSchemes(party: XmlElement): boolean {
  const schemes = selectAll(party, 'PartyTaxScheme');
  const names = schemes.map((scheme) => textAt(scheme, 'TaxScheme/ID'));
  return schemes.some((scheme, index) => {
    const [id] = selectAll(scheme, 'CompanyID');
    const expected = names[index] === 'LOC' ? 'FC' : null;
    return (
      !['LOC', 'VAT'].includes(names[index] ?? '') ||
      names.indexOf(names[index]!) !== index ||
      attributeOf(id!, 'schemeID') !== expected
    );
  });
}

/** Whether a Spanish VAT number beside the NIF, or alone, is another number. */
function hasWrongVatNumber(party: XmlElement): boolean {
  const nif = nifOf(party);
  return whose(selectAll(party, 'PartyTaxScheme'), 'TaxScheme/ID', 'VAT').some(
    (scheme) => textAt(scheme, 'CompanyID') !== `${VAT_PREFIX}${nif}`,
  );
}

function lacksAddress({ all, text }: InvoiceCase, path: string): boolean {
  if (text(`${path}/PostalAddress/Country/IdentificationCode`) !== 'ES') return false;
  return ['CityName', 'PostalZone', 'CountrySubentity'].some(
    (name) => all(`${path}/PostalAddress/${name}`).length === 0,
  );
}

/** Whether the census does not know a NIF. */
function isUnknown({ census }: InvoiceCase, nif: string | null): boolean {
  return nif === null || !census.knows(nif);
}

/** The rules about the parties of an invoice. */
export const PARTY_RULES: readonly InvoiceRule[] = [
  {
    term: 'BT-31, BT-32',
    what: 'the issuer has neither NIF nor VAT number, or one that is not valid',
    code: GEN.issuerNif,
    breaks: (invoice) => isUnknown(invoice, sellerNifOf(invoice.root)),
  },
  {
    term: 'BT-47, BT-48',
    what: 'the recipient has neither NIF nor VAT number, or one that is not valid',
    code: GEN.recipientNif,
    breaks: (invoice) => isUnknown(invoice, buyerNifOf(invoice.root)),
  },
  {
    term: 'BT-31',
    what: 'a VAT number that is not ES and the NIF of the issuer',
    code: GEN.issuerNif,
    breaks: ({ all }) => all(SELLER).some(hasWrongVatNumber),
  },
  {
    term: 'BT-48',
    what: 'a VAT number that is not ES and the NIF of the recipient',
    code: GEN.recipientNif,
    breaks: ({ all }) => all(BUYER).some(hasWrongVatNumber),
  },
  {
    term: 'BT-32, BT-47',
    what: 'a scheme other than LOC with FC and VAT, or one of them twice',
    breaks: ({ all }) => [...all(SELLER), ...all(BUYER)].some(hasWrongSchemes),
  },
  {
    term: 'BT-30',
    what: 'the registration of the issuer is not its NIF, or is missing beside BT-32',
    breaks: ({ root, all, text }) => {
      const hasNif = whose(all(`${SELLER}/PartyTaxScheme`), 'TaxScheme/ID', 'LOC').length > 0;
      const stated = text(`${SELLER}/PartyLegalEntity/CompanyID`);
      return stated === null ? hasNif : stated !== sellerNifOf(root);
    },
  },
  {
    term: 'BT-37, BT-38, BT-39',
    what: 'a Spanish address of the issuer without municipality, postal code or province',
    breaks: (invoice) => lacksAddress(invoice, SELLER),
  },
  {
    term: 'BT-52, BT-53, BT-54',
    what: 'a Spanish address of the recipient without municipality, postal code or province',
    breaks: (invoice) => lacksAddress(invoice, BUYER),
  },
  {
    term: 'BT-40, BT-55',
    what: 'no country of ISO 3166-1',
    breaks: ({ all }) =>
      [SELLER, BUYER]
        .flatMap((party) => all(`${party}/PostalAddress/Country/IdentificationCode`))
        .some(({ text }) => !COUNTRIES.has(text)),
  },
  {
    term: 'BT-ES-5',
    what: `another kind of third party than ${THIRD_PARTY}`,
    breaks: ({ all }) =>
      all(`${SELLER}/ServiceProviderParty/ServiceTypeCode`).some(({ text }) => text !== THIRD_PARTY),
  },
  {
    term: 'BT-ES-4',
    what: 'a third party whose NIF is not valid',
    breaks: ({ all, census }) =>
      all(`${SELLER}/ServiceProviderParty/Party`).some((party) => {
        if (hasWrongSchemes(party)) return true;
        const [local] = whose(selectAll(party, 'PartyTaxScheme'), 'TaxScheme/ID', 'LOC');
        return local !== undefined && !census.isWellFormed(textAt(local, 'CompanyID') ?? '');
      }),
  },
];
