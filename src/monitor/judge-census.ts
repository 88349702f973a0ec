import type { CensusSilence } from './statements/census.ts';
import { countOf, type Finding, formatMoment, nameSome, OF_ENGINE } from './finding.ts';

/*
 * Findings about AEAT's census, which organizations can ask before invoices are issued. Without its
 * answer invoices are issued with a warning, or their batch waits if its organization prefers that.
 */

type Words = Pick<Finding, 'urgency' | 'todo'> & { readonly why: string };

/** What the reasons mean. A certificate that AEAT refuses is not presented again by itself. */
const WORDS: Readonly<Record<CensusSilence['absence'], Words>> = {
  refused: {
    urgency: 'act',
    why: 'AEAT refuses the certificate with which its census is asked (HTTP 401 or 403), and it is not presented again',
    todo: 'npm run engine -- org certificate list; add another certificate, or restart the workers once AEAT accepts this one, see docs/runbooks/census.md (CensusRefused)',
  },
  no_certificate: {
    urgency: 'act',
    why: 'none of the certificates of the organization can be used now',
    todo: 'npm run engine -- org certificate list; add a valid certificate, see docs/runbooks/census.md (CensusRefused)',
  },
  away: {
    urgency: 'look',
    why: 'AEAT did not answer three times; it is asked again after five minutes',
    todo: 'nothing: batches ask again. If it lasts, see docs/runbooks/census.md (CensusSilent)',
  },
  waiting: {
    urgency: 'look',
    why: 'no worker has asked AEAT',
    todo: 'start a worker that serves the queue remission, see docs/runbooks/census.md (CensusSilent)',
  },
};

/** Returns the findings about AEAT's census, the reasons that need a person first. */
export function judgeCensus(silences: readonly CensusSilence[] | null, now: number): Finding[] {
  return (silences ?? [])
    .map(({ absence, taxpayers, since, organizationIds, lastAnswerAt }): Finding => {
      const { urgency, why, todo } = WORDS[absence];
      const age = lastAnswerAt === null ? '' : `. The last answer is of ${formatMoment(lastAnswerAt, now)}`;
      const those = organizationIds.length === 1 ? 'organization' : 'organizations';
      return {
        id: `census-${absence}`,
        ...OF_ENGINE,
        urgency,
        what: `AEAT's census has not told ${countOf(taxpayers, 'taxpayer')} to ${those} ${nameSome(organizationIds)}`,
        since,
        why: `${why}${age}`,
        todo,
        acts: [],
        section: 'installation',
      };
    })
    .toSorted((a, b) => Number(a.urgency === 'look') - Number(b.urgency === 'look'));
}
