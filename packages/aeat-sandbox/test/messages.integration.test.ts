import { describe, expect, it } from 'vitest';
import { growthOf } from '../../../test/support/growth.ts';
import { ISSUER } from './support/records.ts';
import { chainOf, linesOf, openSandbox, post, send, textsOf } from './support/sandbox.ts';
import { writeConsulta, writeRemission } from './support/write-message.ts';

const MESSAGE = writeRemission({ nif: ISSUER }, chainOf([{}]));
const latin1 = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));

/** Messages that are refused as a whole. */
const REFUSED: readonly [
  what: string,
  body: string | Uint8Array<ArrayBuffer>,
  fault: string,
  headers?: Record<string, string>,
][] = [
  ['nothing', '', 'Codigo[4138].'],
  ['blanks', ' \n', 'Codigo[4138].'],
  ['a byte order mark', `\uFEFF${MESSAGE}`, 'Codigo[4138].'],
  ['another declared encoding', MESSAGE.replace('UTF-8', 'ISO-8859-1'), 'Codigo[4138].'],
  ['another charset', MESSAGE, 'Codigo[4138].', { 'content-type': 'text/xml; charset=iso-8859-1' }],
  ['bytes that are not UTF-8', latin1(MESSAGE.replace('Emisor SL', 'Peña SL')), 'Codigo[4119].'],
  ['a text that is not XML', 'hello', 'Codigo[4103].'],
  ['`<` in an attribute', MESSAGE.replace('<l:Cabecera>', '<l:Cabecera a="<">'), 'Codigo[4103].'],
  ['`<` in a namespace', MESSAGE.replace('<l:Cabecera>', '<l:Cabecera xmlns:a="<">'), 'Codigo[4103].'],
  ['a declaration of an element', MESSAGE.replace('<l:Cabecera>', '<!ELEMENT a ANY>$&'), 'Codigo[4103].'],
  ['two prefixes', MESSAGE.replace('<l:Cabecera>', '<l:b:c/>$&'), 'Codigo[4103].'],
  ['50,000 nested elements', `${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}`, 'Codigo[4103].'],
  ['XML that ends too early', MESSAGE.slice(0, -20), 'Codigo[4103].'],
  ['a document type', MESSAGE.replace('?>', '?><!DOCTYPE x [<!ENTITY a "b">]>'), 'Codigo[4103].'],
  ['an unknown entity', MESSAGE.replace('Emisor SL', '&nbsp;'), 'Codigo[4103].'],
  ['a control character', MESSAGE.replace('Emisor SL', '&#1;'), 'Codigo[4103].'],
  ['an undeclared prefix', MESSAGE.replaceAll('xmlns:l=', 'xmlns:m='), 'Codigo[4103].'],
  ['a message that is not an envelope', '<a/>', 'Codigo[4102].'],
  ['an empty body', MESSAGE.replace(/<s:Body>.*<\/s:Body>/, '<s:Body/>'), 'Codigo[4138].'],
  [
    'a body of another service',
    MESSAGE.replaceAll('RegFactuSistemaFacturacion', 'SuministroLRFacturasEmitidas'),
    'Codigo[4118].',
  ],
  [
    'a wrong namespace',
    MESSAGE.replace('/tike/cont/ws/SuministroLR', '/tikeV1.0/cont/ws/SuministroLR'),
    'Codigo[4102].',
  ],
  [
    'a body in another namespace',
    MESSAGE.replaceAll('l:RegFactuSistemaFacturacion', 'i:RegFactuSistemaFacturacion'),
    'obligatorio.: RegFactuSistemaFacturacion',
  ],
  [
    'a missing element',
    MESSAGE.replace(/<i:NombreRazonEmisor>.*?<\/i:NombreRazonEmisor>/, ''),
    'obligatorio.: NombreRazonEmisor',
  ],
  ['a record without its node', MESSAGE.replace(/<i:RegistroAlta>.*<\/i:RegistroAlta>/, ''), 'Codigo[4136].'],
  [
    'a request for records',
    MESSAGE.replace(
      '</i:ObligadoEmision>',
      '$&<i:RemisionRequerimiento><i:RefRequerimiento>1</i:RefRequerimiento></i:RemisionRequerimiento>',
    ),
    'Codigo[4126].',
  ],
  [
    'a wrong end of VERI*FACTU',
    MESSAGE.replace(
      '</i:ObligadoEmision>',
      '$&<i:RemisionVoluntaria><i:FechaFinVeriFactu>30-12-2026</i:FechaFinVeriFactu></i:RemisionVoluntaria>',
    ),
    'Codigo[4120].',
  ],
  [
    'an issuer with a wrong control letter',
    MESSAGE.replaceAll(`NIF>${ISSUER}`, 'NIF>B12345675'),
    'Codigo[4116].',
  ],
  ['an issuer with a short NIF', MESSAGE.replaceAll(`NIF>${ISSUER}`, 'NIF>B1234567'), 'Codigo[4116].'],
  [
    'a query without a party that asks',
    writeConsulta({ nif: ISSUER, period: '11-2026' }).replace(
      /<i:ObligadoEmision>.*<\/i:ObligadoEmision>/,
      '',
    ),
    'obligatorio.: ObligadoEmision',
  ],
  [
    'a query for a month that does not exist',
    writeConsulta({ nif: ISSUER, period: '13-2026' }),
    'Codigo[1248].',
  ],
];

/** Messages for which AEAT's server itself fails. */
const BREAKING: readonly [what: string, body: string][] = [
  [
    'a second declaration in its body',
    MESSAGE.replace('<s:Body>', '$&<?xml version="1.0" encoding="UTF-8"?>'),
  ],
  ['a second declaration in a text', MESSAGE.replace('Emisor SL', 'Emisor <?xml version="1.0"?>SL')],
  ['a declaration in capitals', MESSAGE.replace('<s:Body>', '$&<?XML version="1.0"?>')],
  ['a declaration behind a blank', ` ${MESSAGE}`],
  ['`]]>` in a text', MESSAGE.replace('Emisor SL', 'Emisor ]]> SL')],
  ['`]]>` between elements', MESSAGE.replace('<s:Body>', ']]>$&')],
  ['`--` in a comment', MESSAGE.replace('Emisor SL', 'Emisor <!-- a -- b --> SL')],
  ['a comment that ends in `--->`', MESSAGE.replace('<s:Body>', '<!-- a --->$&')],
];

describe('a message', () => {
  it.each(BREAKING)('makes the server fail with %s, without registering anything', async (_what, body) => {
    await using sandbox = await openSandbox();
    const { text } = await post(sandbox.soapUrl, body);
    expect(textsOf(text, 'faultcode')).toEqual(['env:Server']);
    expect(textsOf(text, 'faultstring')).toEqual(['Codigo[102].Error interno en el servidor']);
    expect(sandbox.control.records()).toEqual([]);
    expect(sandbox.control.log()).toMatchObject([{ fault: { code: 102 }, records: [] }]);
  });

  it.each(REFUSED)('is refused completely for %s', async (_what, body, fault, headers) => {
    await using sandbox = await openSandbox();
    const { status, text } = await post(sandbox.soapUrl, body, headers);
    expect(status).toBe(200);
    expect(textsOf(text, 'faultcode')).toEqual(['env:Client']);
    expect(textsOf(text, 'faultstring')[0]).toContain(fault);
    expect(sandbox.control.records()).toEqual([]);
    expect(sandbox.control.log()).toMatchObject([
      { fault: { code: expect.any(Number) as number }, records: expect.any(Array) as [] },
    ]);
  });

  it('with more than 1000 records is refused completely', async () => {
    await using sandbox = await openSandbox();
    const records = chainOf(Array.from({ length: 1001 }, () => ({})));
    expect((await send(sandbox, records)).text).toContain('Codigo[4114].');
    expect((await send(sandbox, records.slice(0, 1000))).text).toContain('>Correcto<');
    expect(sandbox.control.records()).toHaveLength(1000);
  });

  it('with another name of a person than in the census is refused with both names', async () => {
    await using sandbox = await openSandbox({
      census: { taxpayers: [{ nif: '12345678Z', name: 'Peña Gil, Ana' }] },
    });
    const ask = (name: string) => send(sandbox, chainOf([{}]), { nif: '12345678Z', name });
    expect(textsOf((await ask('Salon Aurora SL')).text, 'faultstring')).toEqual([
      'Codigo[4104].Error en la cabecera: el valor del campo NIF del bloque ObligadoEmision no está identificado.. NIF:12345678Z. NOMBRE_RAZON:Salon Aurora SL',
    ]);
    expect((await ask('PENA GIL ANA')).text).toContain('1108');
  });

  it('may contain CDATA, comments, character references and other prefixes', async () => {
    await using sandbox = await openSandbox();
    const message = MESSAGE.replace(
      '<i:NombreRazonEmisor>Emisor SL',
      '<i:NombreRazonEmisor><![CDATA[A & <B>]]>&#x26;<!-- c -->',
    ).replaceAll(/(<\/?|xmlns:)i(?=[:=])/g, '$1sum1');
    const { text } = await post(sandbox.soapUrl, message);
    expect(textsOf(text, 'EstadoRegistro')).toEqual(['Correcto']);
    expect(sandbox.control.records()[0]?.record).toMatchObject({ issuerName: 'A & <B>&' });
  });

  it('with more than 64 MiB is not read', async () => {
    await using sandbox = await openSandbox();
    const { status } = await post(sandbox.soapUrl, new Uint8Array(65 * 1_048_576));
    expect(status).toBe(413);
    expect(sandbox.control.log()).toEqual([]);
  });

  it('after a technical problem may contain late records, but none with a time in the future', async () => {
    await using sandbox = await openSandbox();
    const records = chainOf([
      { generatedAt: '2026-11-19T10:15:30+01:00' },
      { generatedAt: '2026-11-20T11:15:30+01:00' },
    ]);
    const codesFor = async (hasIncident: boolean) => {
      sandbox.control.reset();
      return linesOf((await send(sandbox, records, { nif: ISSUER, hasIncident })).text);
    };
    expect(await codesFor(true)).toEqual(['Correcto', 'AceptadoConErrores 2004']);
    expect(await codesFor(false)).toEqual(['AceptadoConErrores 2004', 'AceptadoConErrores 2004']);
  });

  it.each([
    ['12345678A', 'x', 'Codigo[4117].'],
    ['00000001R', 'x', 'Codigo[4123].'],
    ['12345678Z', 'otra', 'Codigo[4124].'],
  ])('with the representative %s %s is refused with %s', async (nif, name, fault) => {
    const census = { taxpayers: [{ nif: '12345678Z', name: 'Ana' }], unknown: ['00000001R'] };
    await using sandbox = await openSandbox({ census });
    const representative = `<i:Representante><i:NombreRazon>${name}</i:NombreRazon><i:NIF>${nif}</i:NIF></i:Representante>`;
    const { text } = await post(
      sandbox.soapUrl,
      MESSAGE.replace('</i:ObligadoEmision>', `$&${representative}`),
    );
    expect(text).toContain(fault);
  });

  it('cannot be fetched with GET', async () => {
    await using sandbox = await openSandbox();
    expect(await (await fetch(sandbox.soapUrl)).text()).toContain(
      'Codigo[4135].Esta URL no puede ser utilizada mediante GET.',
    );
  });

  it('is answered with the time at AEAT', async () => {
    await using sandbox = await openSandbox();
    sandbox.control.change({ clockOffsetSeconds: 3600 });
    const { headers, text } = await send(sandbox, chainOf([{}]));
    expect(headers.get('date')).toBe('Fri, 20 Nov 2026 10:15:30 GMT');
    expect(textsOf(text, 'TimestampPresentacion')).toEqual(['2026-11-20T11:15:30+01:00']);
    expect(textsOf(text, 'DescripcionErrorRegistro')[0]).toMatch(
      /admitiéndose un margen de error de: 240 segundos\.$/,
    );
  });

  it('with values that violate the schema loses only their records', async () => {
    await using sandbox = await openSandbox();
    const message = writeRemission(
      { nif: ISSUER },
      chainOf([
        { type: 'F9' },
        { description: 'x'.repeat(501) },
        { description: '' },
        { generatedAt: '2026-11-20T10:15:30+0100' },
        {},
      ]),
    );
    const { text } = await post(sandbox.soapUrl, message);
    expect(textsOf(text, 'CodigoErrorRegistro')).toEqual(['1106', '1100', '1100', '1244']);
    const wrong = 'Valor o tipo incorrecto del campo: DescripcionOperacion';
    expect(textsOf(text, 'DescripcionErrorRegistro').slice(1, 3)).toEqual([wrong, wrong]);
    expect(textsOf(text, 'EstadoRegistro').at(-1)).toBe('Correcto');
  });

  it('with ten times as many records takes about ten times as long, not a hundred times', async () => {
    await using sandbox = await openSandbox();
    const records = chainOf(Array.from({ length: 1000 }, () => ({})));
    const sendSome = async (count: number) => {
      sandbox.control.reset();
      const { text } = await send(sandbox, records.slice(0, count));
      expect(textsOf(text, 'EstadoEnvio')).toEqual(['Correcto']);
    };
    expect(await growthOf(sendSome, { small: 100, large: 1000 })).toBeLessThan(30);
  });
});
