import { hash } from 'node:crypto';

/*
 * The terms by which lists find invoices (migrations/0014-reads-of-version-2.sql). Those of metadata are computed by the database.
 */

const NOT_SIGNIFICANT = /[^\p{L}\p{N}]/gu;
const HIGH_BITS = 0x1f_ff_ff;
const LOW = 2 ** 32;

/**
 * Returns the term of a recipient's document: 53 bits of the SHA-256 of its number. Blanks, punctuation and case do not matter, because people write the
 * number of a document in different ways.
 */
export function findRecipientTerm(documentNumber: string): number {
  const significant = documentNumber.replaceAll(NOT_SIGNIFICANT, '').toUpperCase();
  const digest = hash('sha256', `recipient ${significant}`, 'buffer');
  return (digest.readUInt32BE(0) & HIGH_BITS) * LOW + digest.readUInt32BE(4);
}
