import { hash } from 'node:crypto';
import { SPFE_CONDITIONS, type SpfeDifference } from '../contracts/spfe.ts';
import { countOf, type Finding, nameIssuer, nameOrganizations, OF_CUSTOMERS } from './finding.ts';
import type { SpfeFaults } from './statements/spfe.ts';

/*
 * Findings about single invoices at the SPFE: deliveries that a person decides, documents in which the
 * SPFE and the engine differ, and what recipients reported.
 */

type Fault = SpfeFaults['states'][number];

/** Returns the findings about single invoices at the SPFE. */
export function judgeSpfeFaults(faults: SpfeFaults | null): Finding[] {
  if (faults === null) return [];
  const { states, differences, rejections, disagreements, undecided } = faults;
  return [
    ...judgeUndecided(undecided),
    ...states.map(describeState),
    ...differences.map(describeDifference),
    ...rejections.map(describeRejection),
    ...disagreements.map(describeDisagreement),
  ];
}

const countInvoices = (number: number) => countOf(number, 'invoice');

const STATES: Readonly<
  Record<
    Fault['state'],
    { readonly what: (invoices: string, isOne: boolean) => string; readonly todo: string }
  >
> = {
  rejected: {
    what: (invoices) => `The SPFE rejected ${invoices}`,
    todo: 'the original of a rejected copy is valid; see docs/runbooks/spfe.md (Rejected deliveries) for what may be sent again and what needs a rectifying invoice',
  },
  blocked: {
    what: (invoices) => `${invoices} cannot be expressed for the SPFE`,
    todo: 'mend what the rule names, see docs/runbooks/spfe.md (Blocked deliveries)',
  },
  conflict: {
    what: (invoices) => `The SPFE has other contents than the engine under the numbers of ${invoices}`,
    todo: 'find out which system sent them, see docs/runbooks/spfe.md (Conflicts of contents)',
  },
  held: {
    what: (invoices, isOne) =>
      `${invoices} ${isOne ? 'was' : 'were'} annulled before the SPFE had ${isOne ? 'it' : 'them'}`,
    todo: 'decide whether they go to the SPFE, see docs/runbooks/spfe.md (Held deliveries)',
  },
  unknown: {
    what: (invoices, isOne) => `Nobody can tell whether ${invoices} ${isOne ? 'goes' : 'go'} to the SPFE`,
    todo: 'have the client state what is missing (POST /api/v2/invoices/{id}/spfe/facts), see docs/runbooks/spfe.md (Unknown deliveries)',
  },
};

function describeState(fault: Fault): Finding {
  const { state, cause, message, deliveries, organizationIds, firstAt, lastAt, invoiceIds } = fault;
  const { what, todo } = STATES[state];
  const [first = 0] = organizationIds;
  const said = [cause, message].filter((part) => part !== null).join(': ');
  // The texts of a rule differ between invoices.
  const group = state === 'blocked' ? (cause ?? '') : said;
  return {
    id: `spfe-${state}-${hash('sha256', group).slice(0, 8)}`,
    ...OF_CUSTOMERS,
    newestAt: lastAt,
    urgency: state === 'unknown' ? 'look' : 'act',
    what: what(`${countInvoices(deliveries)} of ${nameOrganizations(organizationIds)}`, deliveries === 1),
    since: firstAt,
    why: `${said === '' ? '' : `${said}. `}${nameInvoices(invoiceIds, deliveries)}`,
    todo: `${todo}; npm run engine -- spfe deliveries ${first} --state ${state} names all`,
    acts: [],
    section: 'spfe',
  };
}

const nameInvoices = (ids: readonly number[], all: number) =>
  `Invoices ${ids.join(', ')}${all > ids.length ? ` and ${all - ids.length} more` : ''}`;

/** What each difference is, of a number of documents of an issuer, and its probable cause. */
const DIFFERENCES: Readonly<
  Record<SpfeDifference, { readonly what: (documents: string) => string; readonly why: string }>
> = {
  foreign: {
    what: (documents) => `The SPFE has ${documents} that the engine did not send`,
    why: 'another program or platform sends for the issuer',
  },
  missing: {
    what: (documents) => `The SPFE does not have ${documents} any more that it had admitted`,
    why: 'another program withdrew them, or AEAT lost them',
  },
  content: {
    what: (documents) => `The SPFE has ${documents} with other contents than the engine`,
    why: 'another system sent them first',
  },
  unasked: {
    what: (documents) => `The SPFE answered about ${documents} that nobody had sent`,
    why: 'its answer belongs to another request',
  },
};

function describeDifference({
  organizationId,
  issuerNif,
  kind,
  documents,
  firstNumber,
  lastAt,
}: SpfeFaults['differences'][number]): Finding {
  const { what, why } = DIFFERENCES[kind];
  return {
    id: `spfe-${kind}-${organizationId}-${issuerNif}`,
    ...OF_CUSTOMERS,
    newestAt: lastAt,
    urgency: 'act',
    what: what(`${countOf(documents, 'document')} of ${nameIssuer({ organizationId, issuerNif })}`),
    since: null,
    why: `Probably ${why}. The first is ${firstNumber}`,
    todo: `npm run engine -- spfe differences ${organizationId} --issuer ${issuerNif} names them; see docs/runbooks/spfe.md (SpfeDiffers)`,
    acts: [],
    section: 'spfe',
  };
}

function describeRejection(group: SpfeFaults['rejections'][number]): Finding {
  const { organizationId, condition, invoices, invoiceIds, firstAt, lastAt } = group;
  const known = SPFE_CONDITIONS[condition ?? ''];
  return {
    id: `spfe-recipient-${organizationId}-${condition ?? 'none'}`,
    ...OF_CUSTOMERS,
    newestAt: lastAt,
    urgency: 'act',
    what: `Recipients rejected ${countInvoices(invoices)} of organization ${organizationId} at the SPFE`,
    since: firstAt,
    why: `They state ${known === undefined ? 'no reason' : `${known} (${condition})`}. ${nameInvoices(invoiceIds, invoices)}`,
    todo: 'tell the organization: it agrees with the recipient, or issues a rectifying invoice; acknowledge the finding afterwards',
    acts: [],
    section: 'spfe',
  };
}

function describeDisagreement(group: SpfeFaults['disagreements'][number]): Finding {
  const { kind, organizationId, invoices, invoiceIds, lastAt } = group;
  const of = `${countInvoices(invoices)} of organization ${organizationId}`;
  const [verb, it] = invoices === 1 ? ['is', 'it'] : ['are', 'them'];
  return {
    id: `spfe-${kind}-${organizationId}`,
    ...OF_CUSTOMERS,
    newestAt: lastAt,
    urgency: 'look',
    what:
      kind === 'annulled'
        ? `${of} ${verb} annulled and still at the SPFE`
        : `Recipients reported other dates of ${of} than the issuer`,
    since: null,
    why: nameInvoices(invoiceIds, invoices),
    todo:
      kind === 'annulled'
        ? `have the client withdraw ${it} if the operation never existed (POST /api/v2/invoices/{id}/spfe/withdraw), or rectify`
        : 'tell the organization: it cancels its message and reports the right day, or agrees with the recipient',
    acts: [],
    section: 'spfe',
  };
}

/** One finding for all: before the duty begins, most installations have many. */
function judgeUndecided(undecided: SpfeFaults['undecided']): Finding[] {
  const [first] = undecided;
  if (first === undefined) return [];
  const names = undecided
    .slice(0, 3)
    .map((each) => `${each.issuerNif} (organization ${each.organizationId})`);
  const more = undecided.length > 3 ? ` and ${undecided.length - 3} more` : '';
  return [
    {
      id: 'spfe-undecided',
      ...OF_CUSTOMERS,
      newestAt: null,
      urgency: 'act',
      what: `Nobody decided whether invoices of ${countOf(undecided.length, 'issuer')} go to the SPFE`,
      since: null,
      why: `The duty has presumably begun for ${names.join(', ')}${more} (RD 238/2026, DF 4)`,
      todo: `ask the organization, then npm run engine -- org spfe ${first.issuerNif} --help; see docs/spfe.md (Deciding)`,
      acts: [],
      section: 'spfe',
    },
  ];
}
