import { hash } from 'node:crypto';
import type { DamagedFiles, FailureGroup, UncorrectedGroup } from './statements/faults.ts';
import { countOf, type Finding, nameSome, OF_CUSTOMERS } from './finding.ts';

/*
 * Findings about records that AEAT refused or in which it found errors, about damaged files, and
 * about failed invoices. All but the last need a person.
 */

/**
 * AEAT's error for a recipient who is not in its census. AEAT accepts such a recipient if the
 * record declares it.
 */
const NOT_IN_CENSUS = 2001;

/** Returns the command that corrects an invoice whose record AEAT refused or found errors in. */
export function adviseRecord({ code }: Pick<UncorrectedGroup, 'code'>, invoiceId: number): string {
  const flag = code === NOT_IN_CENSUS ? ' --recipient-outside-census' : '';
  return `npm run engine -- invoice resend ${invoiceId}${flag} --reason …`;
}

/** Returns the findings about records that are not corrected. */
export function judgeUncorrected(groups: readonly UncorrectedGroup[]): Finding[] {
  return groups.map((group) => {
    const { state, code, kind, message, records, organizationIds, firstAt, lastAt, invoiceIds } = group;
    const isRefused = state === 'rejected';
    const [invoiceId = 0] = invoiceIds;
    const said = isRefused ? 'AEAT refused' : 'AEAT found errors in';
    return {
      // The id is built from all members that define the group, so it stays the same as long as the
      // finding lasts.
      id: `record-${state}-${code ?? 'none'}-${kind}-${hash('sha256', message ?? '').slice(0, 8)}`,
      ...OF_CUSTOMERS,
      newestAt: lastAt,
      urgency: isRefused ? 'act' : 'look',
      what: `${said} ${countOf(records, 'record')} of ${organizationIds.length === 1 ? 'organization' : 'organizations'} ${nameSome(organizationIds)}`,
      since: firstAt,
      why: [code, message].filter((part) => part !== null).join(': ') || null,
      todo: `correct what AEAT names, then ${adviseRecord(group, invoiceId)}; npm run engine -- invoice show ${invoiceId} shows all records of the invoice`,
      acts: [
        { act: 'invoice.resend', id: invoiceId },
        { act: 'invoice.annul', id: invoiceId },
      ],
      section: 'records',
    };
  });
}

/**
 * Returns the finding about signed Facturae that are damaged where they are stored. Nobody else may
 * decide to replace a file that was delivered.
 */
export function judgeDamagedFiles(groups: readonly DamagedFiles[]): Finding[] {
  return groups.map(({ files, organizationIds, invoiceIds, firstAt, lastAt }) => ({
    id: 'damaged-files',
    ...OF_CUSTOMERS,
    newestAt: lastAt,
    urgency: 'act',
    what: `${countOf(files, 'signed Facturae', 'signed Facturae')} of ${organizationIds.length === 1 ? 'organization' : 'organizations'} ${nameSome(organizationIds)} ${files === 1 ? 'is' : 'are'} damaged and not delivered`,
    since: firstAt,
    why: `The stored bytes are not those that were signed: ${files === 1 ? 'invoice' : 'invoices'} ${nameSome(invoiceIds)}${files > invoiceIds.length ? ' and others' : ''}`,
    todo: `find out whether the disk of PostgreSQL fails, then npm run engine -- invoice drop-facturae ${invoiceIds[0]} --reason …; the next request has the invoice signed again. See docs/runbooks/issuing.md (FacturaeDamaged)`,
    acts: [],
    section: 'failures',
  }));
}

/** Returns the findings about failed invoices, which were reported to their clients. */
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
      why: `${groups.length === 1 ? 'All' : 'Most frequent'}: ${worst.message}`,
      todo: 'the clients got the errors and send corrected invoices; many failures at once may be a defect of one client',
      acts: [],
      section: 'failures',
    },
  ];
}
