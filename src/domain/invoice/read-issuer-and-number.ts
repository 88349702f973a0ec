import type { InvoiceInput } from '../../contracts/invoice-input.ts';
import type { Report } from '../reading/findings.ts';
import { isBlank, readText } from '../reading/read-text.ts';
import { isNif, normaliseIdentifier } from './nif.ts';

/** AEAT's NombreRazon. */
export const MAX_NAME = 120;
const MAX_NUMBER = 60;
/** Printable ASCII without `"` `'` `<` `=` `>`: AEAT 1130, 1287. */
const NUMBER_CHARACTERS = /^[ !#-&(-;?-~]+$/;

/** Whose invoice it is that comes in. */
export type IssuingOrganization = {
  readonly organizationName: string;
  /** Whom it may issue for, by their normalised NIFs; null or absent: anybody, and what was accepted before. */
  readonly issuerNifs?: ReadonlySet<string> | null;
};

/** Reads who issues the invoice. `nif` is null when it is refused, `name` too. */
export function readIssuer(
  input: InvoiceInput,
  organization: IssuingOrganization,
  report: Report,
): { nif: string | null; name: string | null } {
  const nif = readIssuerNif(input.issuer_nif, report);
  if (nif !== null && organization.issuerNifs && !organization.issuerNifs.has(nif)) {
    report(`Issuer NIF ${nif} is not one of those that this organization may issue for`);
  }
  const given = isBlank(input.issuer_name) ? organization.organizationName : input.issuer_name;
  if (isBlank(given)) report("Issuer name can't be blank");
  return { nif, name: readText(given, 'Issuer name', MAX_NAME, report) };
}

function readIssuerNif(value: string | null | undefined, report: Report): string | null {
  if (isBlank(value)) {
    report("Issuer NIF can't be blank");
    return null;
  }
  const nif = normaliseIdentifier(value);
  if (isNif(nif)) return nif;
  report('Issuer NIF is not valid');
  return null;
}

/** Reads AEAT's NumSerieFactura: series and number in one. @returns null when it is refused. */
export function readInvoiceNumber(value: string | null | undefined, report: Report): string | null {
  const problem = findNumberProblem(value);
  if (problem === null) return value ?? null;
  report(`Invoice number ${problem}`);
  return null;
}

function findNumberProblem(value: string | null | undefined): string | null {
  if (isBlank(value)) return "can't be blank";
  if (value.length > MAX_NUMBER) return `can't be longer than ${MAX_NUMBER} characters`;
  if (!NUMBER_CHARACTERS.test(value)) {
    return `can only contain printable ASCII characters without " ' < > =`;
  }
  // AEAT trims what it hashes.
  return value.startsWith(' ') || value.endsWith(' ') ? "can't begin or end with a blank" : null;
}
