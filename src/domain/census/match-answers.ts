import { isPersonNif } from 'verifactu-protocol/records/nif';
import type { CensusResult } from '../../contracts/codes.ts';
import { normaliseName } from './list-parties.ts';

/** A NIF and a name that AEAT is asked about. */
export type Question = { readonly nif: string; readonly name: string };
/** A line of AEAT's answer (Contribuyente). */
export type AnswerLine = { readonly nif: string; readonly name: string; readonly word: string };

/** What the census says of a NIF and a name. */
export type CensusAnswer = {
  readonly result: CensusResult;
  /** The NIF and the name in the census, of an entity that it knows; otherwise null. */
  readonly censusNif: string | null;
  readonly censusName: string | null;
};

const WORDS: Readonly<Record<string, CensusResult>> = {
  IDENTIFICADO: 'identified',
  'NOIDENTIFICADO-SIMILAR': 'similar',
  NOIDENTIFICADO: 'not_identified',
  'IDENTIFICADO-BAJA': 'deregistered',
  'IDENTIFICADO-REVOCADO': 'revoked',
};

/** Words that are no verdict and no surprise: AEAT did not look at the line. */
const NO_VERDICT = new Set(['NOPROCESADO', 'NOIDENTIFICABLE']);

/**
 * Reads Resultado. AEAT writes it in capitals or not, with or without blanks around the hyphen.
 * @returns `unknown` for a word that is no verdict.
 */
export function readWord(word: string): CensusResult {
  return WORDS[reduce(word)] ?? 'unknown';
}

/** Returns whether no document of AEAT lists this Resultado. */
export function isNewWord(word: string): boolean {
  const reduced = reduce(word);
  return WORDS[reduced] === undefined && !NO_VERDICT.has(reduced);
}

const reduce = (word: string): string => word.toUpperCase().replaceAll(/\s+/gu, '');

/**
 * Finds the answer to each question. Nothing says that AEAT keeps the order, a line may be missing,
 * and of an entity whose NIF changed AEAT answers the new one. A line answers the question with its
 * NIF and its name. Of the others, a line answers the question at its place if each line has the NIF
 * of its place, or one that nobody asked about, as it has after a change; otherwise the only question
 * with its NIF.
 * @returns one item per question; null if no line certainly answers it.
 */
export function matchAnswers(
  questions: readonly Question[],
  lines: readonly AnswerLine[],
): (CensusAnswer | null)[] {
  const asked = new Set(questions.map(({ nif }) => nif));
  const answered = lines.map(({ nif, ...line }) => ({ ...line, nif: normaliseNif(nif) }));
  const isInOrder =
    answered.length === questions.length &&
    questions.every(({ nif }, place) => {
      const line = answered[place]!;
      return line.nif === nif || (!asked.has(line.nif) && !isPersonNif(nif));
    });
  const byBoth = new Map(answered.map((line) => [keyOf(line), line]));
  const byNif = groupByNif(answered);
  const questionsByNif = groupByNif(questions);
  return questions.map((question, place) => {
    const { nif } = question;
    const onlyOne =
      questionsByNif.get(nif)!.length === 1 && byNif.get(nif)?.length === 1 ? byNif.get(nif)![0] : undefined;
    const line = byBoth.get(keyOf(question)) ?? (isInOrder ? answered[place] : onlyOne);
    return line === undefined ? null : readLine(nif, line);
  });
}

/** Of a natural person nothing is kept but the verdict: the name may be the one in the census. */
function readLine(nif: string, line: AnswerLine): CensusAnswer {
  const result = readWord(line.word);
  const isKnown = result === 'identified' || result === 'deregistered' || result === 'revoked';
  if (!isKnown || isPersonNif(nif)) return { result, censusNif: null, censusName: null };
  return { result, censusNif: line.nif, censusName: normaliseName(line.name) || null };
}

const NIF_LENGTH = 9;

/** AEAT answers a NIF with leading zeros. */
function normaliseNif(nif: string): string {
  return nif.trim().toUpperCase().padStart(NIF_LENGTH, '0');
}

const keyOf = ({ nif, name }: Question): string => `${nif} ${normaliseName(name)}`;

function groupByNif<T extends { readonly nif: string }>(items: readonly T[]): Map<string, T[]> {
  return Map.groupBy(items, ({ nif }) => nif);
}
