import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEnvelope } from '../src/schema/open-envelope.ts';
import type { XmlElement } from '../src/xml/element.ts';
import { MessageFault } from '../src/xml/message-fault.ts';
import { parseXml } from '../src/xml/parse-xml.ts';
import { openAeatSchema } from '../../../test/domain/support/aeat-schema.ts';
import { hasSharedFacts, readShared } from '../../../test/domain/support/shared-facts.ts';
import { FULL_ALTA, FULL_ANULACION, FULL_CONSULTA } from './support/full-messages.ts';
import { mutateMessage, mutations, writeElement } from './support/mutate-message.ts';
import { runsOf } from '../../../test/support/long.ts';

const RUNS = runsOf(1500);

const SAMPLES = [
  '01-alta-f2-first',
  '05-alta-n2-vat-el',
  '06-rectificativa-r1-sustitucion',
  '07-batch-alta-alta-anulacion',
  '08-alta-por-rechazo-incidencia',
  '17-consulta.synthetic',
].map((name) => `samples/${name}.request.xml`);

function judge(root: XmlElement): { isValid: boolean; reason: string } {
  try {
    const { findings } = readEnvelope(root);
    return {
      isValid: findings.length === 0,
      reason: JSON.stringify(findings.map(({ code, field }) => [code, field])),
    };
  } catch (error) {
    if (!(error instanceof MessageFault)) throw error;
    return { isValid: false, reason: error.message };
  }
}

function describeSchema(schema: { check: (message: string) => void }, message: string): string | null {
  try {
    schema.check(message);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

describe.skipIf(!hasSharedFacts)(
  'the schema of the stand-in (skipped if ../shared/verifactu is absent)',
  () => {
    const roots = () => [...SAMPLES.map(readShared), FULL_ALTA, FULL_ANULACION, FULL_CONSULTA].map(parseXml);

    it('allows messages with every element', () => {
      using schema = openAeatSchema();
      for (const message of [FULL_ALTA, FULL_ANULACION, FULL_CONSULTA]) {
        expect(describeSchema(schema, message)).toBeNull();
        expect(judge(parseXml(message)).reason).toBe('[]');
      }
    });

    it('agrees with the official schemas on mutated messages', () => {
      using schema = openAeatSchema();
      const verdicts = { valid: 0, invalid: 0 };
      // Most mutated messages are invalid, so further ones are tried until both verdicts occur
      // often enough.
      for (let round = 0; round < 5 && Math.min(verdicts.valid, verdicts.invalid) <= RUNS / 20; round += 1)
        fc.assert(
          fc.property(fc.constantFrom(...roots()), mutations, (root, changes) => {
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

    it.each([
      ['RegistroFactura', 1000, 4114],
      ['DetalleDesglose', 12, 4113],
      ['IDDestinatario', 1000, 4113],
      ['IDFacturaRectificada', 1000, 4113],
      ['IDFacturaSustituida', 1000, 4113],
    ])('allows as many %s as the official schema: %i', (name, max, code) => {
      using schema = openAeatSchema();
      const repeat = (element: XmlElement, times: number): XmlElement[] => {
        const copy = { ...element, children: element.children.flatMap((child) => repeat(child, times)) };
        return Array.from({ length: element.name === name ? times : 1 }, () => copy);
      };
      const parts =
        { RegistroFactura: FULL_ANULACION }[name] ??
        FULL_ALTA.replace(/<i:DetalleDesglose><i:OperacionExenta.*?<\/i:DetalleDesglose>/, '');
      for (const times of [max, max + 1]) {
        const message = writeElement(repeat(parseXml(parts), times)[0]!);
        expect(describeSchema(schema, message) === null).toBe(times === max);
        expect(readEnvelope(parseXml(message)).findings.map((finding) => finding.code)).toEqual(
          times === max ? [] : [code],
        );
      }
    });

    it('reads dates and times like XML Schema', () => {
      using schema = openAeatSchema();
      // The texts have no white space around them, which libxml2 collapses only in some types.
      const padded = (max: number, width = 2) =>
        fc.integer({ min: 0, max }).map((part) => String(part).padStart(width, '0'));
      const timestamps = fc
        .tuple(
          fc.constantFrom('', '', '', '-', '+'),
          fc.constantFrom('2026', '2024', '1900', '2000', '0000', '0001', '12026', '02026', '26'),
          padded(13),
          padded(32),
          padded(25),
          padded(60),
          padded(60),
          fc.constantFrom('', '', '', '.5', '.000', '.', '.1234567'),
          fc.constantFrom(
            '',
            'Z',
            'z',
            '+01:00',
            '-13:59',
            '+14:00',
            '+14:01',
            '+15:00',
            '+0100',
            '+01',
            '+01:60',
          ),
        )
        .map(
          ([sign, year, month, day, hour, minute, second, fraction, zone]) =>
            `${sign}${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}${zone}`,
        );
      fc.assert(
        fc.property(timestamps, (timestamp) => {
          const message = FULL_ANULACION.replace('2026-11-20T10:15:30+01:00', timestamp);
          const official = describeSchema(schema, message);
          expect({ timestamp, isValid: judge(parseXml(message)).isValid, official }).toMatchObject({
            isValid: official === null,
          });
        }),
        { numRuns: RUNS },
      );
    });
  },
);
