import { describe, expect, it } from 'vitest';
import { buildRecordsDocument } from 'verifactu-protocol/remission/build-envelope';
import { describeInvoice } from '#src/domain/registration/describe-invoice.ts';
import { buildRegistroAlta } from 'verifactu-protocol/records/build-registro-alta';
import { openAeatSchema } from '../support/aeat-schema.ts';
import { buildInput, documentOf } from '../support/inputs.ts';
import { GENERATED_AT, PREVIOUS, SYSTEM } from '../../../packages/verifactu/test/support/records.ts';
import { hasSharedFacts } from '../support/shared-facts.ts';

const { xml } = buildRegistroAlta({
  invoice: describeInvoice(documentOf(buildInput())),
  externalReference: '1',
  system: SYSTEM,
  previous: PREVIOUS,
  generatedAt: GENERATED_AT,
});
const issuer = { nif: 'B12345674', name: 'Uno & Dos SL' };

describe('a document of records', () => {
  it.skipIf(!hasSharedFacts)('is valid against AEAT’s SuministroLR.xsd without an envelope', () => {
    using schema = openAeatSchema('xsd/SuministroLR.xsd');
    schema.check(buildRecordsDocument({ issuer, hasIncident: true, records: [xml, xml] }));
    expect(() =>
      schema.check(buildRecordsDocument({ issuer, hasIncident: false, records: ['<si:x/>'] })),
    ).toThrow(/x/);
  });

  it.each([0, 1001])('cannot contain %i records', (count) => {
    const records = Array<string>(count).fill(xml);
    expect(() => buildRecordsDocument({ issuer, hasIncident: false, records })).toThrow(RangeError);
  });
});
