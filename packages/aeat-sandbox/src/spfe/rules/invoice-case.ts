import { readHundredths } from '../../records/decimal.ts';
import type { Census } from '../../taxpayers/census.ts';
import type { XmlElement } from '../../xml/element.ts';
import { GEN, type GenCode } from '../wire/refusals.ts';
import { attributeOf, selectAll, textAt } from '../wire/select.ts';

/** An invoice whose structure was checked, for the rules. */
export type InvoiceCase = {
  readonly root: XmlElement;
  /** BT-ES-1. */
  readonly isCopy: boolean;
  /** BT-3. */
  readonly type: string;
  /** BT-5. */
  readonly currency: string;
  /** BT-2. */
  readonly issueDate: string;
  readonly census: Census;
  readonly all: (path: string) => readonly XmlElement[];
  readonly text: (path: string) => string | null;
  /** An amount in hundredths; 0 if there is none. */
  readonly amount: (path: string) => number;
  /** The sum of all amounts at a path, in hundredths. */
  readonly sum: (path: string) => number;
};

/** A rule of Annex I. */
export type InvoiceRule = {
  /** The term or list that it concerns. */
  readonly term: string;
  /** What is wrong if the rule is broken. */
  readonly what: string;
  /** Default: SPFE-GEN-01. */
  readonly code?: GenCode;
  readonly breaks: (invoice: InvoiceCase) => boolean;
};

export type InvoiceObjection = { readonly code: GenCode; readonly detail: string };

export function buildInvoiceCase(root: XmlElement, census: Census): InvoiceCase {
  const all = (path: string) => selectAll(root, path);
  const text = (path: string) => textAt(root, path);
  return {
    root,
    isCopy: isCopy(root),
    type: text('InvoiceTypeCode') ?? '',
    currency: text('DocumentCurrencyCode') ?? '',
    issueDate: text('IssueDate') ?? '',
    census,
    all,
    text,
    amount: (path) => amountOf(root, path),
    sum: (path) => sumOf(all(path)),
  };
}

/** Returns whether an invoice is a copy (BT-ES-1). */
export function isCopy(invoice: XmlElement): boolean {
  return textAt(invoice, 'CopyIndicator') === 'true';
}

/** Returns the first amount at a path, in hundredths; 0 if there is none. */
export function amountOf(element: XmlElement, path: string): number {
  return readHundredths(textAt(element, path) ?? '0');
}

/** Returns the sum of amounts in hundredths. */
export function sumOf(elements: readonly XmlElement[]): number {
  return elements.reduce((sum, { text }) => sum + readHundredths(text), 0);
}

/** Lists the elements with a text at a path below them, such as the charges among the allowances. */
export function whose(
  elements: readonly XmlElement[],
  path: string,
  ...texts: readonly string[]
): readonly XmlElement[] {
  return elements.filter((element) => texts.includes(textAt(element, path) ?? ''));
}

/** Returns whether all texts at a path are among those of a list; so if there is none. */
export function areAllIn({ all }: InvoiceCase, path: string, list: ReadonlySet<string>): boolean {
  return all(path).every(({ text }) => list.has(text));
}

/** Returns whether all attributes of a name in a document have a value. */
export function haveAttribute(element: XmlElement, name: string, value: string): boolean {
  const own = attributeOf(element, name);
  return (
    (own === null || own === value) && element.children.every((child) => haveAttribute(child, name, value))
  );
}

/** Returns the first objection; null if there is none. */
export function judge(rules: readonly InvoiceRule[], invoice: InvoiceCase): InvoiceObjection | null {
  const broken = rules.find((rule) => rule.breaks(invoice));
  return broken ? { code: broken.code ?? GEN.invalid, detail: `${broken.term}: ${broken.what}` } : null;
}
