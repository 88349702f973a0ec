import { appendFileSync } from 'node:fs';

/**
 * Returns whether this machine has what a test needs. If not, `npm test` reports that at its end,
 * so that no test is skipped silently.
 * @param what what is not judged without it.
 * @param lacking what is missing, and how to get it.
 */
export function isJudged(isThere: unknown, what: string, lacking: string): boolean {
  if (isThere) return true;
  const file = process.env['NOT_JUDGED_FILE'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ what, lacking })}\n`);
  return false;
}
