import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepareInvoice } from '../../src/domain/invoice/prepare-invoice.ts';
import { buildEnvelope } from '../../src/domain/verifactu/build-envelope.ts';
import { buildRegistroAlta } from '../../src/domain/verifactu/build-registro-alta.ts';
import { buildRegistroAnulacion } from '../../src/domain/verifactu/build-registro-anulacion.ts';
import type { InvoiceInput } from '../../src/contracts/invoice-input.ts';
import { openMemoryJournal } from '../../ops/aeat-sandbox/registry/journal.ts';
import { Office } from '../../ops/aeat-sandbox/registry/office.ts';
import { answerArrival } from '../../ops/aeat-sandbox/service/answer-arrival.ts';
import { readArrival } from '../../ops/aeat-sandbox/service/read-arrival.ts';
import { DEFAULT_SETTINGS } from '../../ops/aeat-sandbox/service/settings.ts';
import { buildCensus } from '../../ops/aeat-sandbox/taxpayers/census.ts';
import { nearlyValidInputs } from '../domain/support/arbitrary-inputs.ts';
import { buildInput, TODAY } from '../domain/support/inputs.ts';
import { GENERATED_AT, SYSTEM } from '../domain/support/records.ts';

/** What the stand-in says to a first record of the product: nothing where it is right. */
function objectTo(issuer: { nif: string; name: string }, records: readonly string[]): string[] {
  const bytes = Buffer.from(buildEnvelope({ issuer, hasIncident: false, records }));
  const office = new Office(openMemoryJournal());
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

function buildAlta(
  input: InvoiceInput,
): { issuer: { nif: string; name: string }; xml: string; hash: string; number: string } | null {
  const preparation = prepareInvoice(input, { organizationName: 'Org', today: TODAY });
  if (!preparation.ok) return null;
  const { document: prepared, rectifiedInvoiceId } = preparation.invoice;
  const document = {
    ...prepared,
    rectified: rectifiedInvoiceId === null ? null : { number: 'A/0', issueDate: TODAY },
  };
  const record = buildRegistroAlta({
    document,
    externalReference: '1',
    system: SYSTEM,
    previous: null,
    generatedAt: GENERATED_AT,
  });
  return { issuer: document.issuer, number: document.number, ...record };
}

describe('what the product makes of an accepted invoice', () => {
  it('is right for the stand-in, which judges by rules of its own', () => {
    let accepted = 0;
    fc.assert(
      fc.property(nearlyValidInputs, (input) => {
        const alta = buildAlta(input);
        if (!alta) return;
        accepted += 1;
        expect(objectTo(alta.issuer, [alta.xml])).toEqual([]);
      }),
      { numRuns: 1500 },
    );
    expect(accepted).toBeGreaterThan(75);
  });

  it('is right when it is annulled too', () => {
    const alta = buildAlta(buildInput())!;
    const { nif: issuerNif } = alta.issuer;
    const annulment = buildRegistroAnulacion({
      issuerNif,
      number: alta.number,
      issueDate: TODAY,
      externalReference: '2',
      system: SYSTEM,
      previous: { issuerNif, number: alta.number, issueDate: TODAY, hash: alta.hash },
      generatedAt: GENERATED_AT,
    });
    expect(objectTo(alta.issuer, [alta.xml, annulment.xml])).toEqual([]);
  });
});
