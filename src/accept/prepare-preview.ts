import { readPlace } from '../contracts/v2/details.ts';
import { type PreparedInvoice, prepareInvoice } from '../domain/invoice/prepare-invoice.ts';
import { findTextExcess } from '../domain/invoice/text-bound.ts';
import { checkInvoiceShape } from './check-body.ts';
import type { ExamineContext } from './examine-context.ts';
import { findNoInteger } from './find-no-integer.ts';
import { BodySyntaxError, parseJson, type ParsedJson } from './parse-json.ts';
import { refuseFindings } from './refuse-findings.ts';
import { type BodyRefusal, refuseFaults } from './refuse-shape.ts';

export type PreparedPreview = { readonly kind: 'prepared'; readonly invoice: PreparedInvoice } | BodyRefusal;

/** Prepares the invoice of version 2 in a request body with the rules that need no stored data. */
export function preparePreview(body: Buffer, context: ExamineContext): PreparedPreview {
  let parsed: ParsedJson;
  try {
    parsed = parseJson(body);
  } catch (error) {
    if (error instanceof BodySyntaxError) return { kind: 'refused', ...error.refusal };
    throw error;
  }
  const { value, inexactNumbers } = parsed;
  const shape = checkInvoiceShape(value);
  if (shape.kind === 'refused') return shape;
  const noInteger = findNoInteger(inexactNumbers);
  if (noInteger !== null) return refuseFaults([[readPlace(noInteger), 'wrong_type', 'must be an integer']]);
  const prepared = prepareInvoice(shape.invoice, {
    ...context,
    inexactNumbers: new Set(inexactNumbers.keys()),
  });
  const excess = findTextExcess(shape.invoice, 2);
  if (prepared.kind === 'prepared' && excess === null) return prepared;
  return refuseFindings([
    ...(prepared.kind === 'refused' ? prepared.findings : []),
    ...(excess ? [excess] : []),
  ]);
}
