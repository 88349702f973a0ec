import { MAX_LENGTHS } from '../../contracts/text-lengths.ts';
import { cutText } from '../reading/read-text.ts';
import { findDeceptiveCharacter } from '../../contracts/shown-text.ts';

/** What was invoiced, in one text. */
export function describeLines(lines: readonly { readonly concept: string }[]): string {
  return lines.map(({ concept }) => concept).join(', ');
}

const ISOLATES = /[\u2066-\u2069]/gu;

/** The description of an invoice that has none of its own: as much of `describeLines` as a record has room for. An isolate that is cut open goes. */
export function describeInvoice(lines: readonly { readonly concept: string }[]): string {
  const description = cutText(describeLines(lines), MAX_LENGTHS.operation_description);
  return findDeceptiveCharacter(description) === null ? description : description.replaceAll(ISOLATES, '');
}
