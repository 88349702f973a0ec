import type { CensusMode } from '../../contracts/codes.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { Text } from '../../contracts/messages/texts.ts';
import { isSameName } from '../invoice/is-same-name.ts';
import { type Finding, sayAbout, type Warning } from '../reading/findings.ts';
import type { Party } from './list-parties.ts';
import type { CensusAnswer, Question } from './match-answers.ts';

/** A question about a party of a batch. */
export type AskedParty = Question & { readonly isIssuer: boolean };

/** What the census says of the parties of invoices, by the invoice's index. */
export type CensusJudgement = {
  readonly findings: ReadonlyMap<number, readonly Finding[]>;
  readonly warnings: ReadonlyMap<number, readonly Warning[]>;
};

const keyOf = (nif: string, name: string): string => `${nif} ${name}`;

/** Lists each NIF with each name of the parties once. */
export function listQuestions(parties: Iterable<readonly Party[]>): AskedParty[] {
  const questions = new Map<string, AskedParty>();
  for (const each of parties)
    for (const { role, nif, names } of each)
      for (const name of names) {
        const key = keyOf(nif, name);
        const isIssuer = role === 'issuer' || questions.get(key)?.isIssuer === true;
        questions.set(key, { nif, name, isIssuer });
      }
  return [...questions.values()];
}

/**
 * Judges the parties of invoices by what the census says of them. With `refuse`, NO IDENTIFICADO and
 * NO IDENTIFICADO-SIMILAR fail the invoice: AEAT would refuse the records of such an issuer
 * (VeriFactu 4104), and accept those to such a recipient with errors (VeriFactu 2001) or refuse them
 * (SII 1117). Everything else is a warning. An issuer is warned of once in a batch, and what is not
 * known once in an invoice.
 * @param questions as `listQuestions` lists them, each with its answer at the same place.
 */
export function judgeParties(
  parties: ReadonlyMap<number, readonly Party[]>,
  questions: readonly Question[],
  answers: readonly CensusAnswer[],
  mode: Exclude<CensusMode, 'off'>,
): CensusJudgement {
  const known = new Map(questions.map(({ nif, name }, place) => [keyOf(nif, name), answers[place]!]));
  const findings = new Map<number, Finding[]>();
  const warnings = new Map<number, Warning[]>();
  const warnedIssuers = new Set<string>();
  for (const [index, own] of parties)
    for (const party of own) {
      const answer = chooseAnswer(party.names.map((name) => known.get(keyOf(party.nif, name))!));
      const verdict = judge(party, answer, mode);
      if (verdict === null) continue;
      if ('finding' in verdict) {
        add(findings, index, verdict.finding);
        continue;
      }
      const { warning } = verdict;
      const isOfAll = warning.code === 'census_unavailable' || warning.code === 'census_unknown';
      if (isOfAll && warnings.get(index)?.some(({ code }) => code === warning.code)) continue;
      const issuer = `${warning.code} ${party.nif}`;
      if (party.role === 'issuer' && warnedIssuers.has(issuer)) continue;
      if (party.role === 'issuer') warnedIssuers.add(issuer);
      add(warnings, index, warning);
    }
  return { findings, warnings };
}

/** Chooses the best answer to the names of one party: one order of a name is enough. */
function chooseAnswer(answers: readonly CensusAnswer[]): CensusAnswer {
  return answers.toSorted((one, other) => rank(one) - rank(other))[0]!;
}

const rank = ({ result }: CensusAnswer): number => ORDER.indexOf(result);

const ORDER: readonly CensusAnswer['result'][] = [
  'identified',
  'deregistered',
  'revoked',
  'unavailable',
  'unknown',
  'similar',
  'not_identified',
];

type Verdict = { readonly finding: Finding } | { readonly warning: Warning } | null;

function judge(party: Party, { result, censusNif, censusName }: CensusAnswer, mode: CensusMode): Verdict {
  const { nif, role } = party;
  const warn = (code: Warning['code'], says: Text): Verdict => ({ warning: build(party, code, says) });
  const refuse = (code: Warning['code'], says: Text): Verdict =>
    mode === 'refuse'
      ? { finding: build(party, 'not_in_census', says) }
      : { warning: build(party, code, says) };
  switch (result) {
    case 'not_identified':
      return refuse(
        'census_not_identified',
        role === 'issuer'
          ? formatMessage('census_issuer_not_identified', { nif })
          : formatMessage('census_recipient_not_identified', { nif }),
      );
    case 'similar':
      return refuse('census_name_differs', formatMessage('census_name_differs', { nif }));
    case 'deregistered':
      return warn('census_deregistered', formatMessage('census_deregistered', { nif }));
    case 'revoked':
      return warn('census_revoked', formatMessage('census_revoked', { nif }));
    case 'unknown':
      return warn('census_unknown', formatMessage('census_unknown', { nif }));
    case 'unavailable':
      return warn('census_unavailable', formatMessage('census_unavailable', { nif }));
    case 'identified': {
      if (censusName === null) return null;
      const isSame = party.names.some((name) => isSameName(compact(name), compact(censusName)));
      if (isSame && (censusNif === null || censusNif === nif)) return null;
      return warn(
        'census_spelling',
        formatMessage('census_spelling', { nif, name: censusName, other: censusNif ?? nif }),
      );
    }
  }
}

/** Makes `S.L.` the same as `SL`. */
const compact = (name: string): string => name.replaceAll(/[\s.,]+/gu, '');

/** AEAT's codes for records with a party that is not in the census. */
const AEAT_CODES = { issuer: 4104, recipient: 2001 } as const;
const REFUSED = new Set<string>(['not_in_census', 'census_not_identified', 'census_name_differs']);

function build<Code extends Finding['code'] | Warning['code']>(
  { field, label, role }: Party,
  code: Code,
  says: Text,
) {
  return {
    field,
    code,
    aeatCode: REFUSED.has(code) ? AEAT_CODES[role] : null,
    message: sayAbout(label, says),
  };
}

function add<T>(found: Map<number, T[]>, index: number, item: T): void {
  found.set(index, [...(found.get(index) ?? []), item]);
}
