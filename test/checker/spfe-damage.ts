import { SPFE_ISSUER } from '../support/spfe.ts';

/* Damages to deliveries to the SPFE, and the rules that find them. */

/** How the rules begin. */
export const RULES = {
  decided: 'Every invoice of an issuer whose invoices are prepared or sent has a delivery',
  own: 'Every delivery to the SPFE is that of an issued invoice',
  versions: 'Every delivery to the SPFE has all its versions',
  answers: 'Every admitted or rejected delivery to the SPFE has that answer',
  inRequest: 'Every delivery and every message on its way to the SPFE is in one request',
  sendable: 'A message to the SPFE may be sent if the SPFE has its invoice',
  requests: 'Every request to the SPFE contains as many members',
  again: 'Nothing whose outcome was unknown was sent to the SPFE again',
  unanswered: 'Every delivery to the SPFE whose issuer sends has an answer',
  untold: 'Every message to the SPFE about an admitted invoice has an answer',
  halted: 'No issuer is halted at the SPFE',
  same: 'An admitted delivery is in the SPFE’s book with the bytes',
  told: 'The SPFE’s book has the accepted messages of issuers',
  known: 'The SPFE’s book has no invoice that is not in this database',
  asked: 'Nothing whose outcome was unknown reached the SPFE again',
} as const;

/** The rules that look at something if deliveries are admitted, settled, withdrawn, rejected and lost. */
export const HELD: readonly string[] = Object.entries(RULES).flatMap(([name, says]) =>
  ['halted', 'unanswered', 'untold'].includes(name) ? [] : [says],
);

/** The first delivery is settled, the second withdrawn, the third rejected. */
const SETTLED = '(select min(issued_invoice_id) from spfe_deliveries)';
const WITHDRAWN = `(select issued_invoice_id from spfe_deliveries where state = 'withdrawn')`;
const REJECTED = `(select issued_invoice_id from spfe_deliveries where state = 'rejected')`;
const WAITING = `(select issued_invoice_id from spfe_deliveries where state = 'pending')`;
const SENDING = `(select min(id) from spfe_requests where service = 'send')`;

/** A damage: what has it, the rule that finds it, the place that it reports, and the statements. */
type SpfeDamage = [name: string, says: string, place: RegExp, ...sql: string[]];

export const DAMAGES: readonly SpfeDamage[] = [
  [
    'a decision that no delivery follows',
    RULES.decided,
    /its issuer \w+ has mode prepare, but it has a delivery of mode send/,
    `insert into spfe_decisions (issuer_nif, mode, channel, valid_from, basis, decided_by, decided_at)
       values ('${SPFE_ISSUER}', 'prepare', 'copy', '2026-11-20', 'voluntary', 'x', '2026-01-01')`,
  ],
  [
    'a lost delivery',
    RULES.decided,
    /has mode send, but it has no delivery/,
    `delete from spfe_deliveries where issued_invoice_id = ${SETTLED}`,
  ],
  [
    'a lost invoice',
    RULES.own,
    /there is no such invoice/,
    `delete from issued_invoices where id = ${SETTLED}`,
  ],
  [
    'another number than its invoice',
    RULES.own,
    /there is no such invoice/,
    `update spfe_deliveries set invoice_number = 'X-1' where issued_invoice_id = ${SETTLED}`,
  ],
  [
    'a lost version',
    RULES.versions,
    /is of version 1, and has 0 versions/,
    `delete from spfe_versions where issued_invoice_id = ${SETTLED}`,
  ],
  [
    'an admission that no request has',
    RULES.answers,
    /is admitted, but no request has that answer/,
    `update spfe_deliveries set state = 'admitted', csv = 'X' where issued_invoice_id = ${REJECTED}`,
  ],
  [
    'a rejection that no request has',
    RULES.answers,
    /is rejected, but no request has that answer/,
    `update spfe_deliveries set state = 'rejected' where issued_invoice_id = ${SETTLED}`,
  ],
  [
    'a delivery on its way that is in no request',
    RULES.inRequest,
    /is sending, and in 0 requests/,
    `update spfe_deliveries set state = 'sending' where issued_invoice_id = ${WAITING}`,
  ],
  [
    'a message on its way that is in no request',
    RULES.inRequest,
    /message \d+ to the SPFE is sending, and in 0 requests/,
    `update spfe_messages set state = 'sending' where kind = 'SETTLEMENT'`,
  ],
  [
    'a message that may not be sent although its invoice is admitted',
    RULES.sendable,
    /may not be sent, but its delivery is admitted/,
    `update spfe_messages set is_sendable = false where kind = 'SETTLEMENT'`,
  ],
  [
    'a lost member of a request',
    RULES.requests,
    /has 3 of 4 members/,
    `delete from spfe_members where request_id = ${SENDING} and issued_invoice_id = ${SETTLED}`,
  ],
  [
    'a request that ended without an answer',
    RULES.requests,
    /of which 1 have no answer/,
    `update spfe_members set verdict = null, answered_at = null where request_id = ${SENDING} and issued_invoice_id = ${SETTLED}`,
  ],
  [
    'a lost question between two requests',
    RULES.again,
    /was sent to the SPFE again by request \d+, after request \d+ without an answer/,
    `delete from spfe_members where verdict = 'missing'`,
  ],
  [
    'a version of another organization',
    'Every row of spfe_versions belongs',
    /belongs to organization 9000/,
    `update spfe_versions set organization_id = 9000 where issued_invoice_id = ${SETTLED}`,
  ],
  [
    'other bytes than in the SPFE’s book',
    RULES.same,
    /has other bytes/,
    `update spfe_versions set sha256 = sha256('x') where issued_invoice_id = ${SETTLED}`,
  ],
  [
    'a copy that is an original in the SPFE’s book',
    RULES.same,
    /is an original on one side and a copy on the other/,
    `update spfe_versions set is_copy = true where issued_invoice_id = ${SETTLED}`,
  ],
  [
    'another CSV than in the SPFE’s book',
    RULES.same,
    /has the CSV X here, and SANDBOX-/,
    `update spfe_deliveries set csv = 'X' where issued_invoice_id = ${SETTLED}`,
  ],
  [
    'a withdrawal that the SPFE does not have',
    RULES.same,
    /is withdrawn here, but not in the SPFE’s book/,
    `update spfe_deliveries set state = 'withdrawn' where issued_invoice_id = ${SETTLED}`,
  ],
  [
    'an admission that the SPFE withdrew',
    RULES.same,
    /is admitted here, and withdrawn in the SPFE’s book/,
    `update spfe_deliveries set state = 'admitted' where issued_invoice_id = ${WITHDRAWN}`,
  ],
  [
    'an admission that the SPFE does not have',
    RULES.same,
    /is admitted here, but is not in the SPFE’s book/,
    `update spfe_deliveries set state = 'admitted', csv = 'X' where issued_invoice_id = ${REJECTED}`,
  ],
  [
    'an invoice that was never to be sent',
    RULES.same,
    /is prepared here, but is in the SPFE’s book/,
    `update spfe_deliveries set state = 'prepared', due_by = null where issued_invoice_id = ${SETTLED}`,
  ],
  [
    'another day of a message than in the SPFE’s book',
    RULES.told,
    /told SETTLEMENT 2026-11-19 here, and SETTLEMENT 2026-11-20 in the SPFE’s book/,
    `update spfe_messages set effective_on = '2026-11-19' where kind = 'SETTLEMENT'`,
  ],
  [
    'a lost message',
    RULES.told,
    /told nothing here, and CANCELINVOICE 2026-11-20 in the SPFE’s book/,
    `delete from spfe_messages where kind = 'CANCELINVOICE'`,
  ],
  [
    'an invoice that only the SPFE has',
    RULES.known,
    /The SPFE has SENT-1 of \w+, 2026-11-20/,
    `delete from spfe_deliveries where issued_invoice_id = ${SETTLED}`,
  ],
];

/** What is unfinished work and no fault. */
export const UNFINISHED: readonly SpfeDamage[] = [
  [
    'a delivery whose outcome is unknown',
    RULES.unanswered,
    /is uncertain/,
    `update spfe_deliveries set state = 'uncertain' where issued_invoice_id = ${WAITING}`,
  ],
  [
    'a message that waits about an admitted invoice',
    RULES.untold,
    /message \d+ to the SPFE is pending/,
    `update spfe_messages set state = 'pending', csv = null, answered_at = null where kind = 'SETTLEMENT'`,
  ],
  [
    'a halted issuer',
    RULES.halted,
    /is halted at the SPFE: SPFE-FAULT-03/,
    `insert into spfe_issuers (organization_id, issuer_nif, halted_at, halted_reason)
       select organization_id, issuer_nif, now(), 'SPFE-FAULT-03: x' from spfe_deliveries where issued_invoice_id = ${SETTLED}
       on conflict (organization_id, issuer_nif) do update set halted_at = excluded.halted_at, halted_reason = excluded.halted_reason`,
  ],
];
