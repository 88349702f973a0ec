import type { Answers } from '../fault.ts';
import type { Miss, Refusal } from './load.ts';

type Client = { readonly refusals: readonly Refusal[]; readonly misses: readonly Miss[] };

/**
 * Counts what clients received instead of a 201, by kind.
 * @param since a moment of `performance.now()`; earlier answers are not counted.
 */
export function countAnswers(acknowledged: number, clients: readonly Client[], since = 0): Answers {
  const reasons: Record<string, number> = {};
  const count = (reason: string) => (reasons[reason] = (reasons[reason] ?? 0) + 1);
  const refusals = clients.flatMap((client) => client.refusals.filter(({ at }) => at > since));
  for (const { status, text } of refusals) count(`${status} ${readMessage(text)}`.trimEnd());
  for (const { misses } of clients)
    for (const { at, why } of misses) if (at > since) count(`no answer: ${why}`);
  return { acknowledged, refused: refusals.length, reasons };
}

function readMessage(text: string): string {
  return /"message":"([^"]{1,80})/.exec(text)?.[1] ?? '';
}
