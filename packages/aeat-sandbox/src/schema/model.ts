/*
 * The part of XML Schema that AEAT's files use: sequences of elements and of choices between
 * elements. It also contains the codes with which AEAT answers violations.
 */

export type SimpleType = {
  readonly kind: 'simple';
  readonly accepts: (text: string) => boolean;
  /** The attributes that its elements may have. AEAT's own types have none. */
  readonly attributes?: readonly string[];
  /** The one of them that they must have. */
  readonly obligatory?: string;
};
export type SequenceType = { readonly kind: 'sequence'; readonly parts: readonly Part[] };
/** Content that is not checked. */
export type AnyType = { readonly kind: 'any' };
export type Type = SimpleType | SequenceType | AnyType;

export type ElementPart = {
  readonly kind: 'element';
  readonly name: string;
  readonly namespace: string;
  readonly type: Type;
  readonly min: 0 | 1;
  readonly max: number;
  /** The code for an invalid value; without it the code of its surroundings. */
  readonly code?: number;
  /** The code for more than `max` elements. */
  readonly tooMany?: number;
  /** Set if a violation inside this element concerns the record, not the message. */
  readonly isRecord?: true;
};
export type ChoicePart = {
  readonly kind: 'choice';
  readonly options: readonly ElementPart[];
  readonly min: 0 | 1;
  /**
   * The codes for none and for more than one of the options; without them the message is refused.
   */
  readonly none?: number;
  readonly both?: number;
};
export type Part = ElementPart | ChoicePart;

type Extras = { code?: number; tooMany?: number; isRecord?: true };

/** Returns functions that define how often an element of a namespace may occur. */
export function elementsOf(namespace: string) {
  const part = (name: string, type: Type, min: 0 | 1, max: number, extras: Extras = {}): ElementPart => ({
    kind: 'element',
    name,
    namespace,
    type,
    min,
    max,
    ...extras,
  });
  return {
    one: (name: string, type: Type, code?: number) =>
      part(name, type, 1, 1, code === undefined ? {} : { code }),
    maybe: (name: string, type: Type, code?: number) =>
      part(name, type, 0, 1, code === undefined ? {} : { code }),
    many: (name: string, type: Type, max: number, tooMany = 4113) => part(name, type, 1, max, { tooMany }),
    between: (name: string, type: Type, min: 0 | 1, max: number) => part(name, type, min, max),
    record: (name: string, type: Type) => part(name, type, 1, 1, { isRecord: true, code: 1100 }),
  };
}

/** Builds the type of an element that contains these parts in this order. */
export function sequence(...parts: readonly Part[]): SequenceType {
  return { kind: 'sequence', parts };
}

/**
 * Builds a choice, of which a message contains exactly one option, or at most one if `min` is 0.
 */
export function choice(
  options: readonly ElementPart[],
  rest: { min?: 0 | 1; none?: number; both?: number } = {},
): ChoicePart {
  return { kind: 'choice', options, min: 1, ...rest };
}
