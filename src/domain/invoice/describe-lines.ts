import { MAX_LENGTHS } from '../../contracts/text-lengths.ts';
import { cutText } from '../reading/read-text.ts';
import { findDeceptiveCharacter } from '../../contracts/shown-text.ts';

/** Joins the concepts of the lines into one text. */
export function describeLines(lines: readonly { readonly concept: string }[]): string {
  return lines.map(({ concept }) => concept).join(', ');
}

const ISOLATES = /[\u2066-\u2069]/gu;

/**
 * Describes an invoice that was sent without a description: the text of `describeLines`, truncated to the length of a record's
 * description. If the truncation separates a pair of Unicode isolates, all isolates are removed.
 */
export function describeInvoice(lines: readonly { readonly concept: string }[]): string {
  const description = cutText(describeLines(lines), MAX_LENGTHS.operation_description);
  return findDeceptiveCharacter(description) === null ? description : description.replaceAll(ISOLATES, '');
}
