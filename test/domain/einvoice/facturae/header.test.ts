import { describe, expect, it } from 'vitest';
import type { InvoiceDocument } from '../../../../src/contracts/invoice-document.ts';
import { writeFacturae } from '../../../../src/domain/einvoice/facturae/write-facturae.ts';
import { buildDocument, buildLine, buildProfile } from '../../../render/support/build-invoice.ts';
import { textAt, textsAt } from '../../support/facturae-rules.ts';

type Changes = Parameters<typeof buildDocument>[0];
const write = (changes: Changes): string =>
  writeFacturae(buildDocument(changes), buildProfile({ registryNote: null }));

const ORIGINAL = { issuerNif: 'B12345674', number: 'TALLERES/MADRID/2026/1', issueDate: '2026-02-10' };
const rectifying = (changes: Partial<NonNullable<InvoiceDocument['rectification']>> = {}): Changes => ({
  rectification: { method: 'differences', reason: 'Precio erróneo', invoices: [ORIGINAL], ...changes },
});
const read = (xml: string, name: string): string | null => textAt(xml, `//Corrective/${name}`);

describe('a rectification', () => {
  it.each([
    ['R1', '80', 'Cálculo de cuotas repercutidas'],
    [
      'R2',
      '85',
      'Base imponible modificada cuotas repercutidas no satisfechas. Auto de declaración de concurso',
    ],
    [
      'R3',
      '85',
      'Base imponible modificada cuotas repercutidas no satisfechas. Auto de declaración de concurso',
    ],
    ['R4', '10', 'Detalle Operación'],
  ] as const)('of type %s has the reason %s', (type, code, description) => {
    const xml = write({ type, rectified: ORIGINAL });
    expect(textAt(xml, '//InvoiceClass')).toBe('OR');
    expect(read(xml, 'ReasonCode')).toBe(code);
    expect(read(xml, 'ReasonDescription')).toBe(description);
  });

  it('names its original, whose month is the tax period', () => {
    const xml = write({ type: 'R1', ...rectifying() });
    const names = [
      'InvoiceSeriesCode',
      'InvoiceNumber',
      'InvoiceIssueDate',
      'TaxPeriod/StartDate',
      'TaxPeriod/EndDate',
    ];
    expect(names.map((name) => read(xml, name))).toEqual([
      'TALLERES/MADRID/',
      '2026/1',
      '2026-02-10',
      '2026-02-01',
      '2026-02-28',
    ]);
    expect(read(xml, 'CorrectionMethod')).toBe('02');
    expect(read(xml, 'CorrectionMethodDescription')).toBe('Rectificación por diferencias');
    expect(read(xml, 'AdditionalReasonDescription')).toBe(
      'Error fundado en derecho o causa del artículo 80.Uno, Dos o Seis de la Ley 37/1992.\nMotivo: Precio erróneo',
    );
  });

  it.each([
    ['R1', /^Error fundado en derecho o causa del artículo 80\.Uno, Dos o Seis de la Ley 37\/1992\.$/],
    ['R2', /^Artículo 80\.Tres de la Ley 37\/1992: concurso/],
    ['R3', /^Artículo 80\.Cuatro de la Ley 37\/1992: crédito incobrable\.$/],
    ['R4', /^Otra causa de rectificación \(artículo 15 del Real Decreto 1619\/2012\)\.$/],
  ] as const)('of type %s describes its cause, also without a reason of its issuer', (type, cause) => {
    expect(read(write({ type, rectified: ORIGINAL }), 'AdditionalReasonDescription')).toMatch(cause);
  });

  it('by substitution states what it replaces, and the issuer of the original if it is another', () => {
    const invoices = [{ ...ORIGINAL, issuerNif: 'A12345674' }];
    const replaced = { base: '100.00', tax: '21.00', surcharge: '5.20' };
    const xml = write({ type: 'R4', ...rectifying({ method: 'substitution', invoices, replaced }) });
    expect(read(xml, 'CorrectionMethod')).toBe('01');
    expect(read(xml, 'CorrectionMethodDescription')).toBe('Rectificación íntegra');
    expect(read(xml, 'AdditionalReasonDescription')).toBe(
      'Otra causa de rectificación (artículo 15 del Real Decreto 1619/2012).\nMotivo: Precio erróneo\nFactura TALLERES/MADRID/2026/1: NIF del emisor A12345674.\nImportes que se sustituyen: base imponible 100,00 €, cuota 21,00 €, recargo de equivalencia 5,20 €.',
    );
  });

  it('for a volume of operations names its period instead of invoices', () => {
    const period = { start: '2026-01-01', end: '2026-06-30' };
    const xml = write({ type: 'R1', ...rectifying({ invoices: [] }), period });
    expect(read(xml, 'InvoiceNumber')).toBeNull();
    expect(read(xml, 'ReasonCode')).toBe('83');
    expect(read(xml, 'CorrectionMethod')).toBe('03');
    expect(textsAt(xml, '//Corrective/TaxPeriod/*')).toEqual([period.start, period.end]);
    expect(textsAt(xml, '//InvoicingPeriod/*')).toEqual([period.start, period.end]);
  });
});

describe('the header of an invoice', () => {
  it('has a series if the number is longer than 20 characters', () => {
    const xml = write({ number: ORIGINAL.number });
    expect(textAt(xml, '//InvoiceHeader/InvoiceSeriesCode')).toBe('TALLERES/MADRID/');
    expect(textAt(xml, '//InvoiceHeader/InvoiceNumber')).toBe('2026/1');
    expect(textAt(xml, '//BatchIdentifier')).toBe('B12345674TALLERES/MADRID/2026/1');
  });

  it('states who issues the invoice', () => {
    const nobody = { name: null, documentType: null, documentNumber: null, countryCode: null };
    const byRecipient = { issuedBy: { role: 'recipient', ...nobody } } as const;
    const xml = write(byRecipient);
    expect(textAt(xml, '//InvoiceIssuerType')).toBe('RE');
    expect(textAt(xml, '//InvoiceDocumentType')).toBe('AF');
    expect(textAt(xml, '//LegalReference')).toBe('Facturación por el destinatario.');
    const byThirdParty = {
      issuedBy: { role: 'third_party', ...nobody, name: 'Gestoría', documentNumber: 'B98765431' },
    } as const;
    expect(textAt(write(byThirdParty), '//InvoiceIssuerType')).toBe('EM');
    expect(textAt(write(byThirdParty), '//InvoiceAdditionalInformation')).toBe(
      'Factura expedida por un tercero: Gestoría, B98765431.',
    );
  });

  it.each([
    ['2026-11-10', {}, '2026-11-10'],
    ['2026-11-20', {}, null],
    ['2027-12-31', { regime: '15' }, null],
    [null, {}, null],
  ] as const)('has the operation date %s of lines with %j as %s', (operationDate, line, stated) => {
    const xml = write({ operationDate, lines: [buildLine(line)] });
    expect(textAt(xml, '//InvoiceIssueData/OperationDate')).toBe(stated);
  });

  it('has references where they fit, and otherwise states them in the additional information', () => {
    const long = 'x'.repeat(21);
    const other = { buyer: 'C', project: 'P', deliveryNotes: ['1', '2'] };
    const fitting = write({ references: { order: 'P-1', contract: 'C-1', ...other } });
    expect(textAt(fitting, '//ReceiverTransactionReference')).toBe('P-1');
    expect(textAt(fitting, '//ReceiverContractReference')).toBe('C-1');
    expect(textAt(fitting, '//InvoiceAdditionalInformation')).toBe(
      'Referencia del comprador: C.\nProyecto: P.\nAlbaranes: 1, 2.',
    );
    const xml = write({
      references: { order: long, contract: long },
      period: { start: null, end: '2026-10-31' },
    });
    expect(textAt(xml, '//InvoiceAdditionalInformation')).toBe(
      `Pedido: ${long}.\nContrato: ${long}.\nPeriodo: hasta 31/10/2026.`,
    );
  });

  it('of an F3 names the simplified invoices that it replaces', () => {
    const replaces = [ORIGINAL, { ...ORIGINAL, number: 'T/2' }];
    expect(textAt(write({ type: 'F3', rectified: ORIGINAL }), '//RelatedInvoice')).toBe(ORIGINAL.number);
    const xml = write({ type: 'F3', replaces });
    expect(textAt(xml, '//RelatedInvoice')).toBeNull();
    expect(textAt(xml, '//InvoiceAdditionalInformation')).toBe(
      'Factura emitida en sustitución de facturas simplificadas: TALLERES/MADRID/2026/1, T/2.',
    );
    expect(textAt(xml, '//InvoiceClass')).toBe('OO');
  });
});
