import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { InvoiceDocument } from '#src/contracts/invoice-document.ts';
import { COUNTRY_CODES } from '#src/domain/invoice/country-codes.ts';
import { buildEnvelope } from 'verifactu-protocol/remission/build-envelope';
import { describeInvoice } from '#src/domain/registration/describe-invoice.ts';
import { buildRegistroAlta } from 'verifactu-protocol/records/build-registro-alta';
import { buildRegistroAnulacion } from 'verifactu-protocol/records/build-registro-anulacion';
import type { ChainLink } from 'verifactu-protocol/records/xml';
import { hashAlta, hashAnulacion } from 'verifactu-protocol/records/hash-record';
import { openAeatSchema } from '../support/aeat-schema.ts';
import { nearlyValidInputs } from '../support/arbitrary-inputs.ts';
import { resolveAnyOriginals } from '../support/originals.ts';
import { buildInput, documentOf, TODAY, TRAVELLER, prepareV1 } from '../support/inputs.ts';
import {
  GENERATED_AT,
  PREVIOUS,
  SYSTEM,
  textOf,
  textsOf,
} from '../../../packages/verifactu/test/support/records.ts';
import { hasSharedFacts } from '../support/shared-facts.ts';

const schema = hasSharedFacts ? openAeatSchema() : null;
afterAll(() => schema?.[Symbol.dispose]());

const ISSUER = { nif: 'B12345674', name: 'Cañas & Cía' };

function buildRecord(document: InvoiceDocument, previous: ChainLink | null): { xml: string; hash: string } {
  return buildRegistroAlta({
    invoice: describeInvoice(document),
    externalReference: '1',
    system: SYSTEM,
    previous,
    generatedAt: GENERATED_AT,
  });
}

/** Computes the hash from the literals in the XML. */
function rehash(xml: string): string {
  const previous = /<si:RegistroAnterior>.*<\/si:RegistroAnterior>/.exec(xml)?.[0] ?? '';
  return hashAlta({
    issuerNif: textsOf(xml, 'IDEmisorFactura')[0] ?? '',
    number: textsOf(xml, 'NumSerieFactura')[0] ?? '',
    issueDate: textsOf(xml, 'FechaExpedicionFactura')[0] ?? '',
    type: textOf(xml, 'TipoFactura') ?? '',
    taxTotal: textOf(xml, 'CuotaTotal') ?? '',
    total: textOf(xml, 'ImporteTotal') ?? '',
    previousHash: textOf(previous, 'Huella') ?? '',
    generatedAt: textOf(xml, 'FechaHoraHusoGenRegistro') ?? '',
  });
}

describe('every accepted invoice', () => {
  it("has a record with its own hash and the previous one, which is valid against AEAT's schema", () => {
    const records: string[] = [];
    let previous: ChainLink | null = null;
    fc.assert(
      fc.property(nearlyValidInputs, (input) => {
        const preparation = prepareV1(input, { organizationName: 'Org', today: TODAY });
        if (preparation.kind === 'refused') return;
        const resolved = resolveAnyOriginals(preparation.invoice);
        if (resolved.kind === 'refused') return;
        const { document } = resolved.invoice;
        const { xml, hash } = buildRecord(document, previous);
        expect(textsOf(xml, 'Huella')).toEqual([...(previous ? [previous.hash] : []), hash]);
        expect(rehash(xml)).toBe(hash);
        schema?.check(buildEnvelope({ issuer: ISSUER, hasIncident: false, records: [xml] }));
        records.push(xml);
        previous = {
          issuerNif: document.issuer.nif,
          number: document.number,
          issueDate: document.issueDate,
          hash,
        };
      }),
      { numRuns: 1500 },
    );
    expect(records.length).toBeGreaterThan(75);
    const message = buildEnvelope({ issuer: ISSUER, hasIncident: true, records: records.slice(0, 1000) });
    schema?.check(message);
    expect(textsOf(message, 'PrimerRegistro')).toEqual(['S']);
  });
});

function envelopeOf(count: number, hasIncident = false): string {
  const { xml } = buildRecord(documentOf(buildInput()), PREVIOUS);
  return buildEnvelope({ issuer: ISSUER, hasIncident, records: Array.from({ length: count }, () => xml) });
}

describe('a recipient of any country', () => {
  it("has a country code that is valid against AEAT's schema", () => {
    const records = [...COUNTRY_CODES].map((recipient_country_code) => {
      const document = documentOf(buildInput({ ...TRAVELLER, recipient_country_code }));
      return buildRecord(document, null).xml;
    });
    schema?.check(buildEnvelope({ issuer: ISSUER, hasIncident: false, records }));
    const codes = records.map((xml) => textOf(xml, 'CodigoPais'));
    const unlisted = [...COUNTRY_CODES].filter((_, index) => codes[index] === 'QU');
    expect(unlisted).toEqual(['AX', 'BL', 'EH', 'GF', 'GP', 'MF', 'MQ', 'SJ', 'XK']);
  });
});

describe('an envelope', () => {
  it('contains 1 to 1000 records (AEAT 4113, 4114)', () => {
    expect(textsOf(envelopeOf(1000), 'TipoHuella')).toHaveLength(1000);
    expect(() => envelopeOf(0)).toThrow(RangeError);
    expect(() => envelopeOf(1001)).toThrow(RangeError);
  });

  it('states whether a technical incident delayed it', () => {
    expect(textOf(envelopeOf(1, true), 'Incidencia')).toBe('S');
    expect(textOf(envelopeOf(1, false), 'Incidencia')).toBeNull();
  });

  it.skipIf(schema === null)("is invalid against AEAT's schema if an element is wrong or missing", () => {
    const message = envelopeOf(1);
    schema?.check(message);
    expect(() => schema?.check(message.replace('<si:TipoFactura>F1<', '<si:TipoFactura>F9<'))).toThrow(
      'TipoFactura',
    );
    expect(() => schema?.check(message.replace(/<si:CuotaTotal>.*?<\/si:CuotaTotal>/, ''))).toThrow(
      'CuotaTotal',
    );
  });
});

describe('a registro de anulación', () => {
  const annulled = { issuerNif: 'B12345674', number: 'A & 1', issueDate: '2026-11-19' };
  const { xml, hash } = buildRegistroAnulacion({
    ...annulled,
    externalReference: '2',
    system: SYSTEM,
    previous: PREVIOUS,
    generatedAt: GENERATED_AT,
  });

  it('contains the hash of its own literals', () => {
    const fields = {
      issuerNif: textOf(xml, 'IDEmisorFacturaAnulada') ?? '',
      number: textOf(xml, 'NumSerieFacturaAnulada') ?? '',
      issueDate: textOf(xml, 'FechaExpedicionFacturaAnulada') ?? '',
    };
    expect(fields).toEqual({ ...annulled, issueDate: '19-11-2026' });
    expect(textsOf(xml, 'Huella')).toEqual([PREVIOUS.hash, hash]);
    expect(hashAnulacion({ ...fields, previousHash: PREVIOUS.hash, generatedAt: GENERATED_AT })).toBe(hash);
  });

  it.skipIf(schema === null)("is valid against AEAT's schema", () => {
    const message = buildEnvelope({ issuer: ISSUER, hasIncident: false, records: [xml] });
    expect(() => schema?.check(message)).not.toThrow();
  });
});
