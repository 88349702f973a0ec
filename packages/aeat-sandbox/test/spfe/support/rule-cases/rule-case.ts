import {
  writeForeignInvoice,
  writeFullInvoice,
  writeInvoice,
  type Draft,
  type Edit,
} from '../write-invoice.ts';

/** An invoice that breaks a rule, and the nearest one that breaks none. */
export type RuleCase = {
  readonly term: string;
  readonly what: string;
  readonly broken: string;
  readonly allowed?: string;
  /** Set if what breaks the rule cannot but break others, too. */
  readonly also?: true;
};

const WRITERS = { plain: writeInvoice, full: writeFullInvoice, foreign: writeForeignInvoice };
type Base = keyof typeof WRITERS;
type Rest = Omit<RuleCase, 'term' | 'what' | 'broken' | 'allowed'> & {
  readonly allowed?: readonly Edit[];
  readonly draft?: Draft;
};

/** Builds a case from replacements in one of the test invoices. */
export function ruleCase(
  term: string,
  what: string,
  base: Base,
  edits: readonly Edit[],
  { allowed, draft = {}, ...rest }: Rest = {},
): RuleCase {
  const write = (applied: readonly Edit[]) => WRITERS[base]({ ...draft, edits: applied });
  return {
    term,
    what,
    broken: write(edits),
    ...(allowed === undefined ? {} : { allowed: write(allowed) }),
    ...rest,
  };
}

/** Replaces the text of an element that occurs once. */
export const text = (name: string, from: string, to: string): Edit => [
  `>${from}</cbc:${name}>`,
  `>${to}</cbc:${name}>`,
];
