import { MAX_BATCH_INVOICES } from '../contracts/limits.ts';
import { checkBody } from './check-body.ts';
import type { ExamineContext } from './examine-context.ts';
import { checkInvoices, joinChecked, type ExaminedInvoices } from './examine-invoices.ts';
import { findNoInteger } from './find-no-integer.ts';
import { readPlace } from '../contracts/v2/details.ts';
import { type BodyRefusal, refuseFaults } from './refuse-shape.ts';
import { BodySyntaxError, parseJson, type ParsedJson } from '../json/parse-json.ts';
import { formatMessage } from '../contracts/messages/format-message.ts';

export type ExaminedBody = ExaminedInvoices & {
  readonly kind: 'examined';
  readonly externalBatchId: string | null;
};

/**
 * Examines a request body: its syntax, its shape, and the rules of each invoice that need no stored
 * data.
 */
export function examineBody(body: Buffer, context: ExamineContext): ExaminedBody | BodyRefusal {
  let parsed: ParsedJson;
  try {
    parsed = parseJson(body);
  } catch (error) {
    if (error instanceof BodySyntaxError) return { kind: 'refused', ...error.refusal };
    throw error;
  }
  const checked = checkBody(parsed.value, context.rules);
  if (checked.kind === 'refused') return checked;
  const { invoices, externalBatchId } = checked;
  const { inexactNumbers } = parsed;
  const noInteger = findNoInteger(inexactNumbers);
  if (noInteger !== null)
    return refuseFaults([
      { place: readPlace(noInteger), code: 'wrong_type', text: formatMessage('not_integer') },
    ]);
  const examined = joinChecked([checkInvoices(invoices, { ...context, inexactNumbers })]);
  return { kind: 'examined', externalBatchId: externalBatchId ?? null, ...examined };
}

/** Result of examining one part of a body. The label is undefined if the part contains none. */
export type ExaminedPart = ExaminedInvoices & { readonly externalBatchId: string | null | undefined };

/**
 * Examines a part of a request body; the part is itself a complete body.
 * @returns null if the part has a syntax or shape fault; then `examineBody` must examine the whole
 *   body.
 */
export function examinePart(part: Buffer, context: ExamineContext): ExaminedPart | null {
  let parsed: ParsedJson;
  try {
    parsed = parseJson(part);
  } catch (error) {
    if (error instanceof BodySyntaxError) return null;
    throw error;
  }
  const { value, inexactNumbers } = parsed;
  if (findNoInteger(inexactNumbers) !== null) return null;
  const checked = checkBody(value, context.rules);
  if (checked.kind === 'refused') return null;
  const { invoices, externalBatchId } = checked;
  return { externalBatchId, ...checkInvoices(invoices, { ...context, inexactNumbers }) };
}

/**
 * Joins the results of a body's parts, in their order.
 * @returns null if two parts have a label or the parts exceed the limit of invoices; then
 *   `examineBody` must examine the whole body.
 */
export function joinParts(parts: readonly ExaminedPart[]): ExaminedBody | null {
  const labels = parts.flatMap(({ externalBatchId: label }) => (label === undefined ? [] : [label]));
  const examined = joinChecked(parts);
  if (labels.length > 1 || examined.externalInvoiceIds.length > MAX_BATCH_INVOICES) return null;
  return { kind: 'examined', externalBatchId: labels[0] ?? null, ...examined };
}
