import { type Blame, blameOf, OwnFault } from './blame.ts';
import { findPoison } from './find-poison.ts';

/**
 * Finds the invoices that may be marked as failed after an error of issuing: those whose data the
 * database refuses, those that name what cannot be read in time, and at most one on which the
 * engine's own code fails. Each of them fails alone and every time. The caller must prove that all
 * other invoices pass, by issuing them.
 * @param positions positions of invoices in the batch.
 * @param mayBlameCode false when the engine's code already failed on another invoice.
 * @param tryIssuing issues some of the invoices and undoes it.
 * @returns the cause of each failure by position.
 * @throws OwnFault when the invoices are not the cause. Rethrows an error of a trial that an
 *   invoice never causes.
 */
export async function isolatePoison(
  positions: readonly number[],
  mayBlameCode: boolean,
  tryIssuing: (positions: readonly number[]) => Promise<void>,
): Promise<Map<number, Blame>> {
  const attempt = async (some: readonly number[]): Promise<unknown> => {
    try {
      await tryIssuing(some);
      return null;
    } catch (error) {
      if (blameOf(error) === 'none') throw error;
      return error;
    }
  };
  const suspects = await findPoison(positions, async (some) => (await attempt(some)) === null);
  const blames = new Map<number, Blame>();
  const causes: unknown[] = [];
  for (const position of suspects) {
    // Tries the invoice alone once more. If it passes now, the earlier failure had another cause.
    const cause = await attempt([position]);
    if (cause === null)
      throw new OwnFault(`Invoice ${position} fails only together with others, or not every time`);
    blames.set(position, blameOf(cause));
    causes.push(cause);
  }
  // A database that is slow for another reason does not issue a batch without invoices either.
  if (causes.some((cause) => blameOf(cause) === 'time')) await tryIssuing([]);
  const broken = causes.filter((cause) => blameOf(cause) === 'code');
  if (broken.length > (mayBlameCode ? 1 : 0)) {
    throw new OwnFault(
      'The program failed on more than one invoice of the batch, so the cause is not in the invoices',
      { cause: broken[0] },
    );
  }
  const refused = causes.filter((cause) => blameOf(cause) === 'data');
  if (suspects.length === positions.length && (broken.length > 0 || refused.length > 1)) {
    throw new OwnFault('No invoice of the batch can be issued, so the cause is not in the invoices', {
      cause: causes[0],
    });
  }
  return blames;
}
