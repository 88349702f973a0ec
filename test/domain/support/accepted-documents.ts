import * as fc from 'fast-check';
import type { InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import { prepareInvoice } from '../../../src/domain/invoice/prepare-invoice.ts';
import { everyNth } from '../../support/long.ts';
import { MATRIX } from './accepted-combinations.ts';
import { nearlyValidInputs } from './arbitrary-inputs.ts';
import { nearlyValidV2Inputs } from './arbitrary-v2-inputs.ts';
import { prepareV1, TODAY } from './inputs.ts';
import { resolveAnyOriginals } from './originals.ts';

type Preparation = ReturnType<typeof prepareInvoice>;

const CONTEXT = { organizationName: 'Talleres Ñandú SL', today: TODAY } as const;

/** Returns the document of an invoice that the engine accepts; null if it refuses the invoice. */
function acceptDocument(preparation: Preparation): InvoiceDocument | null {
  if (preparation.kind === 'refused') return null;
  const resolved = resolveAnyOriginals(preparation.invoice);
  return resolved.kind === 'refused' ? null : resolved.invoice.document;
}

/**
 * Yields the documents of the accepted combinations of type, recipient and taxes.
 * @param nth in the short form every n-th combination is taken.
 */
export function* listAcceptedDocuments(nth: number): Generator<{ name: string; document: InvoiceDocument }> {
  for (const { name, input } of everyNth(nth, MATRIX)) {
    const document = acceptDocument(prepareV1(input));
    if (document !== null) yield { name, document };
  }
}

function accepted<T>(
  inputs: fc.Arbitrary<T>,
  prepare: (input: T) => Preparation,
): fc.Arbitrary<InvoiceDocument> {
  return inputs.map((input) => acceptDocument(prepare(input))).filter((document) => document !== null);
}

/** Random documents that the engine accepts from version 1 of the API. */
export const acceptedV1Documents = accepted(nearlyValidInputs, prepareV1);

/** Random documents that the engine accepts from version 2 of the API. */
export const acceptedV2Documents = accepted(nearlyValidV2Inputs, (input) => prepareInvoice(input, CONTEXT));

/** Random documents that the engine accepts, of both versions of the API. */
export const acceptedDocuments = fc.oneof(acceptedV1Documents, acceptedV2Documents);
