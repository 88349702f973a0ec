import type { Damage } from './damage.ts';

const ADD_OPERATOR = `insert into operators (login, role, salt, cost, block_size, parallelism, verifier, sealed_totp, created_at)
  values ('x', 'act', decode(repeat('00', 16), 'hex'), 1, 1, 1, sha256(''), 'x', now() + interval '1 second')`;

/** What operators did, or what was erased, without a trace. */
export const ACT_DAMAGES: readonly Damage[] = [
  {
    title: 'a correction that nobody gave an order for',
    invariant: 'I11',
    place: /correction \d+ of invoice \d+ has no act/,
    sql: [`update corrections set operator = 'nobody'`],
  },
  {
    title: 'an order that is called done and is not',
    invariant: 'I11',
    place: /order \d+ is done without its act/,
    sql: [
      `insert into correction_orders (organization_id, issued_invoice_id, wish, operator, reason, settled_at, outcome, told)
       select organization_id, id, 'annul', 'dashboard:x', 'x', now(), 'done', 'x' from issued_invoices limit 1`,
    ],
  },
  {
    title: 'a correction in the name of the dashboard that was not ordered there',
    invariant: 'I11',
    place: /names the dashboard, and no order of it/,
    sql: [`update corrections set operator = 'dashboard:nobody'`],
  },
  {
    title: 'an operator that was added without a trace',
    invariant: 'I11',
    place: /operator \d+ has no act operator.add/,
    sql: [ADD_OPERATOR],
  },
  {
    title: 'an operator who was given another role without a trace',
    invariant: 'I11',
    place: /operator \d+ has another role than was given/,
    sql: [
      ADD_OPERATOR,
      `insert into operator_acts (act, operator, subject_id, details) select 'operator.add', 'x', id, '{"role": "view"}' from operators`,
    ],
  },
  {
    title: 'a key that was made or revoked without a trace',
    invariant: 'I11',
    place: /is revoked without an act/,
    sql: [`update api_keys set revoked_at = now() where id = (select min(id) from api_keys)`],
  },
  {
    title: 'a key that was given rights without a trace',
    invariant: 'I11',
    place: /key \d+ has other rights than it was given/,
    sql: [`update api_keys set rights = '{submit,read,correct}' where id = (select min(id) from api_keys)`],
  },
  {
    title: 'a chain that was retired without a trace',
    invariant: 'I11',
    place: /chain \d+ is retired without an act/,
    sql: [`update chains set retired_at = now() where id = (select min(id) from chains)`],
  },
  {
    title: 'a body that was erased before its time, without a trace',
    invariant: 'I11',
    place: /was erased before its time/,
    sql: [
      `update batch_bodies set body = '', sha256 = sha256(body), erased_at = now() where batch_id = (select min(id) from batches)`,
    ],
  },
];
