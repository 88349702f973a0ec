import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isJudged } from '../../support/not-judged.ts';

/* The official files are stored beside the project, not in it (CONTRIBUTING.md, Official files). */

const SHARED = fileURLToPath(new URL('../../../../shared/', import.meta.url));
const LACKING = 'the official files are not beside the project; CONTRIBUTING.md says how to get them';

const isThere = (folder: string, what: string) =>
  isJudged(existsSync(path.join(SHARED, folder)), what, LACKING);

/** Whether AEAT's files are on this machine. */
export const hasSharedFacts = isThere('verifactu', "AEAT's schemas, samples, test vectors and errors");

/**
 * Whether the official rules and schemas of electronic invoices and of PDF/A are on this machine.
 */
export const hasEinvoiceFacts = isThere(
  'einvoice',
  'the official rules, schemas and samples of EN 16931, Peppol, Factur-X, Facturae and PDF/A',
);

/** Whether the facts and cases of the book of issued invoices are on this machine. */
export const hasBookFacts = isThere('books', "the cases of AEAT's book of issued invoices");

/** Whether AEAT's schemas, samples and errors of SII are on this machine. */
export const hasSiiFacts = isThere('sii', "the schemas, samples and errors of AEAT's SII");

/** Whether the schemas and messages of AEAT's census service are on this machine. */
export const hasCensusFacts = isThere('census', "the schemas and messages of AEAT's census service");

/** Whether the facts, cases and samples of AEAT's public solution (SPFE) are on this machine. */
export const hasSpfeFacts = isThere(
  'spfe',
  "the cases and samples of AEAT's public solution of electronic invoices",
);

/** Returns the path of a file about the SPFE. */
export function spfePath(name: string): string {
  return path.join(SHARED, 'spfe', name);
}

/** Returns the path of a file about SII. */
export function siiPath(name: string): string {
  return path.join(SHARED, 'sii', name);
}

/** Returns the path of a file about the census service. */
export function censusPath(name: string): string {
  return path.join(SHARED, 'census', name);
}

/** Returns the text of a file about the books. */
export function readBookFacts(name: string): string {
  return readFileSync(path.join(SHARED, 'books', name), 'utf8');
}

/** Returns the path of one of AEAT's files. */
export function sharedPath(name: string): string {
  return path.join(SHARED, 'verifactu', name);
}

export function readShared(name: string): string {
  return readFileSync(sharedPath(name), 'utf8');
}

/** Returns the path of a file about electronic invoices. */
export function einvoicePath(name: string): string {
  return path.join(SHARED, 'einvoice', name);
}
