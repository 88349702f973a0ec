import { readPlace } from '../contracts/v2/details.ts';
import { type Preparation, type PreparedInvoice, prepareInvoice } from '../domain/invoice/prepare-invoice.ts';
import { registerDocument, registerOf } from '../domain/registers/register-document.ts';
import { findTextExcess } from '../domain/invoice/text-bound.ts';
import { checkInvoiceShape } from './check-body.ts';
import type { ExamineContext } from './examine-context.ts';
import { findNoInteger } from './find-no-integer.ts';
import { BodySyntaxError, parseJson, type ParsedJson } from '../json/parse-json.ts';
import { refuseFindings } from './refuse-findings.ts';
import { type BodyRefusal, refuseFaults } from './refuse-shape.ts';
import { formatMessage } from '../contracts/messages/format-message.ts';

export type PreparedPreview = { readonly kind: 'prepared'; readonly invoice: PreparedInvoice } | BodyRefusal;

/** Prepares the invoice in a request body with the rules that need no stored data. */
export function preparePreview(body: Buffer, context: ExamineContext): PreparedPreview {
  let parsed: ParsedJson;
  try {
    parsed = parseJson(body);
  } catch (error) {
    if (error instanceof BodySyntaxError) return { kind: 'refused', ...error.refusal };
    throw error;
  }
  const { value, inexactNumbers } = parsed;
  const shape = checkInvoiceShape(value, context.rules);
  if (shape.kind === 'refused') return shape;
  const noInteger = findNoInteger(inexactNumbers);
  if (noInteger !== null)
    return refuseFaults([
      { place: readPlace(noInteger), code: 'wrong_type', text: formatMessage('not_integer') },
    ]);
  const places = { ...context, inexactNumbers: new Set(inexactNumbers.keys()) };
  const register = registerOf(shape.invoice, places);
  const prepared = checkEntry(
    prepareInvoice(shape.invoice, { ...places, ...(register !== null && { register }) }),
    context,
  );
  const excess = findTextExcess(shape.invoice, context.rules);
  if (prepared.kind === 'prepared' && excess === null) return prepared;
  return refuseFindings([
    ...(prepared.kind === 'refused' ? prepared.findings : []),
    ...(excess ? [excess] : []),
  ]);
}

/** Applies the rules of SII to the document of an issuer in SII. */
function checkEntry(prepared: Preparation, { rules, registers }: ExamineContext): Preparation {
  if (prepared.kind === 'refused' || registers === undefined) return prepared;
  const registered = registerDocument(prepared.invoice.document, { registers, rules }, null);
  return registered.kind === 'refused' ? registered : prepared;
}
