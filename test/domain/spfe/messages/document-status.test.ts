import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readXml } from 'verifactu-protocol/client/read-xml';
import { readFound, readSubmission } from '../../../../src/domain/spfe/messages/document-status.ts';
import { openSyntaxSchema } from '../../support/en16931-judge.ts';
import { hasEinvoiceFacts, hasSpfeFacts, spfePath } from '../../support/shared-facts.ts';
import { writeFound, writeReference, writeStatus } from './support/write-status.ts';

const parse = (xml: string) => {
  const root = readXml(Buffer.from(xml), 'application/xml', { maxMarkup: 10_000 });
  if (typeof root === 'string') throw new Error(root);
  return root;
};

describe('the answer to documents', () => {
  it.runIf(hasSpfeFacts)('is read as the sample has it', () => {
    const sample = readFileSync(spfePath('samples/status-01-partly-admitted.xml'), 'utf8');
    expect(readSubmission(parse(sample))).toEqual({
      csv: 'SANDBOXCSV000001',
      code: 206,
      unread: 0,
      documents: [
        {
          issuerNif: 'B12345674',
          number: 'R-2027/0012',
          issueDate: '2027-11-22',
          status: '200',
          text: null,
          localizador: 'LOCGENV1:O:c2FuZGJveC0x',
        },
        {
          issuerNif: 'B12345674',
          number: 'R-2027/0013',
          issueDate: '2027-11-23',
          status: 'SPFE-GEN-99',
          text: 'Copia ya registrada (texto del simulador)',
          localizador: null,
        },
      ],
    });
  });

  it('counts documents without code or status as unread, and refuses another code of the whole', () => {
    const rows = [
      writeReference({ number: 'F1', status: '200' }),
      writeReference({ number: 'F2', status: null }),
      writeReference({ number: 'F3', date: '1-2-2027', status: '200' }),
      writeReference({ number: 'F4', nif: null, status: '200' }),
    ];
    expect(readSubmission(parse(writeStatus({ code: '200', rows })))).toMatchObject({
      documents: [{ number: 'F1' }],
      unread: 3,
    });
    for (const code of ['201', '', '0200', 'OK'])
      expect(readSubmission(parse(writeStatus({ code, rows })))).toBeNull();
    expect(readSubmission(parse('<DocumentStatus xmlns="urn:other"/>'))).toBeNull();
  });
});

describe('the answer to a query', () => {
  const EVENT =
    '<cac:AdditionalDocumentResponse><cac:Response><cbc:ResponseCode>PAYMENT</cbc:ResponseCode>' +
    '<cbc:EffectiveDate>2027-12-29</cbc:EffectiveDate><cac:Status><cbc:ReferenceDate>2027-12-30</cbc:ReferenceDate>' +
    '<cac:Condition><cbc:AttributeID>DueDate</cbc:AttributeID></cac:Condition></cac:Status>' +
    '<cac:Status><cbc:StatusReason>CorrectedInvoice</cbc:StatusReason></cac:Status></cac:Response>' +
    `${writeReference({ number: 'F1', status: null })}</cac:AdditionalDocumentResponse>`;

  it('has the CSV, the kind and the events of each document', () => {
    const rows = [
      writeReference({ number: 'F1', status: '200', csv: 'CSV1', kind: 'copy', localizador: 'L:1' }),
      writeReference({ number: 'F2', status: 'SPFE-GEN-04' }),
    ];
    expect(readFound(parse(writeFound({ rows, events: EVENT })))).toMatchObject({
      isWhole: true,
      next: null,
      documents: [
        {
          number: 'F1',
          kind: 'copy',
          csv: 'CSV1',
          localizador: 'L:1',
          events: [
            {
              code: 'PAYMENT',
              effectiveOn: '2027-12-29',
              dueOn: '2027-12-30',
              isCorrected: true,
              isNegative: false,
            },
          ],
        },
        { number: 'F2', status: 'SPFE-GEN-04', kind: null, csv: null, events: [] },
      ],
    });
  });

  it('continues with the key of the next page, and is not whole if the key is missing', () => {
    const rows = [writeReference({ number: 'F1', status: '200' })];
    const page = (reason: string, key: string) =>
      readFound(parse(writeFound({ rows, page: { reason, key } })));
    expect(page('MORE', 'LOC:1')).toMatchObject({ next: 'LOC:1', isWhole: true });
    expect(page('LAST', '')).toMatchObject({ next: null, isWhole: true });
    expect(page('MORE', '')).toMatchObject({ next: null, isWhole: false });
    expect(page('PERHAPS', 'LOC:1')).toMatchObject({ next: null, isWhole: false });
  });

  it('is whole without documents, although UBL demands a reference, and not with unreadable ones', () => {
    const nothing =
      '<cac:DocumentReference><cbc:ID>-</cbc:ID><cbc:DocumentStatusCode>SPFE-GEN-04</cbc:DocumentStatusCode></cac:DocumentReference>';
    expect(readFound(parse(writeFound({ rows: [nothing] })))).toMatchObject({ documents: [], isWhole: true });
    const rows = [writeReference({ number: 'F1', status: null })];
    expect(readFound(parse(writeFound({ rows })))).toMatchObject({ documents: [], isWhole: false });
    const unnamed = EVENT.replace('<cbc:ID>F1</cbc:ID>', '');
    expect(readFound(parse(writeFound({ rows: [], events: unnamed })))).toMatchObject({ isWhole: false });
  });
});

describe.runIf(hasEinvoiceFacts)('an answer of the tests', () => {
  it('conforms to the schema of UBL 2.5', () => {
    using schema = openSyntaxSchema('ubl25-status');
    const rows = [
      writeReference({ number: 'F1', status: '200', csv: 'CSV1', kind: 'copy', localizador: 'L' }),
    ];
    for (const xml of [
      writeStatus({ code: '206', rows }),
      writeFound({ rows, page: { reason: 'MORE', key: 'L' } }),
    ])
      expect(() => schema.check(xml)).not.toThrow();
  });
});
