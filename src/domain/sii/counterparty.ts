import type { InvoiceDocument, Recipient } from '../../contracts/invoice-document.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { Text } from '../../contracts/messages/texts.ts';
import { isPersonNif } from 'verifactu-protocol/records/nif';
import type { OtherIdentification, Party } from 'verifactu-protocol/records/registered-invoice';
import type { Findings } from '../reading/findings.ts';
import type { RequestRules } from '../reading/request-rules.ts';
import { identifyParty } from '../registration/identify-party.ts';

/**
 * Returns the counterparty of the book (Contraparte), which is the first recipient. A simplified
 * invoice has none (AEAT 1158), even if it names an addressee.
 * @param isOutsideCensus whether a person decided that the recipient, a natural person, is not in
 *   AEAT's census (IDType 07).
 */
export function describeCounterparty(recipient: Recipient | null, isOutsideCensus: boolean): Party | null {
  if (recipient === null) return null;
  const { name } = recipient;
  const identification = identifyParty(recipient);
  if ('nif' in identification) {
    if (!isOutsideCensus || !isPersonNif(identification.nif)) return { name, identification };
    return { name, identification: { country: SPAIN, type: OUTSIDE_CENSUS, id: identification.nif } };
  }
  // The prefix of a NIF-IVA names its country, and the other numbers need it (AEAT 1124).
  const country = identification.type === NIF_IVA ? null : listed(identification.country);
  return { name, identification: { ...identification, country } };
}

const SPAIN = 'ES';
const NIF_IVA: OtherIdentification['type'] = '02';
const OUTSIDE_CENSUS: OtherIdentification['type'] = '07';

/** Countries that the list of the SII (CountryType2) has as QU, which stands for all others. */
const UNLISTED: ReadonlySet<string> = new Set(['AX', 'BL', 'EH', 'GF', 'GP', 'MF', 'MQ', 'RE', 'SJ', 'XK']);

function listed(country: string | null): string | null {
  return country !== null && UNLISTED.has(country) ? 'QU' : country;
}

/** Entities that are not established in Spain, with a Spanish NIF. */
const FOREIGN_ENTITY = /^N/;

/**
 * Returns whether the book divides an invoice by goods and services: for a counterparty without a
 * Spanish NIF, or with one that begins with N (AEAT 2006). Somebody who is not in the census has a
 * Spanish NIF.
 */
export function isDividedBySupply(counterparty: Party | null): boolean {
  if (counterparty === null) return false;
  const { identification } = counterparty;
  return 'nif' in identification
    ? FOREIGN_ENTITY.test(identification.nif)
    : identification.type !== OUTSIDE_CENSUS;
}

/** Matches a NIF of a minor without DNI, whom a representative must stand in for (AEAT 1122). */
const OF_MINOR = /^K/;

/** Refuses the parties of which the record would need a representative, whom no member states. */
export function checkParties(
  { issuer, recipient }: InvoiceDocument,
  rules: RequestRules,
  findings: Findings,
): void {
  const rule = 'SII, NIFRepresentante';
  const says = formatMessage('sii_representative');
  if (OF_MINOR.test(issuer.nif)) findings.report('issuer_nif', 'not_supported', says, null, rule);
  if (recipient !== null && recipient.documentType === 'nif' && OF_MINOR.test(recipient.documentNumber))
    reportOnRecipient(says, rule, rules, findings);
}

/** Northern Ireland belongs to the Union for goods only. */
const OF_NORTHERN_IRELAND = /^XI/;

/** Refuses services to a NIF-IVA of Northern Ireland, which exists for goods (IDType 02). */
export function checkNorthernIreland(
  counterparty: Party | null,
  suppliesServices: boolean,
  rules: RequestRules,
  findings: Findings,
): void {
  if (counterparty === null || 'nif' in counterparty.identification) return;
  const { type, id } = counterparty.identification;
  if (type === NIF_IVA && suppliesServices && OF_NORTHERN_IRELAND.test(id))
    reportOnRecipient(formatMessage('sii_services_to_xi'), 'SII, IDType', rules, findings);
}

function reportOnRecipient(says: Text, rule: string, { isFlat }: RequestRules, findings: Findings): void {
  if (isFlat) {
    findings.report('recipient_document_number', 'not_supported', says, null, rule);
    return;
  }
  const report = findings.reportIn<'document_number'>(
    'recipients[0]',
    formatMessage('recipient', { number: 1 }),
  );
  report('document_number', 'not_supported', says, null, rule);
}
