import type { Verdict } from './invariant.ts';

/** The verdicts as a table for the terminal, the places of breaks below their rules. */
export function buildTable(verdicts: readonly Verdict[]): string {
  const lines = verdicts.flatMap(({ invariant, says, looked, broken, places }) => {
    const looks = looked === null ? 'not looked at' : `${looked} looked at`;
    const result =
      broken > 0 ? `BROKEN ${broken}` : looked === null ? '–' : looked === 0 ? 'nothing' : 'holds';
    const head = `${invariant.padEnd(4)}${result.padEnd(12)}${looks.padStart(18)}  ${says}`;
    const rest = broken > places.length ? [`      … and ${broken - places.length} more`] : [];
    return [head, ...places.map((place) => `      ${place}`), ...rest];
  });
  const broken = verdicts.filter((verdict) => verdict.broken > 0).length;
  const looked = verdicts.filter((verdict) => verdict.looked !== null).length;
  const empty = verdicts.filter((verdict) => verdict.looked === 0).length;
  const end =
    broken === 0
      ? `All ${looked} rules that were looked at hold${empty === 0 ? '' : `; ${empty} of them had nothing to look at`}.`
      : `${broken} of ${looked} rules are broken.`;
  return [...lines, end].join('\n');
}
