import { hash } from 'node:crypto';

/*
 * The terms by which lists find invoices (migrations/0014-reads-of-version-2.sql). Those of
 * metadata are computed by the database.
 */

const NOT_SIGNIFICANT = /[^\p{L}\p{N}]/gu;
const HIGH_BITS = 0x1f_ff_ff;
const LOW = 2 ** 32;

/**
 * Returns the term of a recipient's document: 53 bits of the SHA-256 of its number. Blanks,
 * punctuation and case do not matter, because people write the number of a document in different
 * ways.
 */
export function findRecipientTerm(documentNumber: string): number {
  return findTerm(`recipient ${documentNumber.replaceAll(NOT_SIGNIFICANT, '').toUpperCase()}`);
}

/** The identity of an invoice, as other invoices refer to it. */
export type Referenced = { readonly issuerNif: string; readonly number: string; readonly issueDate: string };

/** Returns the term of a reference to an invoice that is rectified or replaced. */
export function findReferenceTerm({ issuerNif, number, issueDate }: Referenced): number {
  return findTerm(`reference ${JSON.stringify([issuerNif, number, issueDate])}`);
}

/**
 * Returns the term of an F3 that replaces an invoice. Unlike `findReferenceTerm`, it leads to no
 * other references.
 */
export function findReplacedTerm({ issuerNif, number, issueDate }: Referenced): number {
  return findTerm(`replaced ${JSON.stringify([issuerNif, number, issueDate])}`);
}

/** Returns the term of a rectification by substitution of an invoice. */
export function findSubstitutedTerm({ issuerNif, number, issueDate }: Referenced): number {
  return findTerm(`substituted ${JSON.stringify([issuerNif, number, issueDate])}`);
}

/** Returns the term of the identity of a batch invoice that failed. */
export function findFailedTerm({ issuerNif, number, issueDate }: Referenced): number {
  return findTerm(`failed ${JSON.stringify([issuerNif, number, issueDate])}`);
}

/** Returns 53 bits of the SHA-256 of a text. */
function findTerm(text: string): number {
  const digest = hash('sha256', text, 'buffer');
  return (digest.readUInt32BE(0) & HIGH_BITS) * LOW + digest.readUInt32BE(4);
}
