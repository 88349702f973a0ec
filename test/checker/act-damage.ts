import { damage, type Damage } from './damage.ts';

const ADD_OPERATOR = `insert into operators (login, role, salt, cost, block_size, parallelism, verifier, sealed_totp, created_at)
  values ('x', 'act', decode(repeat('00', 16), 'hex'), 1, 1, 1, sha256(''), 'x', now() + interval '1 second')`;

/** Acts of operators and erasures that are not recorded. */
export const ACT_DAMAGES: readonly Damage[] = [
  ...damage('I11', {
    'a correction without an order': [
      /correction \d+ of invoice \d+ has no act/,
      `update corrections set operator = 'nobody'`,
    ],
    'an order that is marked as done but was not carried out': [
      /order \d+ is done without its act/,
      `insert into correction_orders (organization_id, issued_invoice_id, action, operator, reason, settled_at, outcome, message)
       select organization_id, id, 'annul', 'dashboard:x', 'x', now(), 'done', 'x' from issued_invoices limit 1`,
    ],
    'a correction in the name of the dashboard without an order there': [
      /names the dashboard, but has no order/,
      `update corrections set operator = 'dashboard:nobody'`,
    ],
    'an operator who was added without an act': [/operator \d+ has no act operator.add/, ADD_OPERATOR],
    'an operator whose role was changed without an act': [
      /operator \d+ has another role than the recorded acts gave it/,
      ADD_OPERATOR,
      `insert into operator_acts (act, operator, subject_id, details) select 'operator.add', 'x', id, '{"role": "view"}' from operators`,
    ],
    'a key that was created or revoked without an act': [
      /is revoked without an act/,
      `update api_keys set revoked_at = now() where id = (select min(id) from api_keys)`,
    ],
    'a key whose rights were changed without an act': [
      /key \d+ has other rights than the recorded acts gave it/,
      `update api_keys set rights = '{submit,read,correct}' where id = (select min(id) from api_keys)`,
    ],
    'a chain that was retired without an act': [
      /chain \d+ is retired without an act/,
      `update chains set retired_at = now() where id = (select min(id) from chains)`,
    ],
    'a body that was erased too early and without an act': [
      /was erased before its time/,
      `update batch_bodies set body = '', sha256 = sha256(body), erased_at = now() where batch_id = (select min(id) from batches)`,
    ],
  }),
];
