import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { InvoiceInput } from '../../../../src/contracts/v2/invoice-input.ts';
import { buildCollectionsQuery, buildConsulta } from '../../../../src/domain/sii/messages/build-consulta.ts';
import { buildMessage } from '../../../../src/domain/sii/messages/build-message.ts';
import { writeCollections } from '../../../../src/domain/sii/messages/write-collections.ts';
import { writeWithdrawal } from '../../../../src/domain/sii/messages/write-entry.ts';
import { hasSiiFacts, siiPath } from '../../support/shared-facts.ts';
import { openXmlSchema } from '../../support/xml-schema.ts';
import { draft, entryOf, xmlOf } from '../support/drafts.ts';
import { OTHERS, SAMPLES } from '../support/sample-inputs.ts';

/* The messages of the engine are the sample messages to the letter, apart from blanks between tags. */

const ISSUER = { nif: 'B12345674', name: 'EJEMPLO SUMINISTROS SL' };
const read = (file: string) =>
  readFileSync(siiPath(`samples/${file}`), 'utf8')
    .trim()
    .replaceAll(/>\s+</g, '><');
const recordOf = (input: InvoiceInput, externalReference = '') =>
  xmlOf(draft(input), input.number_serie!, externalReference);
const identityOf = (number: string) => ({ issuerNif: ISSUER.nif, number, issueDate: '2026-11-20' });

const COBROS = buildMessage({
  kind: 'cobros',
  issuer: ISSUER,
  records: [
    writeCollections(identityOf('2026-A/000106'), [
      { date: '2026-11-25', amount: '121.00', means: '01', account: 'ES9121000418450200051332' },
    ]),
  ],
});
const BAJA = buildMessage({
  kind: 'baja',
  issuer: ISSUER,
  records: [
    writeWithdrawal(entryOf(draft({})), { number: '2026-A/000102', externalReference: 'rec-000102' }),
  ],
});
const CONSULTA = buildConsulta({
  issuer: ISSUER,
  fiscalYear: 2026,
  period: '11',
  number: '2026-A/000101',
  issueDate: '2026-11-20',
});
const three = [
  ['2026-B/000001', 'CLIENTE NACIONAL SA', 'A12345674'],
  ['2026-B/000002', 'PERSONA SIN CENSO', '00000001R'],
  ['2026-B/000003', 'CLIENTE NACIONAL SA', 'A12345674'],
] as const;
const BATCH = buildMessage({
  kind: 'A0',
  issuer: ISSUER,
  records: three.map(([number_serie, name, document_number]) =>
    recordOf({
      number_serie,
      operation_description: 'Lote',
      recipients: [{ name, document_type: 'nif', document_number }],
    }),
  ),
});

const schema = hasSiiFacts
  ? openXmlSchema(readFileSync(siiPath('xsd/envelope-check.xsd'), 'utf8'), siiPath('xsd/envelope-check.xsd'))
  : null;
afterAll(() => schema?.[Symbol.dispose]());

describe.skipIf(!hasSiiFacts)('the sample messages of SII', () => {
  it.each(SAMPLES)('are built from an invoice: $file', ({ file, kind, externalReference, input }) => {
    const records = [recordOf(input, externalReference)];
    expect(buildMessage({ kind, issuer: ISSUER, records })).toBe(read(file));
  });

  it.each([
    ['18-cobros-recc.request.xml', COBROS],
    ['20-baja.request.xml', BAJA],
    ['21-batch-three.request.xml', BATCH],
    ['30-consulta.request.xml', CONSULTA],
  ])('are built: %s', (file, message) => expect(message).toBe(read(file)));

  it('are all built, or named with the reason', () => {
    const requests = readdirSync(siiPath('samples')).filter((file) => file.endsWith('.request.xml'));
    const known = [...SAMPLES.map(({ file }) => file), ...Object.keys(OTHERS)];
    expect(known.toSorted()).toEqual(requests.toSorted());
  });
});

describe('the messages of the engine', () => {
  it("are valid against AEAT's schemas, also a query of a page and of a state of comparison", () => {
    const page = buildConsulta({
      issuer: ISSUER,
      fiscalYear: 2026,
      period: '4T',
      matchingState: '3',
      page: identityOf('A&B <1>'),
    });
    expect(page).toContain('A&amp;B &lt;1&gt;');
    const ofCollections = [undefined, '10000'].map((key) =>
      buildCollectionsQuery({
        issuer: ISSUER,
        ...identityOf('A&B <1>'),
        ...(key !== undefined && { page: key }),
      }),
    );
    for (const message of [COBROS, BAJA, BATCH, CONSULTA, page, ...ofCollections]) schema?.check(message);
  });

  it('take 1 to 10,000 records', () => {
    for (const records of [[], Array.from({ length: 10_001 }, () => '')])
      expect(() => buildMessage({ kind: 'A0', issuer: ISSUER, records })).toThrow(RangeError);
  });

  it('state A0 or A1 in their header, and neither in a withdrawal and in collections', () => {
    const headerOf = (kind: 'A0' | 'A1' | 'baja' | 'cobros') =>
      /<sii:TipoComunicacion>(\w+)</.exec(buildMessage({ kind, issuer: ISSUER, records: [''] }))?.[1];
    expect((['A0', 'A1', 'baja', 'cobros'] as const).map(headerOf)).toEqual([
      'A0',
      'A1',
      undefined,
      undefined,
    ]);
  });
});
