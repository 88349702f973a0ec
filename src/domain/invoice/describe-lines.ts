import { INVOICE_MEMBERS } from '../../contracts/v2/invoice-members.ts';
import { cutText } from '../reading/read-text.ts';
import { findDeceptiveCharacter } from '../../contracts/shown-text.ts';

/** Joins the concepts of the lines into one text. */
export function describeLines(lines: readonly { readonly concept: string }[]): string {
  return lines.map(({ concept }) => concept).join(', ');
}

const ISOLATES = /[\u2066-\u2069]/gu;

/**
 * Describes an invoice that was sent without a description: the text of `describeLines`, truncated
 * to the length of a record's description. If the truncation separates a pair of Unicode isolates,
 * all isolates are removed.
 */
export function describeInvoice(lines: readonly { readonly concept: string }[]): string {
  const description = cutText(describeLines(lines), INVOICE_MEMBERS.operation_description.maxLength);
  return findDeceptiveCharacter(description) === null ? description : description.replaceAll(ISOLATES, '');
}
