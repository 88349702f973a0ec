import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSyntaxSchema } from '../../../../test/domain/support/en16931-judge.ts';
import { hasEinvoiceFacts } from '../../../../test/domain/support/shared-facts.ts';
import type { XmlSchema } from '../../../../test/domain/support/xml-schema.ts';
import { runsOf } from '../../../../test/support/long.ts';
import { checkElement } from '../../src/schema/check-element.ts';
import { DOCUMENT_TYPES } from '../../src/spfe/schema/document-types.ts';
import type { XmlElement } from '../../src/xml/element.ts';
import { parseXml } from '../../src/xml/parse-xml.ts';
import { mutateMessage, mutations, writeElement } from '../support/mutate-message.ts';
import { writeFullInvoice } from './support/write-invoice.ts';
import { dated, writeApplicationResponse } from './support/write-message.ts';

const DOCUMENTS = [
  { syntax: 'ubl25', type: DOCUMENT_TYPES.original, root: parseXml(writeFullInvoice()) },
  {
    syntax: 'ubl25-response',
    type: DOCUMENT_TYPES.message,
    root: parseXml(
      writeApplicationResponse([
        {
          name: 'PAYMENT',
          statuses: [dated('DueDate', '2027-12-01'), '<cbc:StatusReason>CorrectedInvoice</cbc:StatusReason>'],
        },
        { name: 'REJECTION', statuses: ['<cbc:ConditionCode>01</cbc:ConditionCode>'] },
      ]),
    ),
  },
] as const;

/** A document in the place in which mutations change something. */
const wrap = (root: XmlElement): XmlElement => {
  const outer = { namespace: '', attributes: [], text: '' };
  return { ...outer, name: 'Envelope', children: [{ ...outer, name: 'Body', children: [root] }] };
};

describe.runIf(hasEinvoiceFacts)('the structure that the stand-in allows', () => {
  const schemas = new Map<string, XmlSchema>();
  beforeAll(() => {
    for (const { syntax } of DOCUMENTS) schemas.set(syntax, openSyntaxSchema(syntax));
  });
  afterAll(() => {
    for (const schema of schemas.values()) schema[Symbol.dispose]();
  });

  it.each(DOCUMENTS)('is within UBL 2.5: $syntax', ({ syntax, type, root }) => {
    let allowed = 0;
    fc.assert(
      fc.property(mutations, (changes) => {
        const [mutated] = mutateMessage(wrap(root), changes).children[0]!.children;
        const { name, namespace } = mutated!;
        if (name !== type.name || namespace !== type.namespace) return;
        if (checkElement(mutated!, type.type).length > 0) return;
        allowed += 1;
        // What the schema refuses would be thrown here.
        schemas.get(syntax)!.check(writeElement(mutated!));
      }),
      { numRuns: runsOf(1000) },
    );
    expect(allowed).toBeGreaterThan(10);
  });
});
