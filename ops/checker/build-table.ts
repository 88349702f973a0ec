import { isBroken, isWaiting, type Verdict } from './invariant.ts';

/** The verdicts as a table for the terminal, the places of breaks, and of what waits for work, below their rules. */
export function buildTable(verdicts: readonly Verdict[]): string {
  const lines = verdicts.flatMap((verdict) => {
    const { invariant, says, looked, broken, places } = verdict;
    const looks = looked === null ? 'not looked at' : `${looked} looked at`;
    const result =
      broken > 0
        ? `${isWaiting(verdict) ? 'WAITS' : 'BROKEN'} ${broken}`
        : looked === null
          ? '–'
          : looked === 0
            ? 'nothing'
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
      ? `All ${looked - waiting} rules that were looked at${waiting === 0 ? '' : ', and wait for no work,'} hold${empty === 0 ? '' : `; ${empty} of them had nothing to look at`}.`
      : `${broken} of ${looked} rules are broken.`;
  const rest =
    waiting === 0 ? [] : [`Work is left to do, which breaks nothing: see the ${waiting} marked WAITS.`];
  return [...lines, end, ...rest].join('\n');
}
