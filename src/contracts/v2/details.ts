import { type Static, Type } from 'typebox';
import { nullable, wordOf } from '../answers.ts';
import type { Text } from '../messages/texts.ts';
import {
  ADDED_FINDING_CODES,
  ADDED_WARNING_CODES,
  FINDING_CODES,
  type FindingCode,
  WARNING_CODES,
} from '../codes.ts';

/*
 * The details of errors and warnings in version 2. Each names a member by a JSON pointer (RFC
 * 6901), and its code has an entry in `code-reference.ts`.
 */

/** The codes of faults in the shape of a request. */
export const SHAPE_CODES = [
  'missing',
  'unknown_member',
  'wrong_type',
  'too_few',
  'too_many',
  'too_long',
  'out_of_range',
  'forbidden_characters',
  'unknown_value',
] as const;
export type ShapeCode = (typeof SHAPE_CODES)[number];

/** A member because of which a request is refused; the pointer begins at the whole body. */
export type RefusedMember = {
  readonly path: string;
  readonly code: FindingCode | ShapeCode | typeof NOT_EXPRESSIBLE;
  readonly message: Text;
  /** AEAT's code for the error; null if the rule is not AEAT's. */
  readonly aeatCode: number | null;
  /** The rule of the format, with `not_expressible` and `not_signable`, or a setting of the organization. */
  readonly rule?: string;
};

/**
 * A format of electronic invoices cannot express an invoice: an error of its download, and a
 * warning of a dry run.
 */
export const NOT_EXPRESSIBLE = 'not_expressible';

const DETAIL_CODES = [
  ...new Set<RefusedMember['code']>([
    ...FINDING_CODES,
    ...ADDED_FINDING_CODES,
    ...SHAPE_CODES,
    NOT_EXPRESSIBLE,
  ]),
];

const closed = { additionalProperties: false };
const help = Type.String({
  description: 'Path of the entry of the code in the reference, with its meaning, article and remedy.',
  examples: ['/api/v2/codes#out_of_range'],
});
const pointer = {
  description:
    'JSON pointer (RFC 6901) to the member. It begins at the invoice for rules about an invoice, and at the body for faults in the shape of a request.',
  examples: ['/lines/1/tax_rate', '/issuer_nif'],
};

const rule = Type.Optional(
  Type.String({
    description:
      'The rule: an article, `AEAT` with the code of its validation, a rule or a term of EN 16931, Peppol or FACe, or a setting of the organization. It does not depend on the language. Absent if the rule is one of this API alone.',
    examples: ['AEAT 1189', 'RD 1619/2012, art. 6.1.a', 'PEPPOL-EN16931-R003'],
  }),
);

export const DetailView = Type.Object(
  {
    path: Type.String(pointer),
    code: wordOf(DETAIL_CODES, { description: 'Kind of the error; the codes never change.' }),
    message: Type.String({ description: 'Description of the error for people.' }),
    aeat_code: nullable(Type.Integer({ description: 'Error code with which AEAT would reject the record.' })),
    help,
    rule,
  },
  { ...closed, title: 'ErrorDetail' },
);
export type DetailView = Static<typeof DetailView>;

export const WarningView = Type.Object(
  {
    path: Type.String({ ...pointer, description: 'JSON pointer (RFC 6901) to the member of the invoice.' }),
    code: wordOf([...WARNING_CODES, ...ADDED_WARNING_CODES], {
      description: 'Kind of the warning; the codes never change.',
    }),
    message: Type.String({ description: 'Description of the warning for people.' }),
    aeat_code: nullable(
      Type.Integer({ description: 'Error code with which AEAT would accept the record with errors.' }),
    ),
    help,
    rule,
  },
  { ...closed, title: 'Warning' },
);
export type WarningView = Static<typeof WarningView>;
/** A warning as it is stored, with its message in Spanish. */
export type StoredWarning = WarningView & { readonly message_es?: string };

/** Path of the reference of the codes. */
export const CODES_PATH = '/api/v2/codes';

/** Returns the path of the entry of a code in the reference. */
export function helpOf(code: string): string {
  return `${CODES_PATH}#${code}`;
}

/** Joins the names and indexes of a place to a JSON pointer. */
export function writePointer(steps: readonly string[]): string {
  return steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Divides a JSON pointer into names and indexes. */
export function readPointer(text: string): string[] {
  const steps = text.split('/').slice(1);
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

const STEP = /\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|[^.[\]]+/g;

/**
 * Divides the path of a member in messages and findings (`lines[1].tax_rate`) into names and
 * indexes.
 */
export function readPlace(path: string): string[] {
  return [...path.matchAll(STEP)].map(
    ([name, index, quoted]) => index ?? (quoted === undefined ? name : String(JSON.parse(`"${quoted}"`))),
  );
}

/** Converts the path of a member to a JSON pointer (`/lines/1/tax_rate`). */
export function pointerOf(path: string): string {
  return writePointer(readPlace(path));
}
