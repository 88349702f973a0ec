import fc from 'fast-check';
import { HARMLESS } from './harmless.ts';
import { BREAKING, UNREADABLE } from './ill-formed.ts';
import { cut } from './pieces.ts';

/**
 * The result of a mutation: a `harmless` document has the same meaning; the others are not
 * well-formed XML.
 */
export type Mutated = {
  readonly kind: 'harmless' | 'breaking' | 'unreadable';
  readonly what: string;
  readonly original: string;
  readonly text: string;
};

const KINDS = [
  ...HARMLESS.map((mutation) => ({ kind: 'harmless' as const, ...mutation })),
  ...BREAKING.map((mutation) => ({ kind: 'breaking' as const, ...mutation })),
  ...UNREADABLE.map((mutation) => ({ kind: 'unreadable' as const, ...mutation })),
];

/** Generates documents that are each changed in one way at one place. */
export function mutationsOf(documents: readonly string[]): fc.Arbitrary<Mutated> {
  const cuts = documents.map((original) => ({ original, pieces: cut(original) }));
  return fc
    .tuple(fc.constantFrom(...cuts), fc.constantFrom(...KINDS), fc.nat(100_000))
    .map(([{ original, pieces }, { kind, what, mutate }, at]) => ({
      kind,
      what,
      original,
      text: mutate(pieces, at),
    }))
    .filter((mutated): mutated is Mutated => mutated.text !== null);
}
