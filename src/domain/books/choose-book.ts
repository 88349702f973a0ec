import type { Book } from '../../contracts/v2/book-columns.ts';
import type { BookParameters } from '../../contracts/v2/book-parameters.ts';

/** Beginnings of the NIF of a natural person (RD 1065/2007, arts. 19 to 20; Orden INT/2058/2008). */
const NATURAL = /^[0-9XYZKLM]/;

/** Returns whether a NIF is that of a natural person. */
export function isNaturalPerson(nif: string): boolean {
  return NATURAL.test(nif);
}

/**
 * Chooses the book of an issuer: the joint book of IVA and IRPF for a natural person whose profile
 * has a concept of income, otherwise that of IVA.
 */
export function chooseBook(nif: string, { incomeConcept }: BookParameters): Book {
  return incomeConcept !== null && isNaturalPerson(nif) ? 'U' : 'E';
}
