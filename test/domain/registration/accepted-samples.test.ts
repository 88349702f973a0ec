import { describe, expect, it } from 'vitest';
import type { InvoiceInput } from '#src/contracts/invoice-input.ts';
import { buildEnvelope } from 'verifactu-protocol/remission/build-envelope';
import { describeInvoice } from '#src/domain/registration/describe-invoice.ts';
import { buildRegistroAlta } from 'verifactu-protocol/records/build-registro-alta';
import { documentOf } from '../support/inputs.ts';
import { textOf, textsOf } from '../../../packages/verifactu/test/support/records.ts';
import { hasSharedFacts, readShared } from '../support/shared-facts.ts';

/**
 * Messages that AEAT's test service answered with Correcto, each with the invoice that it
 * registers.
 */
const SAMPLES: [file: string, invoice: InvoiceInput][] = [
  [
    '03-alta-s2.request.xml',
    {
      invoice_type: 'F1',
      recipient_legal_name: 'AGENCIA ESTATAL DE ADMINISTRACION TRIBUTARIA',
      recipient_document_type: 'nif',
      recipient_document_number: 'Q2826000H',
      lines: [{ concept: 'x', units: 1, unit_price: 100, tax_operation_key: 'S2' }],
    },
  ],
  [
    '04-alta-igic.request.xml',
    { lines: [{ concept: 'x', units: 1, unit_price: 100, tax_type: 'igic', tax_rate: 7 }] },
  ],
  [
    '05-alta-n2-vat-el.request.xml',
    {
      recipient_legal_name: 'INTER DYNAMIC AE',
      recipient_document_type: 'international_vat_number',
      recipient_document_number: 'EL094259216',
      recipient_country_code: 'GR',
      lines: [{ concept: 'x', units: 1, unit_price: 1000, tax_operation_key: 'N2' }],
    },
  ],
];

/**
 * Removes the permitted differences: rates written as 0 or 0.00, XML prefixes, and RefExterna,
 * which the samples lack.
 */
function canonical(message: string): string {
  return message
    .replaceAll('sum1:', 'si:')
    .replaceAll('sum:', 'lr:')
    .replaceAll(/<si:TipoImpositivo>(\d+)\.00</g, '<si:TipoImpositivo>$1<')
    .replace(/<si:RefExterna>[^<]*<\/si:RefExterna>/, '')
    .replace(/^.*<soapenv:Body>/s, '')
    .trim();
}

function toIso(date: string | undefined): string {
  return (date ?? '').split('-').toReversed().join('-');
}

describe.skipIf(!hasSharedFacts)(
  'a message that AEAT accepted (skipped where ../shared/verifactu is absent)',
  () => {
    it.each(SAMPLES)('equals the message that the engine builds: %s', (file, invoice) => {
      const sample = readShared(`samples/${file}`).replaceAll('sum1:', 'si:');
      const [nif = '', number = '', previousNumber = ''] = [
        textsOf(sample, 'IDEmisorFactura')[0],
        ...textsOf(sample, 'NumSerieFactura'),
      ];
      const name = textOf(sample, 'NombreRazonEmisor') ?? '';
      const [issueDate, previousDate] = textsOf(sample, 'FechaExpedicionFactura').map(toIso);
      const document = documentOf(
        {
          ...invoice,
          issuer_nif: nif,
          issuer_name: name,
          number_serie: number,
          operation_date: issueDate ?? null,
          operation_description: textOf(sample, 'DescripcionOperacion'),
        },
        { today: '2026-09-22' },
      );
      const { xml, hash } = buildRegistroAlta({
        invoice: describeInvoice(document),
        externalReference: 'x',
        system: {
          producerName: name,
          producerNif: nif,
          systemName: textOf(sample, 'NombreSistemaInformatico') ?? '',
          systemId: textOf(sample, 'IdSistemaInformatico') ?? '',
          version: textOf(sample, 'Version') ?? '',
          installationNumber: textOf(sample, 'NumeroInstalacion') ?? '',
          onlyVerifactu: true,
          multipleTaxpayersPossible: true,
          multipleTaxpayers: false,
        },
        previous: {
          issuerNif: nif,
          number: previousNumber,
          issueDate: previousDate ?? '',
          hash: textsOf(sample, 'Huella')[0] ?? '',
        },
        generatedAt: textOf(sample, 'FechaHoraHusoGenRegistro') ?? '',
      });
      expect(hash).toBe(textsOf(sample, 'Huella')[1]);
      expect(canonical(buildEnvelope({ issuer: { nif, name }, hasIncident: false, records: [xml] }))).toBe(
        canonical(sample),
      );
    });
  },
);
