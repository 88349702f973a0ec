import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findStateError, type InvoiceState, type Operation } from '../src/registry/operation-matrix.ts';
import { ALTA_RULES, ANULACION_RULES } from '../src/rules/judge-record.ts';
import { ALTA_WARNINGS, ANULACION_WARNINGS } from '../src/rules/warnings.ts';
import { hasSharedFacts, readShared } from '../../../test/domain/support/shared-facts.ts';
import { CONSULTA_FACTU } from '../src/schema/consulta.ts';
import { REGISTRO_ALTA, REGISTRO_ANULACION } from '../src/schema/registro.ts';
import { codesOf, schemaCodesOf } from './support/codes.ts';

const OPERATIONS: readonly Operation[] = [
  'alta',
  'alta after rejection',
  'subsanacion',
  'subsanacion after rejection',
  'anulacion',
  'anulacion after rejection',
  'anulacion without record',
];
const STATES: readonly InvoiceState[] = ['none', 'alta', 'annulled'];
/** What a query that the schema allows is refused for (consulta.integration.test.ts). */
const OF_QUERIES = [1250, 1261, 1272];

/** Lists the codes that the stand-in gives for records and queries. */
function listGiven(): number[] {
  const states = OPERATIONS.flatMap((operation) =>
    STATES.map((state) => findStateError(operation, state, false)).filter((code) => code !== null),
  );
  return codesOf([
    ...ALTA_RULES,
    ...ANULACION_RULES,
    ...ALTA_WARNINGS,
    ...ANULACION_WARNINGS,
    ...[REGISTRO_ALTA, REGISTRO_ANULACION, CONSULTA_FACTU].flatMap(schemaCodesOf),
    ...[...states, ...OF_QUERIES].map((code) => ({ code })),
  ]);
}

/** Lists the codes that the README excuses. */
function listExcused(): number[] {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const section = /## Codes that the stand-in never gives\n(.*?)\n## /s.exec(readme)?.[1] ?? '';
  const cells = [...section.matchAll(/^\| ([\d, ]+) \|/gm)].map(([, cell = '']) => cell);
  return cells.flatMap((cell) => cell.split(', ').map(Number));
}

type Catalogue = { errors: { code: number; effect: string; text_es: string }[] };
describe.skipIf(!hasSharedFacts)(
  'the codes of the stand-in (skipped if ../shared/verifactu is absent)',
  () => {
    const catalogue = () => {
      const { errors } = JSON.parse(readShared('errors.json')) as Catalogue;
      return new Map(errors.map((entry) => [entry.code, entry]));
    };

    it('have the effect that AEAT’s catalogue states', () => {
      const codes = catalogue();
      const effectsOf = (rules: readonly { readonly code: number }[]) =>
        new Set(codesOf(rules).map((code) => codes.get(code)?.effect));
      expect(effectsOf([...ALTA_RULES, ...ANULACION_RULES])).toEqual(new Set(['reject_record']));
      expect(effectsOf([...ALTA_WARNINGS, ...ANULACION_WARNINGS])).toEqual(new Set(['accept_with_errors']));
    });

    it('are all of the catalogue that concern a record, except those that the README excuses', () => {
      const concerned = [...catalogue().values()].filter(({ effect }) => effect !== 'reject_submission');
      const excused = listExcused();
      const given = new Set(listGiven());
      expect(excused.filter((code) => given.has(code))).toEqual([]);
      const missing = concerned.filter(({ code }) => !given.has(code)).map(({ code }) => code);
      expect(missing.toSorted((one, other) => one - other)).toEqual(
        excused.toSorted((one, other) => one - other),
      );
    });

    it('and all others have the text that AEAT’s catalogue states', async () => {
      const texts = (await import('../src/rules/code-texts.json', { with: { type: 'json' } })).default;
      const stated = [...catalogue()].map(([code, { text_es: text }]) => [String(code), text]);
      expect(texts).toEqual(Object.fromEntries(stated));
    });
  },
);
