import { createMemoryJournal } from '../../../packages/aeat-sandbox/src/registry/journal.ts';
import { Office } from '../../../packages/aeat-sandbox/src/registry/office.ts';
import { answerArrival } from '../../../packages/aeat-sandbox/src/exchange/answer-arrival.ts';
import { readArrival } from '../../../packages/aeat-sandbox/src/exchange/read-arrival.ts';
import { DEFAULT_SETTINGS } from '../../../packages/aeat-sandbox/src/exchange/settings.ts';
import { buildCensus } from '../../../packages/aeat-sandbox/src/taxpayers/census.ts';
import type { InvoiceInput } from '#src/contracts/invoice-input.ts';
import type { InvoiceInput as InvoiceInputV2 } from '#src/contracts/v2/invoice-input.ts';
import { prepareInvoice, type Preparation } from '#src/domain/invoice/prepare-invoice.ts';
import { buildEnvelope } from 'verifactu-protocol/remission/build-envelope';
import { describeInvoice } from '#src/domain/registration/describe-invoice.ts';
import { buildRegistroAlta } from 'verifactu-protocol/records/build-registro-alta';
import { TODAY, prepareV1 } from './inputs.ts';
import { resolveAnyOriginals } from './originals.ts';
import { GENERATED_AT, SYSTEM } from '../../../packages/verifactu/test/support/records.ts';

export type Issuer = { readonly nif: string; readonly name: string };
type FirstAlta = { issuer: Issuer; xml: string; hash: string; number: string };

/** Returns the objections of the stand-in to a first message of the engine; none if it is valid. */
export function objectTo(issuer: Issuer, records: readonly string[]): string[] {
  const bytes = Buffer.from(buildEnvelope({ issuer, hasIncident: false, records }));
  const office = new Office(createMemoryJournal());
  answerArrival(readArrival({ bytes, contentType: undefined, presenter: null }), null, {
    office,
    settings: DEFAULT_SETTINGS,
    census: buildCensus(),
    now: Date.parse(GENERATED_AT),
  });
  const { records: judged = [], fault } = office.log[0] ?? {};
  return [
    ...(fault ? [`${fault.code} ${fault.text}`] : []),
    ...judged.filter(({ state }) => state !== 'Correcto').map(({ code, text }) => `${code} ${text}`),
  ];
}

/**
 * Returns the first record of a chain that the engine makes of an invoice; null if it refuses the
 * invoice.
 */
export function buildFirstAlta(input: InvoiceInput): FirstAlta | null {
  return buildAltaOf(prepareV1(input, { organizationName: 'Org', today: TODAY }));
}

/**
 * Returns the first record of a chain that the engine makes of an invoice of version 2; null if it
 * refuses the invoice.
 */
export function buildFirstAltaV2(input: InvoiceInputV2): FirstAlta | null {
  return buildAltaOf(prepareInvoice(input, { organizationName: 'Org', today: TODAY }));
}

function buildAltaOf(preparation: Preparation): FirstAlta | null {
  if (preparation.kind === 'refused') return null;
  const resolved = resolveAnyOriginals(preparation.invoice);
  if (resolved.kind === 'refused') return null;
  const { document } = resolved.invoice;
  const record = buildRegistroAlta({
    invoice: describeInvoice(document),
    externalReference: '1',
    system: SYSTEM,
    previous: null,
    generatedAt: GENERATED_AT,
  });
  return { issuer: document.issuer, number: document.number, ...record };
}
