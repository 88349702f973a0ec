import { checkElement } from '../../schema/check-element.ts';
import type { Census } from '../../taxpayers/census.ts';
import type { XmlElement } from '../../xml/element.ts';
import { DOCUMENT_TYPES } from '../schema/document-types.ts';
import { GEN } from '../wire/refusals.ts';
import { textAt } from '../wire/select.ts';
import { AMOUNT_RULES } from './amount-rules.ts';
import { HEAD_RULES } from './head-rules.ts';
import { buildInvoiceCase, isCopy, judge, type InvoiceObjection, type InvoiceRule } from './invoice-case.ts';
import { LINE_RULES } from './line-rules.ts';
import { SELF_BILLED } from './lists.ts';
import { buyerNifOf, PARTY_RULES, sellerNifOf, thirdPartiesOf } from './party-rules.ts';

/** The most bytes of a document: 5,120 kB. */
export const MOST_BYTES = 5_242_880;

/** The rules about an invoice, in order. */
export const INVOICE_RULES: readonly InvoiceRule[] = [
  ...PARTY_RULES,
  ...HEAD_RULES,
  ...AMOUNT_RULES,
  ...LINE_RULES,
];

/**
 * Judges a document apart from the book: structure, Annex I, and whether the sender represents the
 * issuer. @returns the first objection; null if there is none.
 */
export function judgeDocument(
  root: XmlElement,
  { bytes, from, census }: { bytes: number; from: string; census: Census },
): InvoiceObjection | null {
  if (bytes > MOST_BYTES) return { code: GEN.size, detail: '' };
  if (hasEmbeddedFile(root)) return { code: GEN.invalid, detail: 'BT-125: an embedded file (art. 3.6, 4.4)' };
  const { name, namespace, type } = isCopy(root) ? DOCUMENT_TYPES.copy : DOCUMENT_TYPES.original;
  if (root.name !== name || root.namespace !== namespace) return { code: GEN.invalid, detail: 'Invoice' };
  const [finding] = checkElement(root, type);
  if (finding)
    return {
      code: GEN.invalid,
      detail: [finding.within, finding.field].filter((one) => one !== '').join('/'),
    };
  return (
    judge(INVOICE_RULES, buildInvoiceCase(root, census)) ??
    (mayIssue(root, from) ? null : { code: GEN.notRepresented, detail: from })
  );
}

/** The issuer itself, whoever issued materially, and of self-billing the recipient may send. */
function mayIssue(root: XmlElement, from: string): boolean {
  if (sellerNifOf(root) === from || thirdPartiesOf(root).includes(from)) return true;
  return SELF_BILLED.has(textAt(root, 'InvoiceTypeCode') ?? '') && buyerNifOf(root) === from;
}

function hasEmbeddedFile({ name, children }: XmlElement): boolean {
  return name === 'EmbeddedDocumentBinaryObject' || children.some(hasEmbeddedFile);
}
