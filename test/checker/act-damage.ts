import type { Damage } from './damage.ts';

const ADD_OPERATOR = `insert into operators (login, role, salt, cost, block_size, parallelism, verifier, sealed_totp, created_at)
  values ('x', 'act', decode(repeat('00', 16), 'hex'), 1, 1, 1, sha256(''), 'x', now() + interval '1 second')`;

/** Acts of operators and erasures that are not recorded. */
export const ACT_DAMAGES: readonly Damage[] = [
  {
    title: 'a correction without an order',
    invariant: 'I11',
    place: /correction \d+ of invoice \d+ has no act/,
    sql: [`update corrections set operator = 'nobody'`],
  },
  {
    title: 'an order that is marked as done but was not carried out',
    invariant: 'I11',
    place: /order \d+ is done without its act/,
    sql: [
      `insert into correction_orders (organization_id, issued_invoice_id, action, operator, reason, settled_at, outcome, message)
       select organization_id, id, 'annul', 'dashboard:x', 'x', now(), 'done', 'x' from issued_invoices limit 1`,
    ],
  },
  {
    title: 'a correction in the name of the dashboard without an order there',
    invariant: 'I11',
    place: /names the dashboard, but has no order/,
    sql: [`update corrections set operator = 'dashboard:nobody'`],
  },
  {
    title: 'an operator who was added without an act',
    invariant: 'I11',
    place: /operator \d+ has no act operator.add/,
    sql: [ADD_OPERATOR],
  },
  {
    title: 'an operator whose role was changed without an act',
    invariant: 'I11',
    place: /operator \d+ has another role than the recorded acts gave it/,
    sql: [
      ADD_OPERATOR,
      `insert into operator_acts (act, operator, subject_id, details) select 'operator.add', 'x', id, '{"role": "view"}' from operators`,
    ],
  },
  {
    title: 'a key that was created or revoked without an act',
    invariant: 'I11',
    place: /is revoked without an act/,
    sql: [`update api_keys set revoked_at = now() where id = (select min(id) from api_keys)`],
  },
  {
    title: 'a key whose rights were changed without an act',
    invariant: 'I11',
    place: /key \d+ has other rights than the recorded acts gave it/,
    sql: [`update api_keys set rights = '{submit,read,correct}' where id = (select min(id) from api_keys)`],
  },
  {
    title: 'a chain that was retired without an act',
    invariant: 'I11',
    place: /chain \d+ is retired without an act/,
    sql: [`update chains set retired_at = now() where id = (select min(id) from chains)`],
  },
  {
    title: 'a body that was erased too early and without an act',
    invariant: 'I11',
    place: /was erased before its time/,
    sql: [
      `update batch_bodies set body = '', sha256 = sha256(body), erased_at = now() where batch_id = (select min(id) from batches)`,
    ],
  },
];
