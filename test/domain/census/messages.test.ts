import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readResponseAs } from 'verifactu-protocol/client/read-response';
import { buildQuestions, CENSUS_READING, MOST_QUESTIONS } from '../../../src/domain/census/messages.ts';
import { censusPath, hasCensusFacts } from '../support/shared-facts.ts';

const PERSON = { nif: 'B12345674', name: 'A & B <SL>' };

it('a message asks about 1 to 5,000 taxpayers', () => {
  expect(() => buildQuestions([])).toThrow(RangeError);
  expect(() => buildQuestions(Array.from({ length: MOST_QUESTIONS + 1 }, () => PERSON))).toThrow(RangeError);
  expect(buildQuestions([PERSON])).toContain('<vnif:Nombre>A &amp; B &lt;SL&gt;</vnif:Nombre>');
});

describe.skipIf(!hasCensusFacts)('the messages of the service', () => {
  const read = (name: string) => readFileSync(censusPath(`messages/${name}`), 'utf8');
  const lines = (text: string) => text.replaceAll(/\s*\n\s*/g, '');

  it('are asked as its sample asks', () => {
    expect(
      buildQuestions([
        { nif: 'B12345674', name: 'CUALQUIER NOMBRE SL' },
        { nif: '12345678Z', name: 'GARCIA LOPEZ ANA' },
        { nif: 'X1234567L', name: 'SMITH JOHN' },
        { nif: 'A58818501', name: 'TALLERES Y CIA & HIJOS SA' },
      ]),
    ).toBe(lines(read('soap-request.xml')));
  });

  it.each(['http://', 'https://'])('are read whatever the namespace: %s', (scheme) => {
    const body = read('3-answer-mixed-words-body.xml')
      .replace(/<\?xml.*\?>/, '')
      .replace('"http://', `"${scheme}`);
    const text = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;
    const outcome = readResponseAs(CENSUS_READING, {
      status: 200,
      host: 'aeat',
      headers: { 'content-type': 'text/xml' },

      body: Buffer.from(text),
    });
    expect(outcome).toMatchObject({
      kind: 'answered',
      answer: [{ word: 'No identificado -similar' }, { nif: '00000014Z', name: 'PEREZ  SANZ LUIS' }, {}],
    });
  });

  it('include faults, which are no answers', () => {
    const outcome = readResponseAs(CENSUS_READING, {
      status: 500,
      host: 'aeat',
      headers: { 'content-type': 'text/xml' },

      body: Buffer.from(read('soap-fault.xml')),
    });
    expect(outcome).toMatchObject({ kind: 'fault', fault: { side: 'client' } });
  });
});
