import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type ApiRefusal, describeRefusal } from '../contracts/api-error.ts';
import { type ApiVersion, MAX_BATCH_INVOICES } from '../contracts/codes.ts';
import { countCharacters, MAX_LENGTHS } from '../contracts/text-lengths.ts';
import { findDeceptiveCharacter, normaliseText } from '../contracts/shown-text.ts';
import {
  CreateBatchBody as CreateBatchBodyV1,
  InvoiceInput as InvoiceInputV1,
  InvoiceLineInput,
} from '../contracts/invoice-input.ts';
import { type ShapeCode, writePointer } from '../contracts/v2/details.ts';
import { type CreateBatchBody, InvoiceInput, LineInput } from '../contracts/v2/invoice-input.ts';
import {
  type BodyRefusal,
  describeErrors,
  describeNothing,
  type Faults,
  LISTED_PLACES,
  NAMED_PLACES,
  type Place,
  refuseFaults,
} from './refuse-shape.ts';

const INVOICES = ['invoice_batch', 'invoices'];
const LABEL = ['invoice_batch', 'external_batch_id'];
/** The number of wrong places after which the check ends. Version 2 lists that many in its details. */
const MAX_PLACES: Readonly<Record<ApiVersion, number>> = { 1: NAMED_PLACES, 2: LISTED_PLACES };

/*
 * The body is checked in three steps with the same schemas: its frame, each invoice, each line. The compiled checks are cheap. Naming
 * the invalid places takes 50 times as much, so only the first few failing invoices and lines are described. A check that fails refuses
 * the body even if no error describes it: TypeBox lists at most 8 errors, and the list may be empty.
 */
const { external_batch_id: externalBatchId } = CreateBatchBodyV1.properties.invoice_batch.properties;
const frame = Compile(
  Type.Object(
    {
      invoice_batch: Type.Object(
        { external_batch_id: externalBatchId, invoices: Type.Array(Type.Unknown()) },
        { additionalProperties: false },
      ),
    },
    { additionalProperties: false },
  ),
);
const anyLines = Type.Optional(Type.Union([Type.Array(Type.Unknown()), Type.Null()]));
const frameOf = (properties: typeof InvoiceInputV1.properties | typeof InvoiceInput.properties) =>
  Compile(Type.Object({ ...properties, lines: anyLines }, { additionalProperties: false }));
const SHAPES = {
  1: {
    invoice: Compile(InvoiceInputV1),
    invoiceFrame: frameOf(InvoiceInputV1.properties),
    line: Compile(InvoiceLineInput),
  },
  2: {
    invoice: Compile(InvoiceInput),
    invoiceFrame: frameOf(InvoiceInput.properties),
    line: Compile(LineInput),
  },
} as const;

/** A body whose shape is valid, with the invoices of its version. */
export type BatchBody<V extends ApiVersion> = V extends 1 ? CreateBatchBodyV1 : CreateBatchBody;
export type CheckedBody<V extends ApiVersion> =
  | { readonly kind: 'checked'; readonly body: BatchBody<V> }
  | BodyRefusal;

/**
 * Checks the shape of a create request: its members, their JSON types, the batch label and the number of invoices. Does not check the
 * values of invoices.
 * @returns the body, or a refusal whose message names the first three invalid places and the expected type of each. Its members list the
 * first twenty.
 */
export function checkBody<V extends ApiVersion>(value: unknown, version: V): CheckedBody<V> {
  if (!frame.Check(value)) return refuseFaults(describeErrors(frame, value, []));
  const { invoices, external_batch_id: label } = value.invoice_batch;
  if (label && !isStorable(label)) {
    return refuseFaults([[LABEL, 'forbidden_characters', 'must be well-formed Unicode without NUL']]);
  }
  const deceptive = label ? findDeceptiveCharacter(normaliseText(label)) : null;
  if (deceptive !== null)
    return refuseFaults([[LABEL, 'forbidden_characters', `can't contain ${deceptive}`]]);
  if (label && countCharacters(label) > MAX_LENGTHS.external_batch_id) {
    const text = `must have at most ${MAX_LENGTHS.external_batch_id} characters`;
    return refuseFaults([[LABEL, 'too_long', text]]);
  }
  if (invoices.length === 0) return refuseCount(describeRefusal('empty_batch', {}), 'too_few');
  if (invoices.length > MAX_BATCH_INVOICES)
    return refuseCount(describeRefusal('large_batch', { most: MAX_BATCH_INVOICES }), 'too_many');
  const most = MAX_PLACES[version];
  const wrong = describeItems(invoices, INVOICES, most, (item, place) =>
    describeInvoice(item, place, version),
  );
  return wrong === null ? { kind: 'checked', body: value as BatchBody<V> } : refuseFaults(wrong);
}

/** Checks the shape of one invoice of version 2, which is the whole body. */
export function checkInvoiceShape(
  value: unknown,
): { readonly kind: 'checked'; readonly invoice: InvoiceInput } | BodyRefusal {
  const wrong = describeInvoice(value, [], 2);
  return wrong === null ? { kind: 'checked', invoice: value as InvoiceInput } : refuseFaults(wrong);
}

/** PostgreSQL stores neither NUL nor lone surrogates. In an invoice they fail that invoice; in the batch label they refuse the whole body. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

type Describe = (value: unknown, place: Place) => Faults | null;

function refuseCount(refusal: ApiRefusal, code: ShapeCode): BodyRefusal {
  const { message } = refusal;
  const member = { path: writePointer(INVOICES), code, message, aeatCode: null };
  return { kind: 'refused', ...refusal, members: [member] };
}

/** Describes the first wrong items of a list; returns null if all are valid. */
function describeItems(
  items: readonly unknown[],
  place: Place,
  most: number,
  describe: Describe,
): Faults | null {
  let faults: Faults | null = null;
  for (let index = 0; index < items.length && (faults?.length ?? 0) <= most; index += 1) {
    const wrong = describe(items[index], [...place, String(index)]);
    if (wrong !== null) faults = faults === null ? wrong : [...faults, ...wrong];
  }
  return faults;
}

function describeInvoice(value: unknown, place: Place, version: ApiVersion): Faults | null {
  const { invoice, invoiceFrame, line } = SHAPES[version];
  if (invoice.Check(value)) return null;
  if (!invoiceFrame.Check(value)) return describeErrors(invoiceFrame, value, place);
  const { lines } = value as { readonly lines?: readonly unknown[] | null };
  const describeLine: Describe = (item, where) =>
    line.Check(item) ? null : describeErrors(line, item, where);
  const most = MAX_PLACES[version];
  return describeItems(lines ?? [], [...place, 'lines'], most, describeLine) ?? [describeNothing(place)];
}
