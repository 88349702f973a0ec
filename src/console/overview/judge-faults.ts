import { hash } from 'node:crypto';
import type { FailureGroup, UncorrectedGroup } from './statements/faults.ts';
import { countOf, type Finding, nameSome, OF_CUSTOMERS } from './finding.ts';

/* What AEAT refused or found errors in, and what failed before: all but the last wants a person, for AEAT waits for it. */

/** The recipient is not in AEAT's census, which it takes where it is told so. */
const NOT_IN_CENSUS = 2001;

/** The command that helps with an invoice whose record AEAT refused or found errors in. */
export function adviseRecord({ code }: Pick<UncorrectedGroup, 'code'>, invoiceId: number): string {
  const flag = code === NOT_IN_CENSUS ? ' --recipient-outside-census' : '';
  return `npm run engine -- invoice resend ${invoiceId}${flag} --reason …`;
}

/** What operators should know of records that nobody corrected. */
export function judgeUncorrected(groups: readonly UncorrectedGroup[]): Finding[] {
  return groups.map((group) => {
    const { state, code, kind, message, records, organizationIds, firstAt, lastAt, invoiceIds } = group;
    const isRefused = state === 'rejected';
    const [invoiceId = 0] = invoiceIds;
    const said = isRefused ? 'AEAT refused' : 'AEAT found errors in';
    return {
      // By all that makes the group: it has the same id for as long as it is told.
      id: `record-${state}-${code ?? 'none'}-${kind}-${hash('sha256', message ?? '').slice(0, 8)}`,
      ...OF_CUSTOMERS,
      newestAt: lastAt,
      urgency: isRefused ? 'act' : 'look',
      what: `${said} ${countOf(records, 'record')} of ${organizationIds.length === 1 ? 'organization' : 'organizations'} ${nameSome(organizationIds)}`,
      since: firstAt,
      why: [code, message].filter((part) => part !== null).join(': ') || null,
      todo: `mend what AEAT names, then ${adviseRecord(group, invoiceId)}; npm run engine -- invoice show ${invoiceId} tells all of it`,
      acts: [
        { act: 'invoice.resend', id: invoiceId },
        { act: 'invoice.annul', id: invoiceId },
      ],
      section: 'records',
    };
  });
}

/** What operators should know of invoices that failed: their clients were told. */
export function judgeFailures(groups: readonly FailureGroup[]): Finding[] {
  const [worst] = groups;
  if (worst === undefined) return [];
  const failed = groups.reduce((sum, { invoices }) => sum + invoices, 0);
  return [
    {
      id: 'failures',
      ...OF_CUSTOMERS,
      newestAt: groups.reduce((newest, { lastAt }) => Math.max(newest, lastAt), 0),
      urgency: 'look',
      what: `${countOf(failed, 'invoice')} failed in the last 24 hours`,
      since: null,
      why: `${groups.length === 1 ? 'All' : 'Most often'}: ${worst.message}`,
      todo: 'whoever sent them was told, and sends them again when they are mended; many at once may be a mistake of one client',
      acts: [],
      section: 'failures',
    },
  ];
}
