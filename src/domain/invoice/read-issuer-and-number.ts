import type { PersonName } from '../../contracts/invoice-document.ts';
import type { InvoiceInput } from '../../contracts/v2/invoice-input.ts';
import { INVOICE_MEMBERS } from '../../contracts/v2/invoice-members.ts';
import {
  buildFinding,
  type Finding,
  type Findings,
  type Problem,
  type Report,
  type ReportOn,
  MEMBER_NAMES,
} from '../reading/findings.ts';
import { isBlank, readText } from '../reading/read-text.ts';
import { isNif, nifBehindPrefix, normaliseIdentifier } from 'verifactu-protocol/records/nif';
import { checkAgreement, readPersonName, refuseEntity } from './read-person-name.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';

/** Printable ASCII without `"` `'` `<` `=` `>`: AEAT 1130, 1287. */
const NUMBER_CHARACTERS = /^[ !#-&(-;?-~]+$/;

/** The organization that sends the invoice. */
export type IssuingOrganization = {
  readonly organizationName: string;
  /**
   * Normalised NIFs that it may issue for. Null or absent permits any NIF, also for an invoice that
   * was already accepted.
   */
  readonly issuerNifs?: ReadonlySet<string> | null;
};

/**
 * Reads the issuer. `nif` and `name` are each null if refused; `personName` is null if it is not
 * stated or refused.
 */
export function readIssuer(
  input: InvoiceInput,
  organization: IssuingOrganization,
  findings: Findings,
): { nif: string | null; name: string | null; personName: PersonName | null } {
  const { report } = findings;
  const nif = readIssuerNif(input.issuer_nif, report);
  if (nif !== null && organization.issuerNifs && !organization.issuerNifs.has(nif)) {
    report('issuer_nif', 'not_authorized', sayNotAuthorized(nif));
  }
  const given = isBlank(input.issuer_name) ? organization.organizationName : input.issuer_name;
  if (isBlank(given)) report('issuer_name', 'blank', formatMessage('blank'));
  const name = readText(given, 'issuer_name', INVOICE_MEMBERS.issuer_name, report);
  return { nif, name, personName: readIssuerPerson(input, { nif, name }, findings) };
}

function readIssuerPerson(
  { issuer_person_name: input }: InvoiceInput,
  { nif, name }: { readonly nif: string | null; readonly name: string | null },
  findings: Findings,
): PersonName | null {
  if (!input) return null;
  const place = 'issuer_person_name';
  const label = MEMBER_NAMES[place];
  const person = readPersonName(input, place, label, findings);
  if (nif !== null) refuseEntity(nif, place, findings.report);
  if (person !== null && name !== null) checkAgreement(person, name, findings.reportIn(place, label));
  return person;
}

const sayNotAuthorized = (nif: string) => formatMessage('issuer_not_allowed', { nif });

/**
 * Builds the finding on an issuer that belongs to another organization. It does not tell that, or
 * which.
 */
export function refuseIssuer(nif: string): Finding {
  return buildFinding('issuer_nif', 'not_authorized', sayNotAuthorized(nif));
}

function readIssuerNif(value: string | null | undefined, report: Report): string | null {
  if (isBlank(value)) {
    report('issuer_nif', 'blank', formatMessage('blank'), 1172);
    return null;
  }
  const nif = normaliseIdentifier(value);
  if (isNif(nif)) return nif;
  const bare = nifBehindPrefix(nif);
  const says = bare === null ? formatMessage('not_valid') : formatMessage('not_valid_with_es', { nif: bare });
  report('issuer_nif', 'invalid', says, 1123);
  return null;
}

/**
 * Reads AEAT's NumSerieFactura, which combines series and number.
 * @returns null if it is refused.
 */
export function readInvoiceNumber(
  value: string | null | undefined,
  report: ReportOn<'number_serie'>,
): string | null {
  const problem = findNumberProblem(value);
  if (problem === null) return value ?? null;
  const [code, says, aeatCode] = problem;
  report('number_serie', code, says, aeatCode);
  return null;
}

function findNumberProblem(value: string | null | undefined): Problem | null {
  if (isBlank(value)) return ['blank', formatMessage('blank'), 1104];
  const max = INVOICE_MEMBERS.number_serie.maxLength;
  if (value.length > max) return ['too_long', formatMessage('longer', { most: max }), 1104];
  if (!NUMBER_CHARACTERS.test(value)) {
    return ['forbidden_characters', formatMessage('not_printable_ascii'), 1287];
  }
  // AEAT trims the values that it hashes.
  const isPadded = value.startsWith(' ') || value.endsWith(' ');
  return isPadded ? ['forbidden_characters', formatMessage('blank_at_an_end'), 1104] : null;
}
