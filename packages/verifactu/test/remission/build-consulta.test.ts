import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { buildConsulta, type ConsultaInput } from 'verifactu-protocol/remission/build-consulta';
import { openAeatSchema } from '../../../../test/domain/support/aeat-schema.ts';
import { hasSharedFacts, readShared } from '../../../../test/domain/support/shared-facts.ts';

const schema = hasSharedFacts ? openAeatSchema() : null;
afterAll(() => schema?.[Symbol.dispose]());

const EXTRAS =
  '<con:DatosAdicionalesRespuesta><con:MostrarSistemaInformatico>S</con:MostrarSistemaInformatico></con:DatosAdicionalesRespuesta>';
const ISSUER = { nif: '89890001K', name: 'CERTIFICADO UNO TELEMATICAS' };
const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
const numbers = fc
  .array(fc.constantFrom(...ASCII.filter((character) => !'"\'<>= '.includes(character))), {
    minLength: 1,
    maxLength: 60,
  })
  .map((characters) => characters.join(''));
const days = fc
  .date({ min: new Date('2024-10-28'), max: new Date('2040-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const queries: fc.Arbitrary<ConsultaInput> = fc.record(
  {
    issuer: fc.constant({ nif: 'B12345674', name: 'Cañas & <Cía>' }),
    period: days.map((day) => day.slice(0, 7)),
    number: numbers,
    issueDate: days,
    externalReference: numbers,
    page: fc.record({ issuerNif: fc.constant('B12345674'), number: numbers, issueDate: days }),
  },
  { requiredKeys: ['issuer', 'period'] },
);

describe('a query', () => {
  it.skipIf(schema === null)("is valid against AEAT's schema with every combination of filters", () => {
    fc.assert(
      fc.property(queries, (query) => {
        expect(() => schema?.check(buildConsulta(query))).not.toThrow();
      }),
    );
  });

  it.skipIf(schema === null)("is invalid against AEAT's schema if its month is wrong", () => {
    const message = buildConsulta({ issuer: ISSUER, period: '2026-08' });
    expect(() => schema?.check(message.replace('<si:Periodo>08<', '<si:Periodo>13<'))).toThrow('Periodo');
  });

  it.skipIf(schema === null)("equals AEAT's sample except for the additional data that it requests", () => {
    const sample = readShared('samples/17-consulta.synthetic.request.xml').replace(/\?>\s*/, '?>');
    const query = { issuer: ISSUER, period: '2026-08', number: '12345678/G33' };
    const asked = buildConsulta(query);
    expect(asked).toContain(EXTRAS);
    expect(asked.replace(EXTRAS, '')).toBe(sample.trim());
  });

  it('contains its filters in the order of the schema', () => {
    const message = buildConsulta({
      issuer: ISSUER,
      period: '2026-11',
      number: 'A&1',
      issueDate: '2026-11-20',
      externalReference: '17',
      page: { issuerNif: ISSUER.nif, number: 'A&0', issueDate: '2026-11-19' },
    });
    expect(message).toContain(
      '<con:FiltroConsulta>' +
        '<con:PeriodoImputacion><si:Ejercicio>2026</si:Ejercicio><si:Periodo>11</si:Periodo></con:PeriodoImputacion>' +
        '<con:NumSerieFactura>A&amp;1</con:NumSerieFactura>' +
        '<con:FechaExpedicionFactura><si:FechaExpedicionFactura>20-11-2026</si:FechaExpedicionFactura></con:FechaExpedicionFactura>' +
        '<con:RefExterna>17</con:RefExterna>' +
        '<con:ClavePaginacion><si:IDEmisorFactura>89890001K</si:IDEmisorFactura><si:NumSerieFactura>A&amp;0</si:NumSerieFactura>' +
        '<si:FechaExpedicionFactura>19-11-2026</si:FechaExpedicionFactura></con:ClavePaginacion>' +
        `</con:FiltroConsulta>${EXTRAS}`,
    );
  });

  it.each(['2026', '2026-13', '2026-00', '2026-11-20', '11-2026', ''])(
    'refuses %j, which is not a month',
    (period) => {
      expect(() => buildConsulta({ issuer: ISSUER, period })).toThrow(RangeError);
    },
  );
});
