import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readResponseAs } from 'verifactu-protocol/client/read-response';
import { SII_READINGS } from '../../../../src/domain/sii/messages/answers.ts';
import type { SiiMessageKind } from '../../../../src/contracts/registers.ts';
import { judgeFault, judgeLines } from '../../../../src/domain/sii/messages/judge-lines.ts';
import {
  RESPUESTA_CONSULTA,
  RESPUESTA_SUMINISTRO,
  SUMINISTRO_INFORMACION,
} from '../../../../src/domain/sii/messages/namespaces.ts';
import { hasSiiFacts, siiPath } from '../../support/shared-facts.ts';

/* What AEAT answers to messages of SII, and what follows from it for each record. */

function read(kind: SiiMessageKind, text: string, status = 200) {
  const response = { host: 'aeat.test:443', status, headers: {}, body: Buffer.from(text) };
  return readResponseAs(SII_READINGS[kind], response);
}

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const envelope = (body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><e:Envelope xmlns:e="${SOAP}"><e:Header/><e:Body>${body}</e:Body></e:Envelope>`;
const answer = (lines: string, csv = '<CSV>EJEMPLOCSV000001</CSV>', root = 'RespuestaLRFacturasEmitidas') =>
  envelope(
    `<${root} xmlns="${RESPUESTA_SUMINISTRO}">${csv}<EstadoEnvio>ParcialmenteCorrecto</EstadoEnvio>${lines}</${root}>`,
  );
const id = (number: string) =>
  `<IDFactura xmlns:s="${SUMINISTRO_INFORMACION}"><s:IDEmisorFactura><s:NIF>B12345674</s:NIF></s:IDEmisorFactura>` +
  `<s:NumSerieFacturaEmisor>${number}</s:NumSerieFacturaEmisor>` +
  `<s:FechaExpedicionFacturaEmisor>20-11-2026</s:FechaExpedicionFacturaEmisor></IDFactura>`;
const line = (number: string, status: string, code?: number, more = '') =>
  `<RespuestaLinea>${id(number)}<EstadoRegistro>${status}</EstadoRegistro>${
    code === undefined ? '' : `<CodigoErrorRegistro>${code}</CodigoErrorRegistro>`
  }${more}</RespuestaLinea>`;
const duplicate = (state: string) =>
  `<CSV>OLDCSV</CSV><RegistroDuplicado><EstadoRegistro>${state}</EstadoRegistro></RegistroDuplicado>`;
const entry = (number: string) => ({ issuerNif: 'B12345674', number, issueDate: '2026-11-20' });

function judge(kind: SiiMessageKind, lines: string, ...numbers: string[]) {
  const outcome = read(
    kind,
    kind === 'baja' ? answer(lines, '', 'RespuestaLRBajaFacturasEmitidas') : answer(lines),
  );
  if (outcome.kind !== 'answered') throw new Error(JSON.stringify(outcome));
  return judgeLines(kind, numbers.map(entry), outcome.answer);
}

describe('the lines of an answer', () => {
  it('belong to the records by number and date, in any order', () => {
    const { verdicts, strangeLines } = judge(
      'A0',
      line('3', 'Incorrecto', 1104) + line('1', 'Correcto') + line('2', 'AceptadoConErrores', 2011),
      '1',
      '2',
      '3',
    );
    expect(verdicts.map(({ entry: { number }, verdict }) => [number, verdict])).toEqual([
      ['1', { kind: 'accepted' }],
      ['2', { kind: 'accepted_with_errors', code: 2011, text: null }],
      ['3', { kind: 'rejected', code: 1104, text: null }],
    ]);
    expect(strangeLines).toEqual([]);
  });

  it.each([
    ['Correcta', 'accepted'],
    ['AceptadaConErrores', 'accepted_with_errors'],
    ['Anulada', 'annulled'],
    ['Otra', null],
  ])('say with 3000 that an entry exists, and in which state: %s', (state, registered) => {
    const { verdicts } = judge('A0', line('1', 'Incorrecto', 3000, duplicate(state)), '1');
    expect(verdicts[0]?.verdict).toEqual({
      kind: 'duplicate',
      registered,
      csv: 'OLDCSV',
      code: 3000,
      text: null,
    });
  });

  it.each([
    ['A1', 3002, 'unknown_entry'],
    ['baja', 3002, 'unknown_entry'],
    ['baja', 3001, 'already_withdrawn'],
    ['A0', 3001, 'rejected'],
    ['A0', 3501, 'technical'],
    ['A0', 1117, 'rejected'],
    ['A1', 3000, 'rejected'],
  ] as const)('of a message of kind %s with code %i mean %s', (kind, code, verdict) => {
    expect(judge(kind, line('1', 'Incorrecto', code), '1').verdicts[0]?.verdict.kind).toBe(verdict);
  });

  it('that are missing, contradict each other or cannot be read leave the outcome unknown', () => {
    const { verdicts, strangeLines } = judge(
      'A0',
      line('2', 'Correcto') + line('2', 'Incorrecto', 1104) + line('3', 'Quizás') + line('9', 'Correcto'),
      '1',
      '2',
      '3',
    );
    expect(verdicts.map(({ verdict }) => verdict.kind)).toEqual(['missing', 'missing', 'missing']);
    expect(strangeLines.map(({ number }) => number)).toEqual(['2', '2', '9']);
  });
});

describe('a response that is no answer', () => {
  it.each([
    ['a web page', '<!doctype html><html><body>Identifíquese</body></html>', 200, 'not_xml'],
    ['nothing', '', 200, 'not_xml'],
    ['half an answer', answer(line('1', 'Correcto')).slice(0, 500), 200, 'truncated'],
    [
      'the answer to another message',
      answer('', '', 'RespuestaLRBajaFacturasEmitidas'),
      200,
      'wrong_namespace',
    ],
    ['an error of a proxy', '<a/>', 503, 'wrong_namespace'],
    ['a redirect', '', 302, 'redirected'],
  ])('leaves the outcome of every record unknown: %s', (_what, text, status, reason) => {
    const outcome = read('A0', text, status);
    expect(outcome).toMatchObject({ kind: 'unknown', ...(status !== 503 && { reason }) });
  });

  it.each([
    ['Client', 'Codigo[4102].El XML no cumple el esquema', 'refused'],
    ['Client', 'Codigo[4118].El titular no está en el SII', 'not_in_sii'],
    ['Client', 'Codigo[4103].Error técnico', 'retry_later'],
    ['Server', 'Error interno', 'retry_later'],
  ])('is a fault of the side %s: %s', (side, text, verdict) => {
    const fault = `<e:Fault><faultcode>e:${side}</faultcode><faultstring>${text}</faultstring></e:Fault>`;
    const outcome = read('A0', envelope(fault), 500);
    if (outcome.kind !== 'fault') throw new Error(JSON.stringify(outcome));
    expect(judgeFault(outcome.fault)).toBe(verdict);
  });
});

describe('the answer to a query', () => {
  const row = (number: string, state = 'Correcta') =>
    `<RegistroRespuestaConsultaLRFacturasEmitidas>${id(number)}<DatosFacturaEmitida><ImporteTotal>121</ImporteTotal></DatosFacturaEmitida>` +
    `<EstadoFactura><EstadoCuadre>4</EstadoCuadre><EstadoRegistro>${state}</EstadoRegistro></EstadoFactura>` +
    `<DatosDescuadreContraparte><SumBaseImponible>90</SumBaseImponible></DatosDescuadreContraparte>` +
    `</RegistroRespuestaConsultaLRFacturasEmitidas>`;
  const consulted = (rows: string, more = 'N', result = 'ConDatos') => {
    const outcome = readResponseAs(SII_READINGS.consulta, {
      host: 'aeat.test:443',
      status: 200,
      headers: {},
      body: Buffer.from(
        envelope(
          `<RespuestaConsultaLRFacturasEmitidas xmlns="${RESPUESTA_CONSULTA}"><IndicadorPaginacion>${more}</IndicadorPaginacion>` +
            `<ResultadoConsulta>${result}</ResultadoConsulta>${rows}</RespuestaConsultaLRFacturasEmitidas>`,
        ),
      ),
    });
    if (outcome.kind !== 'answered') throw new Error(JSON.stringify(outcome));
    return outcome.answer;
  };

  it('has the entries with their state, and what the recipient states otherwise', () => {
    const { entries, nextPage, isWhole } = consulted(row('1') + row('2', 'Anulada'));
    expect(
      entries.map(({ number, state, total, matchingState, mismatch }) => [
        number,
        state,
        total,
        matchingState,
        mismatch?.base,
      ]),
    ).toEqual([
      ['1', 'accepted', '121', 'partly_matched', '90'],
      ['2', 'annulled', '121', 'partly_matched', '90'],
    ]);
    expect([nextPage, isWhole]).toEqual([null, true]);
  });

  it('has the last entry as the key of the next page', () => {
    expect(consulted(row('1') + row('2'), 'S')).toMatchObject({ nextPage: entry('2'), isWhole: true });
  });

  it.each([
    ['a row without a state', consulted(row('1', 'Otra'))],
    ['no rows, but data', consulted('')],
    ['rows, but no data', consulted(row('1'), 'N', 'SinDatos')],
    ['an empty page before others', consulted('', 'S', 'SinDatos')],
    ['no word on other pages', consulted(row('1'), 'X')],
  ])('is not whole with %s', (_what, { isWhole }) => expect(isWhole).toBe(false));

  it('is whole without entries', () => {
    expect(consulted('', 'N', 'SinDatos')).toEqual({ entries: [], nextPage: null, isWhole: true });
  });
});

describe.skipIf(!hasSiiFacts)('the sample answers', () => {
  const sample = (kind: SiiMessageKind, file: string) =>
    read(kind, readFileSync(siiPath(`samples/${file}`), 'utf8'));

  it.each([
    ['A0', '01-correct.response.xml', ['accepted'], 'EJEMPLOCSV000001'],
    ['cobros', '18-cobros-correct.response.xml', ['accepted'], 'EJEMPLOCSV000001'],
    ['baja', '20-baja-correct.response.xml', ['accepted'], 'EJEMPLOCSV000001'],
    [
      'A0',
      '21-partially-correct.response.xml',
      ['accepted', 'accepted_with_errors', 'duplicate'],
      'EJEMPLOCSV000001',
    ],
    ['A0', '24-incorrect-1117.response.xml', ['rejected'], null],
    ['A1', '25-a1-unknown-3002.response.xml', ['unknown_entry'], null],
    ['baja', '26-baja-twice-3001.response.xml', ['already_withdrawn'], null],
  ] as const)('of %s in %s is %j', (kind, file, verdicts, csv) => {
    const outcome = sample(kind, file);
    if (outcome.kind !== 'answered') throw new Error(JSON.stringify(outcome));
    const { lines, presentedAt, unreadableLines } = outcome.answer;
    expect(judgeLines(kind, lines, outcome.answer).verdicts.map(({ verdict }) => verdict.kind)).toEqual(
      verdicts,
    );
    expect([outcome.answer.csv, presentedAt, unreadableLines]).toEqual([
      csv,
      csv && '2026-11-21T09:30:15',
      0,
    ]);
  });

  it.each([
    ['27-fault-4102.response.xml', 'refused'],
    ['28-fault-4104.response.xml', 'refused'],
    ['29-fault-server.response.xml', 'retry_later'],
  ])('in %s is a fault: %s', (file, verdict) => {
    const outcome = sample('A0', file);
    expect(outcome.kind === 'fault' && judgeFault(outcome.fault)).toBe(verdict);
  });

  it('to a query shows the entry', () => {
    const text = readFileSync(siiPath('samples/31-consulta.response.xml'), 'utf8');
    const response = { host: 'aeat.test:443', status: 200, headers: {}, body: Buffer.from(text) };
    expect(readResponseAs(SII_READINGS.consulta, response)).toMatchObject({
      kind: 'answered',
      answer: {
        isWhole: true,
        entries: [
          {
            number: '2026-A/000101',
            state: 'accepted',
            csv: 'EJEMPLOCSV000001',
            presentedAt: '2026-11-21T09:30:15',
            matchingState: 'not_matched',
            matchingAt: '2026-11-22T03:00:00',
            mismatch: null,
          },
        ],
      },
    });
  });
});
