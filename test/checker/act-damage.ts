import type { Damage } from './damage.ts';

/** What operators did, or what was erased, without a trace. */
export const ACT_DAMAGES: readonly Damage[] = [
  {
    title: 'a correction that nobody gave an order for',
    invariant: 'I11',
    place: /correction \d+ of invoice \d+ has no act/,
    sql: [`update corrections set operator = 'nobody'`],
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
