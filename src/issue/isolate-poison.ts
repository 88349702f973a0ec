import { blameOf, OwnFault } from './blame.ts';
import { findPoison } from './find-poison.ts';

/**
 * Finds the invoices that may fail for an error of issuing: those whose data the database refuses, and at most one on which our own code
 * breaks, each by itself and each time. That all others pass is for the caller to prove, by issuing them.
 * @param positions of the batch's invoices; `mayBlameCode`: false where another invoice broke our code already.
 * @param rehearse issues some of them and undoes it.
 * @throws OwnFault where it is not the invoices' fault, and whatever a rehearsal throws that never is.
 */
export async function isolatePoison(
  positions: readonly number[],
  mayBlameCode: boolean,
  rehearse: (positions: readonly number[]) => Promise<void>,
): Promise<number[]> {
  const attempt = async (some: readonly number[]): Promise<unknown> => {
    try {
      await rehearse(some);
      return null;
    } catch (error) {
      if (blameOf(error) === 'none') throw error;
      return error;
    }
  };
  const suspects = await findPoison(positions, async (some) => (await attempt(some)) === null);
  const causes: unknown[] = [];
  for (const position of suspects) {
    // By itself, once more: what passes now failed for another reason than this invoice.
    const cause = await attempt([position]);
    if (cause === null) throw new OwnFault(`Invoice ${position} fails in company or by chance only`);
    causes.push(cause);
  }
  const broken = causes.filter((cause) => blameOf(cause) === 'code');
  if (broken.length > (mayBlameCode ? 1 : 0)) {
    throw new OwnFault('Our own code broke on more than one invoice', { cause: broken[0] });
  }
  if (suspects.length === positions.length && (broken.length > 0 || suspects.length > 1)) {
    throw new OwnFault('No invoice of the batch can be issued', { cause: causes[0] });
  }
  return suspects;
}
