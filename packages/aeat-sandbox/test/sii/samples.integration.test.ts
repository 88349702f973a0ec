import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AeatSandbox } from '../../src/open-aeat-sandbox.ts';
import { parseXml } from '../../src/xml/parse-xml.ts';
import type { XmlElement } from '../../src/xml/element.ts';
import { hasSiiFacts, siiPath } from '../../../../test/domain/support/shared-facts.ts';
import { post, textsOf } from '../support/sandbox.ts';
import { openSii, siiLinesOf } from './support/sii-sandbox.ts';

const read = (name: string) => readFileSync(siiPath(`samples/${name}.xml`), 'utf8');

/** The persons of the samples as their answers know them. */
const CENSUS = {
  taxpayers: [
    { nif: '12345678Z', name: 'COMERCIO MINORISTA PRUEBA' },
    { nif: '00000001R', name: 'PERSONA SIN CENSO', state: 'unregistered' as const },
  ],
};

/** Invoices, whose answer consists of one correct line. */
const ACCEPTED = [
  '01-alta-f1-two-rates',
  '02-alta-f2-art61d',
  '03-alta-export-e2',
  '04-alta-eu-goods-e5',
  '05-alta-eu-services-n2',
  '06-alta-mixed-goods-services-foreign',
  '07-alta-s2-reverse-charge',
  '08-alta-s3-mixed',
  '09-alta-surcharge',
  '10-alta-canary-n2-regime08',
  '11-alta-lease-12-property',
  '12-alta-r1-differences',
  '13-alta-r4-substitution',
  '14-alta-f3-agrupadas',
  '15-alta-f4-summary',
  '16-alta-oss-17',
  '17-alta-recc-07',
  '22-alta-macrodato',
  '23-alta-third-party',
];

async function ask({ siiUrls }: AeatSandbox, message: string): Promise<string> {
  const isOfPayments = /Cobros/.test(message.slice(0, 800));
  return (await post(isOfPayments ? siiUrls.payments : siiUrls.invoices, message)).text;
}

/** Writes a document without its envelope, prefixes and white space, and without AEAT's own values. */
function outline(xml: string): string {
  const write = ({ name, namespace, children, text }: XmlElement): string =>
    `${namespace.split('/').at(-1)} ${name}(${children.length > 0 ? children.map(write).join(' ') : text})`;
  const body = parseXml(xml).children.find(({ name }) => name === 'Body')!;
  return body.children
    .map(write)
    .join('')
    .replaceAll(/CSV\([^)]*/g, 'CSV(');
}

describe.skipIf(!hasSiiFacts)('a sample message of SII (skipped if ../shared/sii is absent)', () => {
  it.each(ACCEPTED)('%s is correct', async (name) => {
    await using sandbox = await openSii({ census: CENSUS });
    const text = await ask(sandbox, read(`${name}.request`));
    expect([siiLinesOf(text), textsOf(text, 'EstadoEnvio')]).toEqual([['Correcto'], ['Correcto']]);
  });

  it('with an invoice gets the answer of the sample', async () => {
    await using sandbox = await openSii();
    const text = await ask(sandbox, read('01-alta-f1-two-rates.request'));
    expect(outline(text)).toBe(outline(read('01-correct.response')));
  });

  it('with a payment gets the answer of the sample', async () => {
    await using sandbox = await openSii();
    await ask(sandbox, read('17-alta-recc-07.request'));
    const text = await ask(sandbox, read('18-cobros-recc.request'));
    expect(outline(text)).toBe(outline(read('18-cobros-correct.response')));
  });

  it('with a baja gets the answer of the sample, and a second time that of another', async () => {
    await using sandbox = await openSii();
    await ask(sandbox, read('07-alta-s2-reverse-charge.request'));
    const baja = read('20-baja.request');
    expect(outline(await ask(sandbox, baja))).toBe(outline(read('20-baja-correct.response')));
    expect(outline(await ask(sandbox, baja))).toBe(outline(read('26-baja-twice-3001.response')));
  });

  it('with three invoices gets the answer of the sample, with one of each state', async () => {
    await using sandbox = await openSii({ census: CENSUS });
    const message = read('21-batch-three.request');
    const records = [
      ...message.matchAll(/<siiLR:RegistroLRFacturasEmitidas>.*?<\/siiLR:RegistroLRFacturasEmitidas>/gs),
    ];
    await ask(sandbox, message.replace(records[0]![0], '').replace(records[1]![0], ''));
    expect(outline(await ask(sandbox, message))).toBe(outline(read('21-partially-correct.response')));
  });

  it('with a name that does not fit gets the answer of the sample', async () => {
    await using sandbox = await openSii({ census: CENSUS });
    const message = read('09-alta-surcharge.request')
      .replace('COMERCIO MINORISTA PRUEBA', 'NOMBRE MAL')
      .replace('2026-A/000104', '2026-A/000107');
    expect(outline(await ask(sandbox, message))).toBe(outline(read('24-incorrect-1117.response')));
  });

  it('that replaces what is there is correct, and otherwise gets the answer of the sample', async () => {
    await using sandbox = await openSii();
    await ask(sandbox, read('01-alta-f1-two-rates.request'));
    const replacement = read('19-modificacion-a1.request');
    expect(siiLinesOf(await ask(sandbox, replacement))).toEqual(['Correcto']);
    const unknown = replacement
      .replace('2026-A/000101', '2026-A/000999')
      .replace(/<sii:RefExterna>.*?<\/sii:RefExterna>/, '');
    expect(outline(await ask(sandbox, unknown))).toBe(outline(read('25-a1-unknown-3002.response')));
  });

  it('that is refused as a whole gets the fault of the sample', async () => {
    await using sandbox = await openSii({ census: { unknown: ['B12345674'] } });
    const message = read('01-alta-f1-two-rates.request');
    const empty = message.replace(/<sii:TipoDesglose>.*<\/sii:TipoDesglose>/s, '<sii:TipoDesglose/>');
    expect(outline(await ask(sandbox, empty))).toBe(outline(read('27-fault-4102.response')));
    expect(outline(await ask(sandbox, message))).toBe(outline(read('28-fault-4104.response')));
    sandbox.control.addFaults({ service: 'sii', kind: 'soap-fault' });
    expect(outline(await ask(sandbox, message))).toBe(outline(read('29-fault-server.response')));
  });

  it('with a query gets the answer of the sample', async () => {
    await using sandbox = await openSii();
    const official = outline(read('31-consulta.response'));
    // The answer of the sample has one rate, and its request two.
    const invoice = read('01-alta-f1-two-rates.request')
      .replace('142.00', '121.00')
      .replace(/<sii:RefExterna>.*?<\/sii:RefExterna>/, '')
      .replace(/(<\/sii:DetalleIVA>)\s*<sii:DetalleIVA>.*?<\/sii:DetalleIVA>/s, '$1');
    expect(siiLinesOf(await ask(sandbox, invoice))).toEqual(['Correcto']);
    sandbox.control.match([
      { id: { nif: 'B12345674', number: '2026-A/000101', date: '20-11-2026' }, matching: { state: '3' } },
    ]);
    const text = await ask(sandbox, read('30-consulta.request'));
    const withoutTime = (shape: string) => shape.replace(/(TimestampEstadoCuadre)\([^)]*/, '$1(');
    expect(withoutTime(outline(text))).toBe(withoutTime(official));
  });
});
