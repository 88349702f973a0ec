import { expect, it } from 'vitest';
import { isNewWord, matchAnswers, readWord } from '../../../src/domain/census/match-answers.ts';

const ASKED = [
  { nif: 'B12345674', name: 'EJEMPLO SL' },
  { nif: '12345678Z', name: 'GARCIA LOPEZ ANA' },
  { nif: '12345678Z', name: 'PEREZ GIL JUAN' },
  { nif: 'A58818501', name: 'TALLERES SA' },
];
const LINES = [
  { nif: 'B12345674', name: 'EJEMPLO DEL CENSO SL', word: 'IDENTIFICADO' },
  { nif: '12345678Z', name: 'GARCIA  LOPEZ ANA', word: 'IDENTIFICADO' },
  { nif: '12345678Z', name: 'PEREZ GIL JUAN', word: 'NO IDENTIFICADO' },
  { nif: 'A58818501', name: 'TALLERES SA', word: 'IDENTIFICADO-BAJA' },
];
const ANSWERS = [
  { result: 'identified', censusNif: 'B12345674', censusName: 'EJEMPLO DEL CENSO SL' },
  { result: 'identified', censusNif: null, censusName: null },
  { result: 'not_identified', censusNif: null, censusName: null },
  { result: 'deregistered', censusNif: 'A58818501', censusName: 'TALLERES SA' },
];

it('answers in any order belong to the questions with their NIF and name', () => {
  for (const order of [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
    [1, 3, 0, 2],
    [2, 0, 3, 1],
  ])
    expect(
      matchAnswers(
        ASKED,
        order.map((place) => LINES[place]!),
      ),
    ).toEqual(ANSWERS);
});

it('a line that is missing leaves its question without an answer, and no other', () => {
  for (const [missing] of ASKED.entries())
    expect(
      matchAnswers(
        ASKED,
        LINES.filter((_, place) => place !== missing),
      ),
    ).toEqual(ANSWERS.map((answer, place) => (place === missing ? null : answer)));
});

it('the new NIF of an entity is recognised at its place, and nowhere else', () => {
  const renamed = { nif: 'A11111119', name: 'EJEMPLO DEL CENSO SA', word: 'IDENTIFICADO' };
  const lines = [renamed, ...LINES.slice(1)];
  expect(matchAnswers(ASKED, lines)[0]).toEqual({
    result: 'identified',
    censusNif: 'A11111119',
    censusName: 'EJEMPLO DEL CENSO SA',
  });
  expect(matchAnswers(ASKED, lines.toReversed())[0]).toBeNull();
});

it('of a natural person nothing is kept but the verdict', () => {
  const [answer] = matchAnswers(
    [{ nif: '00000014Z', name: 'PEREZ LUIS' }],
    [{ nif: '14Z', name: 'PEREZ SANZ LUIS', word: 'Identificado' }],
  );
  expect(answer).toEqual({ result: 'identified', censusNif: null, censusName: null });
});

it('words are read in capitals or not, with or without blanks around the hyphen', () => {
  expect(
    ['No identificado -similar', 'NO IDENTIFICADO-SIMILAR', 'Identificado-Revocado', 'no identificado'].map(
      readWord,
    ),
  ).toEqual(['similar', 'similar', 'revoked', 'not_identified']);
  expect(['NO PROCESADO', 'NO IDENTIFICABLE', '', 'IDENTIFICADO PARCIALMENTE'].map(readWord)).toEqual(
    Array(4).fill('unknown'),
  );
  expect([isNewWord('No procesado'), isNewWord('IDENTIFICADO PARCIALMENTE')]).toEqual([false, true]);
});
