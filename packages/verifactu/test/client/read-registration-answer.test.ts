import { describe, expect, it } from 'vitest';
import { parseXml } from '../../src/client/internal/parse-xml.ts';
import {
  readRegistrationAnswer,
  REGISTRATION_ANSWER,
} from '../../src/client/internal/read-registration-answer.ts';
import { readSoapBody } from '../../src/client/internal/read-soap-body.ts';
import type { RegistrationAnswer } from 'verifactu-protocol/remission/answer';
import { hasSharedFacts, readShared } from '../../../../test/domain/support/shared-facts.ts';
import { writeAnswer, writeLine } from '../support/messages.ts';

function read(text: string): RegistrationAnswer {
  const body = readSoapBody(text, REGISTRATION_ANSWER, 100_000);
  if (body.kind !== 'content') throw new Error(JSON.stringify(body));
  return readRegistrationAnswer(body.element);
}

const IDENTITY = { issuerNif: 'B12345674', number: 'A/1', issueDate: '2026-11-20' };

describe('the answer to a submission', () => {
  it('is read with all its lines and fields', () => {
    const duplicate =
      '<R:CodigoErrorRegistro>3000</R:CodigoErrorRegistro><R:DescripcionErrorRegistro>Duplicado</R:DescripcionErrorRegistro>' +
      '<R:RegistroDuplicado><i:IdPeticionRegistroDuplicado>7</i:IdPeticionRegistroDuplicado>' +
      '<i:EstadoRegistroDuplicado>AceptadaConErrores</i:EstadoRegistroDuplicado>' +
      '<i:CodigoErrorRegistro>2007</i:CodigoErrorRegistro><i:DescripcionErrorRegistro>Primero</i:DescripcionErrorRegistro></R:RegistroDuplicado>';
    const lines = [
      writeLine({ number: 'A&amp;B' }),
      writeLine({ operation: 'Anulacion', reference: null, state: 'AceptadoConErrores' }),
      writeLine({ state: 'Incorrecto', rest: duplicate }),
    ];
    expect(read(writeAnswer(lines, { wait: '90' }))).toEqual({
      csv: 'A-TEST000000001',
      presenterNif: 'B12345674',
      presentedAt: new Date('2026-11-20T09:15:31Z'),
      waitSeconds: 90,
      unreadableLines: 0,
      lines: [
        {
          ...IDENTITY,
          number: 'A&B',
          kind: 'alta',
          externalReference: '1',
          status: 'accepted',
          code: null,
          text: null,
          duplicate: null,
        },
        {
          ...IDENTITY,
          kind: 'anulacion',
          externalReference: null,
          status: 'accepted_with_errors',
          code: null,
          text: null,
          duplicate: null,
        },
        {
          ...IDENTITY,
          kind: 'alta',
          externalReference: '1',
          status: 'rejected',
          code: 3000,
          text: 'Duplicado',
          duplicate: { requestId: '7', state: 'accepted_with_errors', code: 2007, text: 'Primero' },
        },
      ],
    });
  });

  it.each([
    ['', null],
    ['0', 0],
    ['60', 60],
    ['9999', 9999],
    ['soon', null],
    ['-1', null],
    ['1e3', null],
  ])('has, for the TiempoEsperaEnvio %j, a wait of %j seconds', (wait, waitSeconds) => {
    expect(read(writeAnswer([], { wait }))).toMatchObject({ waitSeconds, lines: [] });
  });

  it.each([
    ['state', { state: 'Perfecto' }],
    ['operation', { operation: 'Baja' }],
    ['date', { date: '2026-11-20' }],
    ['number', { number: '' }],
    ['state (the name of an object member)', { state: 'toString' }],
  ])('counts the lines without a known %s and keeps the others', (_what, line) => {
    const { lines, unreadableLines } = read(writeAnswer([writeLine(line), writeLine()]));
    expect(lines).toHaveLength(1);
    expect(unreadableLines).toBe(1);
  });

  it('has no CSV and no presentation when nothing was accepted', () => {
    const root = parseXml('<R><TiempoEsperaEnvio>60</TiempoEsperaEnvio></R>', 100);
    expect(readRegistrationAnswer(root)).toEqual({
      csv: null,
      presenterNif: null,
      presentedAt: null,
      waitSeconds: 60,
      lines: [],
      unreadableLines: 0,
    });
  });

  it('is read when it has 1000 long lines', () => {
    const rest =
      '<R:CodigoErrorRegistro>1100</R:CodigoErrorRegistro>' +
      `<R:DescripcionErrorRegistro>${'ñ'.repeat(1500)}</R:DescripcionErrorRegistro>`;
    const message = writeAnswer(Array.from({ length: 1000 }, () => writeLine({ state: 'Incorrecto', rest })));
    expect(read(message).lines).toHaveLength(1000);
  });
});

describe.skipIf(!hasSharedFacts)(
  "AEAT's sample answers to submissions (skipped where ../shared/verifactu is absent)",
  () => {
    const sample = (name: string) => read(readShared(`samples/${name}.response.xml`));

    it.each([
      ['01-alta-f2-first', [['alta', 'accepted', null]]],
      ['04-alta-igic', [['alta', 'accepted', null]]],
      ['10-accepted-with-errors-2007', [['alta', 'accepted_with_errors', 2007]]],
      ['11-rejected-duplicate-3000', [['alta', 'rejected', 3000]]],
      [
        '12-correct-three-lines',
        [
          ['alta', 'accepted', null],
          ['alta', 'accepted', null],
          ['anulacion', 'accepted', null],
        ],
      ],
      ['13-rejected-3002', [['anulacion', 'rejected', 3002]]],
      [
        '14-partially-correct.synthetic',
        [
          ['alta', 'rejected', 1161],
          ['alta', 'accepted', null],
          ['alta', 'accepted_with_errors', 2006],
        ],
      ],
    ])('are read: %s', (name, lines) => {
      const answer = sample(name);
      expect(answer.lines.map(({ kind, status, code }) => [kind, status, code])).toEqual(lines);
      expect(answer).toMatchObject({ waitSeconds: 60, unreadableLines: 0 });
      const isAccepted = answer.lines.some(({ status }) => status !== 'rejected');
      expect(answer.csv !== null).toBe(isAccepted);
      expect(answer.presentedAt !== null).toBe(isAccepted);
    });

    it('contain the registered record of a duplicate: 11-rejected-duplicate-3000', () => {
      expect(sample('11-rejected-duplicate-3000').lines[0]?.duplicate).toEqual({
        requestId: '20260802135818603025',
        state: 'accepted_with_errors',
        code: 2007,
        text: expect.stringContaining('primer registro'),
      });
    });
  },
);
