import { formatInstant } from '../../contracts/instant.ts';
import { pauseFromDashboard } from '../../operate/statements/dashboard-acts.ts';
import { findPausable, type PausableOrganization } from '../../organizations/settings.ts';
import { countOf } from '../../monitor/finding.ts';
import { type ActContext, markOf, offerAct, type OfferedAct, type Sight } from './offered-act.ts';

/* Acts of the commands npm run engine -- org pause, resume. */

/**
 * Offers to pause or to resume an organization.
 * @param isPausing true to pause, false to resume.
 */
export function offerPausing({ orm }: ActContext, isPausing: boolean): OfferedAct {
  return offerAct(
    async (id) => {
      const organization = await findPausable(orm.em.fork(), id);
      return organization && { sight: see(organization, isPausing), seen: id };
    },
    async (id, order) => {
      if (!(await pauseFromDashboard(orm.em.fork(), order, id, isPausing)))
        return { kind: 'refused', why: 'Another operator has done so in the meantime.' };
      const told = isPausing
        ? `Organization ${id} is paused. A batch that is being issued is finished.`
        : `Organization ${id} is resumed: its waiting batches are issued within seconds.`;
      return { kind: 'done', told };
    },
  );
}

function see({ id, name, pausedAt, batchesWaiting }: PausableOrganization, isPausing: boolean): Sight {
  const many =
    batchesWaiting > 10_000 ? 'More than 10,000 batches' : countOf(batchesWaiting, 'batch', 'batches');
  const isSo = (pausedAt !== null) === isPausing;
  const since = pausedAt === null ? '' : ` since ${formatInstant(pausedAt)}`;
  return {
    title: isPausing ? `Pause organization ${id}` : `Resume organization ${id}`,
    stands: [
      `Organization ${id}, ${name}, is ${pausedAt === null ? 'not paused' : `paused${since}`}.`,
      `${many} of the organization ${batchesWaiting === 1 ? 'is' : 'are'} not finished.`,
    ],
    will: isPausing
      ? 'Its batches are accepted but not issued until it is resumed. PDFs of issued invoices are rendered only on request. Existing records are sent to AEAT, as the law requires.'
      : 'Its waiting batches are issued within seconds, with the dates in the requests, and its missing PDFs are rendered.',
    cannot: isPausing
      ? 'Issued invoices stay issued, and a batch that is being issued is finished. Clients see their batches as received and are not informed of the pause.'
      : 'Invoices that are issued then stay issued.',
    refusal: isSo ? `It is ${isPausing ? 'already paused' : 'not paused'}.` : null,
    command: `npm run engine -- org ${isPausing ? 'pause' : 'resume'} ${id}`,
    choice: null,
    mark: markOf(isPausing, pausedAt),
  };
}
