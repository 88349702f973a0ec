import { describe, expect, it } from 'vitest';
import { answerArrival } from '../src/exchange/answer-arrival.ts';
import { readArrival } from '../src/exchange/read-arrival.ts';
import { DEFAULT_SETTINGS } from '../src/exchange/settings.ts';
import { normaliseDecimal } from '../src/records/decimal.ts';
import { readRecord } from '../src/records/read-record.ts';
import type { Alta, Detalle } from '../src/records/record.ts';
import { createMemoryJournal } from '../src/registry/journal.ts';
import { Office } from '../src/registry/office.ts';
import { buildCensus } from '../src/taxpayers/census.ts';
import { findChild, findChildren, type XmlElement } from '../src/xml/element.ts';
import { parseXml } from '../src/xml/parse-xml.ts';
import { openAeatSchema } from '../../../test/domain/support/aeat-schema.ts';
import { hasSharedFacts } from '../../../test/domain/support/shared-facts.ts';
import {
  altaOf,
  identifiedBy,
  ISSUER,
  lineOf,
  NOW,
  PUBLIC_BODY,
  RECIPIENT,
  untaxed,
} from './support/records.ts';
import { chainOf, linesOf, type Draft } from './support/sandbox.ts';
import { writeConsulta, writeRemission } from './support/write-message.ts';

const referred = (...numbers: string[]) =>
  numbers.map((number) => ({ nif: ISSUER, number, date: '01-10-2026' }));
const MANY = Array.from({ length: 1000 }, (_, index) => `T/${index + 1}`);

/** Valid records that together have every member of an alta and of its lines. */
const DRAFTS: readonly Draft[] = [
  {
    subsanacion: 'S',
    rechazoPrevio: 'X',
    type: 'R1',
    rectification: 'S',
    rectified: referred('A/1', 'A/2'),
    rectifiedAmount: { base: '300.00', tax: '63.00', surcharge: '5.20' },
    operationDate: '19-11-2026',
    simplified7273: 'S',
    issuedBy: 'T',
    third: identifiedBy('03', 'X1', 'ES'),
    recipients: [
      RECIPIENT,
      identifiedBy('02', 'EL123456789', null),
      identifiedBy('04', '12-3456789', 'US'),
      identifiedBy('05', 'C1', 'FR'),
      identifiedBy('06', 'D1', 'QU'),
    ],
    coupon: 'S',
    lines: [
      lineOf({ surchargeRate: '5.20', surcharge: '5.20' }),
      lineOf({ regimen: '06', base: '150.00', baseAtCost: '100.00' }),
      untaxed({ impuesto: '03', regimen: '01', exenta: 'E7', base: '-10.50' }),
      lineOf({ impuesto: '02', regimen: '20', rate: '4', tax: '4.00' }),
      lineOf({ impuesto: '05', regimen: null, rate: '1.', tax: '1.00' }),
    ],
    agreement: '123456789012345',
    systemAgreement: '1234567890123456',
  },
  {
    type: 'F3',
    substituted: referred(...MANY),
    issuedBy: 'D',
    macrodato: 'N',
    recipients: [PUBLIC_BODY, RECIPIENT],
  },
  {
    type: 'F2',
    recipients: null,
    unidentified61d: 'S',
    lines: [lineOf({ base: '90000.00', tax: '18900.00' })],
  },
];
const RECORDS = chainOf(DRAFTS) as Alta[];
const MESSAGE = writeRemission({ nif: ISSUER }, RECORDS);

/** Returns the answers to messages that arrive one after the other. */
function exchange(...messages: string[]): string[] {
  const office = new Office(createMemoryJournal());
  const census = buildCensus({ agreements: ['123456789012345', '1234567890123456'] });
  const desk = { office, settings: DEFAULT_SETTINGS, census, now: NOW };
  return messages.map((message) => {
    const arrival = readArrival({ bytes: Buffer.from(message), contentType: undefined, presenter: null });
    return answerArrival(arrival, null, desk).body;
  });
}

/** Lists the elements with a local name, at any depth. */
function findAll(element: XmlElement, name: string): XmlElement[] {
  return [...findChildren(element, name), ...element.children.flatMap((child) => findAll(child, name))];
}

/** Returns an alta with its amounts as in the answer to a consulta. */
function normalise(alta: Alta): Alta {
  const shorten = <T extends string | null>(literal: T) =>
    (literal === null ? null : normaliseDecimal(literal)) as T;
  return {
    ...alta,
    rectifiedAmount: alta.rectifiedAmount && {
      base: shorten(alta.rectifiedAmount.base),
      tax: shorten(alta.rectifiedAmount.tax),
      surcharge: shorten(alta.rectifiedAmount.surcharge),
    },
    lines: alta.lines.map((line) => ({
      ...line,
      rate: shorten(line.rate),
      base: shorten(line.base),
      baseAtCost: shorten(line.baseAtCost),
      tax: shorten(line.tax),
      surchargeRate: shorten(line.surchargeRate),
      surcharge: shorten(line.surcharge),
    })),
    taxTotal: shorten(alta.taxTotal),
    total: shorten(alta.total),
    generatedAt: '2026-11-20T09:15:30Z',
  };
}

describe('every member of an alta', () => {
  it('occurs in the records of this test', () => {
    const lines = RECORDS.flatMap((record) => record.lines);
    for (const name of Object.keys(altaOf())) {
      expect({ name, occurs: RECORDS.some((record) => record[name as keyof Alta] !== null) }).toMatchObject({
        occurs: true,
      });
    }
    for (const name of Object.keys(lineOf())) {
      expect({ name, occurs: lines.some((line) => line[name as keyof Detalle] !== null) }).toMatchObject({
        occurs: true,
      });
    }
  });

  it('is read from a message', () => {
    const read = [...findAll(parseXml(MESSAGE), 'RegistroAlta')].map(readRecord);
    expect(read).toEqual(RECORDS);
  });

  it('is accepted, and returned by a consulta', () => {
    const extras =
      '<c:MostrarNombreRazonEmisor>S</c:MostrarNombreRazonEmisor><c:MostrarSistemaInformatico>S</c:MostrarSistemaInformatico>';
    const [accepted, found] = exchange(MESSAGE, writeConsulta({ nif: ISSUER, period: '11-2026', extras }));
    expect(linesOf(accepted!)).toEqual(['Correcto', 'Correcto', 'Correcto']);
    const returned = findAll(parseXml(found!), 'RegistroRespuestaConsultaFactuSistemaFacturacion').map(
      (entry) => {
        const data = findChild(entry, 'DatosRegistroFacturacion')!;
        return readRecord({
          ...data,
          name: 'RegistroAlta',
          children: [findChild(entry, 'IDFactura')!, ...data.children],
        });
      },
    );
    expect(returned.toReversed()).toEqual(RECORDS.map(normalise));
  });

  it('is returned to each recipient', () => {
    const ask = (nif: string) => writeConsulta({ nif, role: 'Destinatario', period: '11-2026' });
    const [, first, second] = exchange(MESSAGE, ask(RECIPIENT.nif!), ask(PUBLIC_BODY.nif!));
    const count = (answer: string) => findAll(parseXml(answer), 'DatosRegistroFacturacion').length;
    expect([count(first!), count(second!)]).toEqual([2, 1]);
  });
});

describe.skipIf(!hasSharedFacts)(
  'a message with every member (skipped if ../shared/verifactu is absent)',
  () => {
    it('is valid according to the official schemas, and so are the answers', () => {
      using schema = openAeatSchema();
      const consulta = writeConsulta({ nif: ISSUER, period: '11-2026' });
      for (const message of [MESSAGE, consulta, ...exchange(MESSAGE, consulta)])
        expect(() => schema.check(message)).not.toThrow();
    });
  },
);
