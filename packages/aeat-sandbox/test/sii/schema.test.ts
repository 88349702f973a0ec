import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSiiMessage } from '../../src/sii/schema/read-message.ts';
import { OPERATIONS } from '../../src/sii/schema/messages.ts';
import type { XmlElement } from '../../src/xml/element.ts';
import { MessageFault } from '../../src/xml/message-fault.ts';
import { openSoapBody } from '../../src/xml/open-soap-body.ts';
import { parseXml } from '../../src/xml/parse-xml.ts';
import { hasSiiFacts, siiPath } from '../../../../test/domain/support/shared-facts.ts';
import { openXmlSchema, type XmlSchema } from '../../../../test/domain/support/xml-schema.ts';
import { runsOf } from '../../../../test/support/long.ts';
import { COUNTRY_CODES } from '../../src/schema/simple-types.ts';
import { mutateMessage, mutations, writeElement } from '../support/mutate-message.ts';
import {
  foreigner,
  writePaymentQuery,
  writePayments,
  writeQuery,
  writeSupply,
  writeWithdrawal,
} from './support/write-sii.ts';
import { EVERY_MEMBER, EVERY_PAYMENT, EVERY_FILTER } from './support/full-messages.ts';

const RUNS = runsOf(1500);

const OWN = [
  writeSupply([{ lastNumber: 'A/2', invoice: EVERY_MEMBER }, {}]),
  writeWithdrawal([{}, {}]),
  writePayments([{ payments: EVERY_PAYMENT }]),
  writeQuery(EVERY_FILTER),
  writePaymentQuery({}, 2),
];

function openSchema(): XmlSchema {
  const file = siiPath('xsd/envelope-check.xsd');
  return openXmlSchema(readFileSync(file, 'utf8'), file);
}

function readSamples(): string[] {
  const folder = siiPath('samples');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.request.xml'))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
}

function judge(root: XmlElement): { isValid: boolean; reason: string } {
  try {
    const name = openSoapBody(root).name as keyof typeof OPERATIONS;
    const isOfPayments = Object.hasOwn(OPERATIONS, name) && OPERATIONS[name].isOfPayments;
    const { findings } = readSiiMessage(root, isOfPayments ? 'payments' : 'invoices');
    const reason = JSON.stringify(findings.map(({ code, field }) => [code, field]));
    return { isValid: findings.length === 0, reason };
  } catch (error) {
    if (!(error instanceof MessageFault)) throw error;
    return { isValid: false, reason: error.message };
  }
}

function describeSchema(schema: XmlSchema, message: string): string | null {
  try {
    schema.check(message);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

describe('the schema of SII', () => {
  it('allows messages with every element', () => {
    for (const message of OWN) expect(judge(parseXml(message)).reason).toBe('[]');
  });

  it.each([
    ['IDVersionSii', '1.0', 4100],
    ['TipoComunicacion', 'A2', 4101],
    ['TipoFactura', 'F9', 4102],
    ['NumSerieFacturaEmisor', '', 4102],
  ])('names the code of a wrong %s', (name, text, code) => {
    const message = writeSupply([{}]).replace(new RegExp(`(<sii:${name}>)[^<]*`), `$1${text}`);
    expect(readSiiMessage(parseXml(message), 'invoices').findings).toMatchObject([{ code, field: name }]);
  });

  it('names the code of more than 10,000 records', () => {
    const one = parseXml(writeSupply([{}]));
    const body = one.children[1]!.children[0]!;
    const grow = (count: number): XmlElement => ({
      ...one,
      children: [
        {
          ...one.children[1]!,
          children: [
            {
              ...body,
              children: [body.children[0]!, ...Array.from({ length: count }, () => body.children[1]!)],
            },
          ],
        },
      ],
    });
    const codesOf = (count: number) =>
      readSiiMessage(grow(count), 'invoices').findings.map(({ code }) => code);
    expect([codesOf(10_000), codesOf(10_001)]).toEqual([[], [4117]]);
  });
});

describe.skipIf(!hasSiiFacts)('the schema of SII (skipped if ../shared/sii is absent)', () => {
  it('agrees with the official schemas on the samples and on messages with every element', () => {
    using schema = openSchema();
    const samples = readSamples();
    expect(samples.length).toBeGreaterThan(20);
    for (const message of [...samples, ...OWN]) {
      expect(describeSchema(schema, message)).toBeNull();
      expect(judge(parseXml(message)).reason).toBe('[]');
    }
  });

  it('agrees with them on mutated messages', () => {
    using schema = openSchema();
    const roots = [...readSamples(), ...OWN].map(parseXml);
    const verdicts = { valid: 0, invalid: 0 };
    for (let round = 0; round < 5 && Math.min(verdicts.valid, verdicts.invalid) <= RUNS / 20; round += 1)
      fc.assert(
        fc.property(fc.constantFrom(...roots), mutations, (root, changes) => {
          const mutated = mutateMessage(root, changes);
          const message = writeElement(mutated);
          const official = describeSchema(schema, message);
          const { isValid, reason } = judge(parseXml(message));
          verdicts[isValid ? 'valid' : 'invalid'] += 1;
          expect({ isValid, official, reason }).toMatchObject({ isValid: official === null });
        }),
        { numRuns: RUNS },
      );
    expect(Math.min(verdicts.valid, verdicts.invalid)).toBeGreaterThan(RUNS / 20);
  });

  it('knows the same countries', () => {
    using schema = openSchema();
    for (const country of [...COUNTRY_CODES, 'XI', 'EL', 'ZZ']) {
      const message = writeSupply([{ invoice: { Contraparte: foreigner('04', '1', country) } }]);
      expect([country, judge(parseXml(message)).isValid]).toEqual([
        country,
        describeSchema(schema, message) === null,
      ]);
    }
  });
});
