import { describe, expect, it } from 'vitest';
import { hasSharedFacts, readShared } from '../../../test/domain/support/shared-facts.ts';
import { linesOf, openSandbox, post, textsOf } from './support/sandbox.ts';

const read = (name: string) => readShared(`samples/${name}.xml`);
const clockOf = (message: string) =>
  Date.parse(textsOf(message, 'FechaHoraHusoGenRegistro').at(-1) ?? '2026-08-02T12:00:00Z');

/**
 * Requests and the results of their lines. AEAT answered 01 to 05 with Correcto. 06 to 08 were
 * never sent: their dates (1112, 1152) and an unknown record (3002) determine the results.
 */
const LINES: readonly [name: string, lines: readonly string[]][] = [
  ['01-alta-f2-first', ['Correcto']],
  ['02-alta-surcharge', ['Correcto']],
  ['03-alta-s2', ['Correcto']],
  ['04-alta-igic', ['Correcto']],
  ['05-alta-n2-vat-el', ['Correcto']],
  ['06-rectificativa-r1-sustitucion', ['Incorrecto 1112']],
  ['07-batch-alta-alta-anulacion', ['Incorrecto 1152', 'Incorrecto 1152', 'Incorrecto 3002']],
  ['08-alta-por-rechazo-incidencia', ['Incorrecto 1152']],
];

/** Values that AEAT generates. */
function withoutOwn(answer: string): string {
  return answer
    .replace(/<tikR:CSV>A-[0-9A-Z]{14}</, '<tikR:CSV>csv<')
    .replace(/<tik:IdPeticionRegistroDuplicado>\d{20}</, '<tik:IdPeticionRegistroDuplicado>id<')
    .replace(/<tik:NIFPresentador>[^<]*/, '<tik:NIFPresentador>')
    .trim();
}

describe.skipIf(!hasSharedFacts)('a sample message (skipped if ../shared/verifactu is absent)', () => {
  it.each(LINES)('%s gets the same lines as from AEAT', async (name, lines) => {
    const message = read(`${name}.request`);
    await using sandbox = await openSandbox({ now: () => clockOf(message) });
    expect(linesOf((await post(sandbox.soapUrl, message)).text)).toEqual(lines);
  });

  it.each(['01-alta-f2-first', '04-alta-igic'])('%s gets exactly AEAT’s answer', async (name) => {
    const message = read(`${name}.request`);
    await using sandbox = await openSandbox({ now: () => clockOf(message) });
    const { text } = await post(sandbox.soapUrl, message);
    expect(withoutOwn(text)).toBe(withoutOwn(read(`${name}.response`)));
  });

  it('with a second first record and its repeat gets exactly AEAT’s answers', async () => {
    const [warned, duplicate] = [
      read('10-accepted-with-errors-2007.response'),
      read('11-rejected-duplicate-3000.response'),
    ];
    const first = read('01-alta-f2-first.request').replaceAll('ERPlora Demo SL', 'ERPLORA CLOUD SL');
    // The request itself is not available. The same invoice with an incorrect huella would also get
    // 2000, so only 2007 is compared.
    const now = Date.parse(textsOf(warned, 'TimestampPresentacion')[0] ?? '');
    const second = first
      .replaceAll('PLAY-20260923-214530', textsOf(warned, 'NumSerieFactura')[0] ?? '')
      .replaceAll('23-09-2026', '02-08-2026')
      .replace('2026-09-23T21:45:30+02:00', '2026-08-02T13:58:18+02:00');
    await using sandbox = await openSandbox({ now: () => now });
    await post(sandbox.soapUrl, second.replaceAll('ENS-', 'EARLIER-'));
    const { hashRecord } = await import('../src/records/hash-record.ts');
    const { readArrival } = await import('../src/exchange/read-arrival.ts');
    const bytes = Buffer.from(second);
    const [record] = readArrival({ bytes, contentType: undefined, presenter: null }).records;
    const sealed = second.replace(/<sum1:Huella>[^<]*/, `<sum1:Huella>${hashRecord(record!)}`);
    expect(withoutOwn((await post(sandbox.soapUrl, sealed)).text)).toBe(withoutOwn(warned));
    expect(withoutOwn((await post(sandbox.soapUrl, sealed)).text)).toBe(withoutOwn(duplicate));
  });

  it('17-consulta.synthetic finds nothing in an empty register', async () => {
    await using sandbox = await openSandbox();
    const { status, text } = await post(sandbox.soapUrl, read('17-consulta.synthetic.request'));
    expect(status).toBe(200);
    expect(textsOf(text, 'ResultadoConsulta')).toEqual(['SinDatos']);
    expect(textsOf(text, 'Periodo')).toEqual(['08']);
  });

  it('with the answer to a query has the same structure as that of the stand-in', async () => {
    const message = read('03-alta-s2.request');
    await using sandbox = await openSandbox({ now: () => clockOf(message) });
    await post(sandbox.soapUrl, message);
    const query = read('17-consulta.synthetic.request')
      .replaceAll('89890001K', 'B27593136')
      .replace('>08<', '>09<')
      .replace(/<con:NumSerieFactura>.*?<\/con:NumSerieFactura>/, '');
    const { text } = await post(sandbox.soapUrl, query);
    const namesOf = (xml: string) =>
      [...xml.matchAll(/<(tikLRRC:[A-Z]\w*|tik:[A-Z]\w*)/g)].map(([, name]) => name);
    const official = namesOf(read('18-consulta.response'));
    const own = namesOf(text);
    const end = own.lastIndexOf('tikLRRC:EstadoRegistro') + 1;
    expect(own.slice(0, end)).toEqual(official.slice(0, end));
  });
});
