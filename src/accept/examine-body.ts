import { type ApiRefusal, describeRefusal } from '../contracts/api-error.ts';
import { MAX_BATCH_INVOICES } from '../contracts/codes.ts';
import { checkBody } from './check-body.ts';
import { checkInvoices, joinChecked, type ExaminedInvoices } from './examine-invoices.ts';
import { findNoInteger } from './find-no-integer.ts';
import { BodySyntaxError, parseJson, type ParsedJson } from './parse-json.ts';

export type ExamineContext = {
  readonly organizationName: string;
  /** Whom the organization may issue for; null: anybody. */
  readonly issuerNifs: ReadonlySet<string> | null;
  /** In Madrid. */
  readonly today: string;
  /** Only a dry run tells warnings. */
  readonly wantsWarnings?: boolean;
};

/** A body that is no batch: not JSON, or of another shape. */
export type BodyRefusal = ApiRefusal & { readonly kind: 'refused' };
export type ExaminedBody = ExaminedInvoices & {
  readonly kind: 'examined';
  readonly externalBatchId: string | null;
};

/** Examines a request body: syntax, shape, and the rules per invoice that need no stored data. */
export function examineBody(body: Buffer, context: ExamineContext): ExaminedBody | BodyRefusal {
  let parsed: ParsedJson;
  try {
    parsed = parseJson(body);
  } catch (error) {
    if (error instanceof BodySyntaxError) return { kind: 'refused', ...error.refusal };
    throw error;
  }
  const checked = checkBody(parsed.value);
  if (checked.kind === 'refused') return checked;
  const { invoices, external_batch_id: externalBatchId } = checked.body.invoice_batch;
  const { inexactNumbers } = parsed;
  const noInteger = findNoInteger(inexactNumbers);
  if (noInteger !== null)
    return {
      kind: 'refused',
      ...describeRefusal('wrong_shape', { places: `${noInteger} must be an integer` }),
    };
  const examined = joinChecked([checkInvoices(invoices, { ...context, inexactNumbers })]);
  return { kind: 'examined', externalBatchId: externalBatchId ?? null, ...examined };
}

/** What is found out about a part of a body. The label is undefined where the part has none. */
export type ExaminedPart = ExaminedInvoices & { readonly externalBatchId: string | null | undefined };

/**
 * Examines a part of a request body, itself a body.
 * @returns null when something is wrong with it, or unusual: then `examineBody` must tell of the whole.
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
  const checked = checkBody(value);
  if (checked.kind === 'refused') return null;
  const { invoices, external_batch_id: externalBatchId } = checked.body.invoice_batch;
  return { externalBatchId, ...checkInvoices(invoices, { ...context, inexactNumbers }) };
}

/** Puts the parts of a body together, in their order. @returns null when they cannot tell of the whole. */
export function joinParts(parts: readonly ExaminedPart[]): ExaminedBody | null {
  const labels = parts.flatMap(({ externalBatchId: label }) => (label === undefined ? [] : [label]));
  const examined = joinChecked(parts);
  if (labels.length > 1 || examined.externalInvoiceIds.length > MAX_BATCH_INVOICES) return null;
  return { kind: 'examined', externalBatchId: labels[0] ?? null, ...examined };
}
