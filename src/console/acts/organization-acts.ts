import { pauseFromDashboard } from '../../operate/statements/dashboard-acts.ts';
import { findPausable, type PausableOrganization } from '../../operate/statements/organization-settings.ts';
import { countOf } from '../overview/finding.ts';
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
        return { kind: 'refused', why: 'Somebody else has done so meanwhile.' };
      const told = isPausing
        ? `Organization ${id} is paused. A batch that was being issued is finished.`
        : `Organization ${id} goes on: its batches that waited are issued within seconds.`;
      return { kind: 'done', told };
    },
  );
}

function see({ id, name, pausedAt, batchesWaiting }: PausableOrganization, isPausing: boolean): Sight {
  const many =
    batchesWaiting > 10_000 ? 'More than 10,000 batches' : countOf(batchesWaiting, 'batch', 'batches');
  const isSo = (pausedAt !== null) === isPausing;
  const since = pausedAt === null ? '' : ` since ${new Date(pausedAt).toISOString().slice(0, 19)}Z`;
  return {
    title: isPausing ? `Pause organization ${id}` : `Let organization ${id} go on`,
    stands: [
      `Organization ${id}, ${name}, is ${pausedAt === null ? 'not paused' : `paused${since}`}.`,
      `${many} of it ${batchesWaiting === 1 ? 'has' : 'have'} not ended.`,
    ],
    will: isPausing
      ? 'Its batches are accepted and wait, and nothing of them is issued until it goes on; PDFs of what was issued are rendered when a client asks for them, and records that exist go to AEAT, as the law wants.'
      : 'Its batches that wait are issued within seconds, with the dates that they were sent with, and its PDFs that are missing are rendered.',
    cannot: isPausing
      ? 'What is issued stays issued, and a batch that is being issued now is finished. Its clients see their batches as received, and are not told why they wait.'
      : 'What is issued then stays issued.',
    refusal: isSo ? `It is ${isPausing ? 'paused already' : 'not paused'}.` : null,
    command: `npm run engine -- org ${isPausing ? 'pause' : 'resume'} ${id}`,
    choice: null,
    mark: markOf(isPausing, pausedAt),
  };
}
