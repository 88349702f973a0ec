import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type ApiRefusal, describeRefusal } from '../contracts/api-error.ts';
import { BATCH_LABEL_LENGTH, MAX_BATCH_INVOICES } from '../contracts/limits.ts';
import { countCharacters } from '../contracts/shown-text.ts';
import { findDeceptiveCharacter, normaliseText } from '../contracts/shown-text.ts';
import {
  CreateBatchBody as FlatBatchBody,
  InvoiceInput as FlatInvoiceInput,
  InvoiceLineInput as FlatLineInput,
} from '../contracts/invoice-input.ts';
import { type ShapeCode, writePointer } from '../contracts/v2/details.ts';
import { InvoiceInput, LineInput } from '../contracts/v2/invoice-input.ts';
import type { RequestRules } from '../domain/reading/request-rules.ts';
import {
  type BodyRefusal,
  describeErrors,
  describeNothing,
  type Faults,
  LISTED_PLACES,
  type MemberPath,
  refuseFaults,
} from './refuse-shape.ts';
import { formatMessage } from '../contracts/messages/format-message.ts';

const INVOICES = ['invoice_batch', 'invoices'];
const LABEL = ['invoice_batch', 'external_batch_id'];

/*
 * The body is checked in three steps with the same schemas: its frame, each invoice, each line. The
 * compiled checks are cheap. Naming the invalid places takes 50 times as much, so only the first
 * few failing invoices and lines are described. A check that fails refuses the body even if no
 * error describes it: TypeBox lists at most 8 errors, and the list may be empty.
 */
const { external_batch_id: externalBatchId } = FlatBatchBody.properties.invoice_batch.properties;
const FRAME = Type.Object(
  {
    invoice_batch: Type.Object(
      { external_batch_id: externalBatchId, invoices: Type.Array(Type.Unknown()) },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
const frame = Compile(FRAME);
const anyLines = Type.Optional(Type.Union([Type.Array(Type.Unknown()), Type.Null()]));
const frameOf = (properties: typeof FlatInvoiceInput.properties | typeof InvoiceInput.properties) =>
  Compile(Type.Object({ ...properties, lines: anyLines }, { additionalProperties: false }));
const FLAT = {
  invoice: Compile(FlatInvoiceInput),
  invoiceFrame: frameOf(FlatInvoiceInput.properties),
  line: Compile(FlatLineInput),
};
const FULL = {
  invoice: Compile(InvoiceInput),
  invoiceFrame: frameOf(InvoiceInput.properties),
  line: Compile(LineInput),
};

/** A body whose shape is valid. */
export type CheckedBody =
  | {
      readonly kind: 'checked';
      readonly externalBatchId: string | null | undefined;
      readonly invoices: readonly InvoiceInput[];
    }
  | BodyRefusal;

/**
 * Checks the shape of a create request: its members, their JSON types, the batch label and the
 * number of invoices. Does not check the values of invoices.
 * @returns the body, or a refusal whose message names the first three invalid places and the
 *   expected type of each. Its members list the first twenty.
 */
export function checkBody(value: unknown, rules: RequestRules): CheckedBody {
  if (!frame.Check(value))
    return refuseFaults(describeErrors(frame, value, [], rules.isFlat ? undefined : FRAME));
  const { invoices, external_batch_id: label } = value.invoice_batch;
  if (label && !isStorable(label)) {
    return refuseFaults([
      { place: LABEL, code: 'forbidden_characters', text: formatMessage('malformed_unicode_or_nul') },
    ]);
  }
  const deceptive = label ? findDeceptiveCharacter(normaliseText(label)) : null;
  if (deceptive !== null)
    return refuseFaults([
      {
        place: LABEL,
        code: 'forbidden_characters',
        text: formatMessage('deceptive_character', { character: deceptive }),
      },
    ]);
  if (label && countCharacters(label) > BATCH_LABEL_LENGTH) {
    const text = formatMessage('most_characters', { most: BATCH_LABEL_LENGTH });
    return refuseFaults([{ place: LABEL, code: 'too_long', text }]);
  }
  if (invoices.length === 0) return refuseCount(describeRefusal('empty_batch', {}), 'too_few');
  if (invoices.length > MAX_BATCH_INVOICES)
    return refuseCount(describeRefusal('large_batch', { most: MAX_BATCH_INVOICES }), 'too_many');
  const wrong = describeItems(invoices, INVOICES, (item, place) => describeInvoice(item, place, rules));
  return wrong === null
    ? { kind: 'checked', externalBatchId: label, invoices: invoices as InvoiceInput[] }
    : refuseFaults(wrong);
}

/** Checks the shape of one invoice, which is the whole body. */
export function checkInvoiceShape(
  value: unknown,
  rules: RequestRules,
): { readonly kind: 'checked'; readonly invoice: InvoiceInput } | BodyRefusal {
  const wrong = describeInvoice(value, [], rules);
  return wrong === null ? { kind: 'checked', invoice: value as InvoiceInput } : refuseFaults(wrong);
}

/**
 * PostgreSQL stores neither NUL nor lone surrogates. In an invoice they fail that invoice; in the
 * batch label they refuse the whole body.
 */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

type Describe = (value: unknown, place: MemberPath) => Faults | null;

function refuseCount(refusal: ApiRefusal, code: ShapeCode): BodyRefusal {
  const { message } = refusal;
  const member = { path: writePointer(INVOICES), code, message, aeatCode: null };
  return { kind: 'refused', ...refusal, members: [member] };
}

/** Describes the first wrong items of a list; returns null if all are valid. */
function describeItems(items: readonly unknown[], place: MemberPath, describe: Describe): Faults | null {
  let faults: Faults | null = null;
  for (let index = 0; index < items.length && (faults?.length ?? 0) <= LISTED_PLACES; index += 1) {
    const wrong = describe(items[index], [...place, String(index)]);
    if (wrong !== null) faults = faults === null ? wrong : [...faults, ...wrong];
  }
  return faults;
}

function describeInvoice(value: unknown, place: MemberPath, { isFlat }: RequestRules): Faults | null {
  const { invoice, invoiceFrame, line } = isFlat ? FLAT : FULL;
  if (invoice.Check(value)) return null;
  // Version 1 suggests no members: its messages never change.
  const [ofInvoice, ofLine] = isFlat ? [] : [InvoiceInput, LineInput];
  if (!invoiceFrame.Check(value)) return describeErrors(invoiceFrame, value, place, ofInvoice);
  const { lines } = value as { readonly lines?: readonly unknown[] | null };
  const describeLine: Describe = (item, where) =>
    line.Check(item) ? null : describeErrors(line, item, where, ofLine);
  return describeItems(lines ?? [], [...place, 'lines'], describeLine) ?? [describeNothing(place)];
}
