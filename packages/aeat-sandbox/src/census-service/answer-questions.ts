import { arrangeLines } from '../faults/arrange-lines.ts';
import type { FaultRequest } from '../faults/fault.ts';
import type { LoggedLine } from '../registry/logged-message.ts';
import { nameOf, type Census, type Identity } from '../taxpayers/census.ts';
import { isNaturalPerson } from '../taxpayers/nif.ts';
import { CENSUS_ANSWER } from '../xml/namespaces.ts';
import { wrapAnswer } from '../xml/write-envelope.ts';
import { branch, leaf } from '../xml/write-xml.ts';
import type { Question } from './read-questions.ts';

/** AEAT's words. */
const WORDS: Readonly<Record<Identity, string>> = {
  identified: 'IDENTIFICADO',
  similar: 'NO IDENTIFICADO-SIMILAR',
  unknown: 'NO IDENTIFICADO',
  deregistered: 'IDENTIFICADO-BAJA',
  revoked: 'IDENTIFICADO-REVOCADO',
};
const UNPROCESSED = 'NO PROCESADO';
/** A word that no document lists. */
const UNKNOWN_WORD = 'IDENTIFICADO PARCIALMENTE';
const NIF_LENGTH = 9;

/** Answers the questions of a message in their order, under a fault on demand. */
export function answerQuestions(
  questions: readonly Question[],
  census: Census,
  fault: FaultRequest | null,
): { readonly body: string; readonly lines: readonly LoggedLine[] } {
  const answers = questions.map((question, position) => {
    const nif = question.nif.trim().toUpperCase().padStart(NIF_LENGTH, '0');
    const word = spoilWord(WORDS[census.identify(nif, question.name)], position, fault);
    return { nif, word, line: writeAnswer(nif, question.name, word, census) };
  });
  const shown = arrangeLines(answers, fault);
  return {
    body: wrapAnswer(
      `<VNifV2Sal:VNifV2Sal xmlns:VNifV2Sal="${CENSUS_ANSWER}">` +
        `${shown.map(({ line }) => line).join('')}</VNifV2Sal:VNifV2Sal>`,
    ),
    lines: answers.map(({ nif, word }) => ({ about: nif, state: word, code: null, text: null })),
  };
}

/**
 * Writes a Contribuyente: with the present NIF and the name in the census for an entity that the
 * census knows, with the name that was asked about for a person, whose data AEAT does not give away.
 */
function writeAnswer(nif: string, name: string, word: string, census: Census): string {
  const taxpayer = census.knows(nif) ? census.find(nif) : undefined;
  const known = isNaturalPerson(nif) ? undefined : taxpayer;
  return branch(
    'VNifV2Sal:Contribuyente',
    leaf('VNifV2Sal:Nif', known?.new_nif ?? nif),
    leaf('VNifV2Sal:Nombre', known ? nameOf(known) : name),
    leaf('VNifV2Sal:Resultado', word),
  );
}

/** Changes a word as AEAT does at times, or as it might. */
function spoilWord(word: string, position: number, fault: FaultRequest | null): string {
  if (fault?.kind === 'unprocessed') return (position + 1) % (fault.records ?? 1) === 0 ? UNPROCESSED : word;
  if (fault?.kind === 'unknown-word') return UNKNOWN_WORD;
  if (fault?.kind !== 'mixed-words') return word;
  return (word[0]! + word.slice(1).toLowerCase()).replace('-', ' -');
}
