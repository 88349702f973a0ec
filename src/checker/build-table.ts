import { isBroken, isWaiting, type Verdict } from './invariant.ts';

/**
 * Formats the verdicts as a table for the terminal. Below each rule it lists the places that break
 * it or wait for work.
 */
export function buildTable(verdicts: readonly Verdict[]): string {
  const lines = verdicts.flatMap((verdict) => {
    const { invariant, says, looked, broken, places } = verdict;
    const looks = looked === null ? 'not checked' : `${looked} checked`;
    const result =
      broken > 0
        ? `${isWaiting(verdict) ? 'WAITS' : 'BROKEN'} ${broken}`
        : looked === null
          ? '–'
          : looked === 0
            ? 'no rows'
            : 'holds';
    const head = `${invariant.padEnd(4)}${result.padEnd(12)}${looks.padStart(18)}  ${says}`;
    const rest = broken > places.length ? [`      … and ${broken - places.length} more`] : [];
    return [head, ...places.map((place) => `      ${place}`), ...rest];
  });
  const broken = verdicts.filter(isBroken).length;
  const waiting = verdicts.filter(isWaiting).length;
  const looked = verdicts.filter((verdict) => verdict.looked !== null).length;
  const empty = verdicts.filter((verdict) => verdict.looked === 0).length;
  const end =
    broken === 0
      ? `All ${looked - waiting} checked rules${waiting === 0 ? '' : ' without unfinished work'} hold${empty === 0 ? '' : `; ${empty} of them had nothing to check`}.`
      : `${broken} of ${looked} rules are broken.`;
  const rest =
    waiting === 0
      ? []
      : [`Unfinished work breaks no rule: ${waiting} rules marked WAITS hold once the work is done.`];
  return [...lines, end, ...rest].join('\n');
}
