import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FaultRequest } from '../src/faults/fault.ts';
import type { AeatSandbox } from '../src/open-aeat-sandbox.ts';
import type { CensusEntries } from '../src/taxpayers/census-file.ts';
import { CENSUS_QUESTION, SOAP } from '../src/xml/namespaces.ts';
import { openSoapBody } from '../src/xml/open-soap-body.ts';
import { parseXml } from '../src/xml/parse-xml.ts';
import { branch, leaf } from '../src/xml/write-xml.ts';
import { findChildren } from '../src/xml/element.ts';
import { censusPath, hasCensusFacts } from '../../../test/domain/support/shared-facts.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { openXmlSchema } from '../../../test/domain/support/xml-schema.ts';
import { chainOf, linesOf, openSandbox, post, send, textsOf, type Reply } from './support/sandbox.ts';
import { openSii, postSii, siiLinesOf } from './sii/support/sii-sandbox.ts';
import { writeSupply } from './sii/support/write-sii.ts';

type Person = readonly [nif: string, name: string];

const CENSUS: CensusEntries = {
  taxpayers: [
    { nif: 'B12345674', name: 'EJEMPLO DEL CENSO SL' },
    { nif: '12345678Z', name: 'ANA', surnames: 'GARCÍA LÓPEZ' },
    { nif: 'A58818501', name: 'TALLERES Y COMPAÑIA & HIJOS SA', state: 'baja' },
    { nif: 'B87654323', name: 'REVOCADA SL', state: 'revocado', new_nif: 'A87654323' },
    { nif: '00000001R', name: 'PERSONA SIN CENSO', state: 'unregistered' },
  ],
  unknown: ['X1234567L'],
};

/** What each person is, by the census. */
const WORDS: readonly [...Person, word: string][] = [
  ['B12345674', 'CUALQUIER NOMBRE SL', 'IDENTIFICADO'],
  ['A12345674', 'NADIE LA CONOCE SA', 'IDENTIFICADO'],
  ['A58818501', 'TALLERES', 'IDENTIFICADO-BAJA'],
  ['B87654323', 'OTRA', 'IDENTIFICADO-REVOCADO'],
  ['12345678Z', 'GARCIA LOPEZ ANA', 'IDENTIFICADO'],
  ['12345678Z', 'García  López, Ana', 'IDENTIFICADO'],
  ['12345678Z', 'ANA GARCIA LOPEZ', 'NO IDENTIFICADO-SIMILAR'],
  ['12345678Z', 'GARCIA LOPES ANA', 'NO IDENTIFICADO-SIMILAR'],
  ['12345678Z', 'PEREZ GIL JUAN', 'NO IDENTIFICADO'],
  ['00000001R', 'PERSONA SIN CENSO', 'IDENTIFICADO'],
  ['X1234567L', 'SMITH JOHN', 'NO IDENTIFICADO'],
  ['B12345675', 'EJEMPLO SL', 'NO IDENTIFICADO'],
  ['ESB12345674', 'EJEMPLO SL', 'NO IDENTIFICADO'],
  ['', '', 'NO IDENTIFICADO'],
];

function writeQuestions(persons: readonly Person[], namespace = CENSUS_QUESTION): string {
  const lines = persons.map(([nif, name]) =>
    branch('vnif:Contribuyente', leaf('vnif:Nif', nif), leaf('vnif:Nombre', name)),
  );
  return `<s:Envelope xmlns:s="${SOAP}" xmlns:vnif="${namespace}"><s:Body><vnif:VNifV2Ent>${lines.join('')}</vnif:VNifV2Ent></s:Body></s:Envelope>`;
}

function ask({ censusUrl }: AeatSandbox, persons: readonly Person[]): Promise<Reply> {
  return post(censusUrl, writeQuestions(persons));
}

const wordsOf = ({ text }: Reply) => textsOf(text, 'Resultado');

describe('the census service', () => {
  it('answers each person in order with AEAT’s words', async () => {
    await using sandbox = await openSandbox({ census: CENSUS });
    const persons = WORDS.map(([nif, name]): Person => [nif, name]);
    expect(wordsOf(await ask(sandbox, persons))).toEqual(WORDS.map(([, , word]) => word));
    expect(sandbox.control.messages()).toMatchObject([{ service: 'census', operation: 'VNifV2Ent' }]);
    expect(sandbox.control.messages()[0]?.lines).toHaveLength(WORDS.length);
  });

  it('answers the present NIF and the name of an entity, and repeats the name of a person', async () => {
    await using sandbox = await openSandbox({ census: CENSUS });
    const { text } = await ask(sandbox, [
      ['b12345674 ', 'X'],
      ['B87654323', 'Y'],
      ['12345678Z', 'Ana  García'],
      ['1R', 'Persona sin censo'],
    ]);
    expect(textsOf(text, 'Nif')).toEqual(['B12345674', 'A87654323', '12345678Z', '00000001R']);
    expect(textsOf(text, 'Nombre')).toEqual([
      'EJEMPLO DEL CENSO SL',
      'REVOCADA SL',
      'Ana  García',
      'Persona sin censo',
    ]);
  });

  it('takes 20,000 persons, and no more', { timeout: 60_000 }, async () => {
    await using sandbox = await openSandbox({ census: CENSUS });
    const persons = Array.from({ length: 20_000 }, (): Person => ['12345678Z', 'GARCIA LOPEZ ANA']);
    expect(wordsOf(await ask(sandbox, persons))).toHaveLength(20_000);
    expect((await ask(sandbox, [...persons, persons[0]!])).text).toContain(
      '<faultcode>env:Client</faultcode>',
    );
  });

  it.each([
    ['nothing', ''],
    ['broken XML', '<a>'],
    ['nobody', writeQuestions([])],
    [
      'the namespace of 2022',
      writeQuestions([['B12345674', 'X']], CENSUS_QUESTION.replace('http:', 'https:')),
    ],
    ['no name', writeQuestions([['B12345674', 'X']]).replace('<vnif:Nombre>X</vnif:Nombre>', '')],
    ['a message of SII', writeSupply([{}])],
  ])('refuses a message with %s', async (_what, message) => {
    await using sandbox = await openSandbox();
    const { status, text } = await post(sandbox.censusUrl, message);
    expect([status, textsOf(text, 'faultcode')]).toEqual([200, ['env:Client']]);
    expect(textsOf(text, 'faultstring')[0]).toMatch(/^Codigo\[-1\]\./);
  });

  it('answers under faults as AEAT might', async () => {
    await using sandbox = await openSandbox({ census: CENSUS });
    const persons: Person[] = [
      ['12345678Z', 'GARCIA LOPES ANA'],
      ['B87654323', 'X'],
      ['A12345674', 'X'],
    ];
    const meet = (fault: Omit<FaultRequest, 'service' | 'count'>) => {
      sandbox.control.addFaults({ ...fault, service: 'census', count: 1 });
      return ask(sandbox, persons);
    };
    const right = ['NO IDENTIFICADO-SIMILAR', 'IDENTIFICADO-REVOCADO', 'IDENTIFICADO'];
    expect(wordsOf(await meet({ kind: 'mixed-words' }))).toEqual([
      'No identificado -similar',
      'Identificado -revocado',
      'Identificado',
    ]);
    expect(wordsOf(await meet({ kind: 'unprocessed' }))).toEqual(Array(3).fill('NO PROCESADO'));
    expect(wordsOf(await meet({ kind: 'unprocessed', records: 2 }))).toEqual([
      right[0],
      'NO PROCESADO',
      right[2],
    ]);
    expect(new Set(wordsOf(await meet({ kind: 'unknown-word' }))).size).toBe(1);
    expect(wordsOf(await meet({ kind: 'partial' }))).toEqual(right.slice(0, 2));
    expect(wordsOf(await meet({ kind: 'shuffled' }))).not.toEqual(right);
    expect((await meet({ kind: 'wrong-namespace' })).text).toContain('/burtV9.9/');
    expect((await meet({ kind: 'http-status', status: 403 })).status).toBe(403);
    expect((await meet({ kind: 'html' })).text).toContain('<html');
    expect(await meet({ kind: 'soap-fault', status: 500 })).toMatchObject({ status: 500 });
    expect((await meet({ kind: 'soap-fault' })).text).toContain('env:Server');
    expect(wordsOf(await meet({ kind: 'slow', milliseconds: 20 }))).toEqual(right);
    await expect(meet({ kind: 'reset', when: 'after' })).rejects.toThrow('fetch failed');
    expect(wordsOf(await ask(sandbox, persons))).toEqual(right);
    await eventually(() => sandbox.control.messages().every(({ end }) => end !== null));
  });
});

describe('the one census', () => {
  const persons = WORDS.filter(([nif]) => nif.length === 9 && nif !== 'B12345675');

  it.each(persons)('says the same of %s %s to VERI*FACTU and SII', async (nif, name, word) => {
    await using sandbox = await openSii({ census: CENSUS });
    const passes = !word.startsWith('NO ');
    const party = { Contraparte: { NombreRazon: name, NIF: nif } };
    const [sii] = siiLinesOf((await postSii(sandbox, writeSupply([{ invoice: party }]))).text);
    expect(
      sii?.startsWith(
        passes ? (nif === '00000001R' ? 'AceptadoConErrores 2011' : 'Correcto') : 'Incorrecto 1117',
      ),
    ).toBe(true);
    const recipients = [{ name, nif, other: null }];
    await using verifactu = await openSandbox({ census: CENSUS });
    const [line] = linesOf((await send(verifactu, chainOf([{ recipients }]))).text);
    expect(line).toBe(passes ? 'Correcto' : 'AceptadoConErrores 2001');
    const [header] = textsOf(
      (await postSii(sandbox, writeSupply([{ number: 'B' }], { nif, name }))).text,
      'faultstring',
    );
    expect(header?.startsWith('Codigo[4104]') ?? false).toBe(!passes);
    const { text } = await send(verifactu, chainOf([{}]), { nif, name });
    expect(text.includes('Codigo[4104]')).toBe(!passes);
  });
});

describe.skipIf(!hasCensusFacts)('the messages of the census (skipped if ../shared/census is absent)', () => {
  it('get the answer of the sample', async () => {
    await using sandbox = await openSandbox({ census: CENSUS });
    const { text } = await post(
      sandbox.censusUrl,
      readFileSync(censusPath('messages/soap-request.xml'), 'utf8'),
    );
    const answer = readFileSync(censusPath('messages/2-answer-body.xml'), 'utf8');
    const outline = (root: ReturnType<typeof parseXml>) =>
      findChildren(root, 'Contribuyente').map(({ children }) =>
        children.map(({ name, namespace, text: content }) => [name, namespace, content]),
      );
    expect(outline(openSoapBody(parseXml(text.replace(' Id="Body"', ''))))).toEqual(
      outline(parseXml(answer)),
    );
  });

  it('have valid answers', async () => {
    const file = censusPath('xsd/2025-http-20000/VNifV2Sal.xsd');
    using schema = openXmlSchema(readFileSync(file, 'utf8'), file);
    await using sandbox = await openSandbox({ census: CENSUS });
    const { text } = await ask(
      sandbox,
      WORDS.map(([nif, name]): Person => [nif, name]),
    );
    const [body = ''] = /<VNifV2Sal:VNifV2Sal .*<\/VNifV2Sal:VNifV2Sal>/s.exec(text) ?? [];
    expect(() => schema.check(body)).not.toThrow();
  });
});
