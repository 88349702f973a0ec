import type { ClusterClient } from './client.ts';

/** Counts what clients got instead of a 201 from a moment on, by what it was. */
export function countReasons(
  clients: readonly Pick<ClusterClient, 'refusals' | 'misses'>[],
  since: number,
): Record<string, number> {
  const counts: Record<string, number> = {};
  const count = (reason: string) => (counts[reason] = (counts[reason] ?? 0) + 1);
  for (const { refusals, misses } of clients) {
    for (const { at, status, text } of refusals)
      if (at > since) count(`${status} ${readMessage(text)}`.trimEnd());
    for (const { at, why } of misses) if (at > since) count(`no answer: ${why}`);
  }
  return counts;
}

function readMessage(text: string): string {
  return /"message":"([^"]{1,80})/.exec(text)?.[1] ?? '';
}
