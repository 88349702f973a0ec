import { type Static, Type } from 'typebox';
import { nullable } from '../answers.ts';

/*
 * What the book of issued invoices needs of an issuer and no invoice states. The codes are those of
 * AEAT's design LSI 2025.
 */

/**
 * Codes of activities (column C) with their types (column D): in the IAE, not in the IAE, not
 * started, and other landlords.
 */
export const ACTIVITY_TYPES = {
  A: ['01', '02', '03', '04', '05'],
  B: ['01', '02', '03', '04', '05', '06'],
  C: [],
  D: [],
} as const;
export const ACTIVITY_CODES = ['A', 'B', 'C', 'D'] as const;

/** Concepts of income (column G). */
export const INCOME_CONCEPTS = ['I01', 'I02', 'I03', 'I04', 'I05', 'I06', 'I07', 'I08', 'I09'] as const;

/**
 * Situations of a property (column AH): with a cadastral reference in the common territory, in the
 * País Vasco or in Navarra, without one, and abroad.
 */
export const PROPERTY_SITUATIONS = ['1', '2', '3', '4', '5'] as const;
export const SITUATIONS_WITH_REFERENCE: ReadonlySet<string> = new Set(['1', '2', '3']);

export const BookParameters = Type.Object({
  activity: nullable(
    Type.Object({
      code: Type.Enum([...ACTIVITY_CODES]),
      type: nullable(Type.String({ pattern: '^0[1-6]$' })),
      /** Group or heading of the IAE without a point: `6423`. */
      group: nullable(Type.String({ pattern: '^[0-9]{1,4}$' })),
    }),
  ),
  incomeConcept: nullable(Type.Enum([...INCOME_CONCEPTS])),
  property: nullable(
    Type.Object({
      situation: Type.Enum([...PROPERTY_SITUATIONS]),
      cadastralReference: nullable(Type.String({ maxLength: 20 })),
    }),
  ),
});
export type BookParameters = Static<typeof BookParameters>;

export const NO_BOOK_PARAMETERS: BookParameters = { activity: null, incomeConcept: null, property: null };
