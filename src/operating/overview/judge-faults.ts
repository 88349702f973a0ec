import type { FailureGroup, UncorrectedGroup } from '../../persistence/overview/faults.ts';
import { countOf, type Finding, nameSome } from './finding.ts';

/* What AEAT refused or found errors in, and what failed before: all but the last wants a person, for AEAT waits for it. */

/** The recipient is not in AEAT's census, which it takes where it is told so. */
const NOT_IN_CENSUS = 2001;

/** The command that helps with an invoice whose record AEAT refused or found errors in. */
export function adviseRecord({ code }: Pick<UncorrectedGroup, 'code'>, invoiceId: number): string {
  const flag = code === NOT_IN_CENSUS ? ' --recipient-outside-census' : '';
  return `npm run invoice -- resend ${invoiceId}${flag} --reason …`;
}

/** What operators should know of records that nobody corrected. */
export function judgeUncorrected(groups: readonly UncorrectedGroup[]): Finding[] {
  return groups.map((group, index) => {
    const { state, code, message, records, organizationIds, firstAt, invoiceIds } = group;
    const isRefused = state === 'rejected';
    const [invoiceId = 0] = invoiceIds;
    const said = isRefused ? 'AEAT refused' : 'AEAT found errors in';
    return {
      id: `record-${state}-${code ?? 'none'}-${index}`,
      group: 'customers',
      urgency: isRefused ? 'act' : 'look',
      what: `${said} ${countOf(records, 'record')} of ${organizationIds.length === 1 ? 'organization' : 'organizations'} ${nameSome(organizationIds)}`,
      since: firstAt,
      why: [code, message].filter((part) => part !== null).join(': ') || null,
      todo: `mend what AEAT names, then ${adviseRecord(group, invoiceId)}; npm run invoice -- show ${invoiceId} tells all of it`,
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
      group: 'customers',
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
