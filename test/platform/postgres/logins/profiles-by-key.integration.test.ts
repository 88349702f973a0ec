import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashSecret } from '#src/organizations/access/secrets.ts';
import { openPool, type PoolOwner } from '../../../../src/platform/postgres/database.ts';
import { queryAsOrganization } from '../../../../src/platform/postgres/scoped-query.ts';
import type { TestOrganization } from '../../../support/api.ts';
import {
  codeOf,
  type FilledApi,
  INSUFFICIENT_PRIVILEGE,
  openFilledApi,
} from '../../../support/every-table.ts';

/*
 * An attacker who can run any statement in a process changes only the profiles of recipients that
 * this process may change, and never without an act.
 */
const GUARDED = '23001';
const INSERT = `insert into recipient_profiles (organization_id, recipient_document, profile) values ($1, 'A12345674', '{}')`;

let filled: FilledApi;
const pools = new Map<string, PoolOwner>();
beforeAll(async () => {
  filled = await openFilledApi();
  const { url } = filled.api.database;
  for (const role of ['ingress', 'worker', 'operator', 'reader', 'dashboard'] as const)
    pools.set(role, openPool({ url, applicationName: 'test', role }));
  await grant('{submit,read,recipients}');
});
afterAll(async () => {
  for (const pool of pools.values()) await pool[Symbol.asyncDispose]();
  await filled[Symbol.asyncDispose]();
});

const grant = (rights: string) => filled.api.database.pool.query('update api_keys set rights = $1', [rights]);
const count = async ({ id }: TestOrganization) => {
  const { rows } = await filled.api.database.pool.query<{ profiles: number; acts: number }>(
    `select (select count(*)::int from recipient_profiles where organization_id = $1) as profiles,
            (select count(*)::int from operator_acts where organization_id = $1 and act like 'recipient.%') as acts`,
    [id],
  );
  return rows[0]!;
};

type Values = { scope?: TestOrganization; token?: Buffer; moment?: Date; profile?: string | null };
/** @returns the outcome of the function with which the API changes a profile, or the error code. */
async function change({ scope = filled.own, token, moment, profile = '{"buyerReference": "x"}' }: Values) {
  return queryAsOrganization<{ outcome: string }>(filled.api.ingress.pool, scope.id, {
    text: `select change_recipient_profile($1, $2, 'A12345674', $3::jsonb) as outcome`,
    values: [token ?? hashSecret(filled.own.token), moment ?? filled.api.clock.now, profile],
  }).then(
    ({ rows: [row] }) => row!.outcome,
    (error: { code?: string }) => error.code,
  );
}

describe('the profiles of recipients', () => {
  it.each([
    ['ingress', INSUFFICIENT_PRIVILEGE],
    ['worker', INSUFFICIENT_PRIVILEGE],
    ['reader', INSUFFICIENT_PRIVILEGE],
    ['dashboard', INSUFFICIENT_PRIVILEGE],
    // Without an act.
    ['operator', GUARDED],
  ])('are not inserted by the login %s', async (role, code) => {
    const { own } = filled;
    const before = await count(own);
    expect(await codeOf(pools.get(role)!.pool, INSERT, [own.id])).toBe(code);
    expect(await count(own)).toEqual(before);
  });

  it.each(['ingress', 'worker', 'operator', 'reader', 'dashboard'])(
    'are neither changed nor deleted by the login %s',
    async (role) => {
      for (const text of [
        `update recipient_profiles set profile = '{}'`,
        'delete from recipient_profiles',
        'truncate recipient_profiles',
        'update recipient_profiles set created_at = now()',
        `select setval('recipient_profiles_id_seq', 1)`,
      ]) {
        const code = await codeOf(pools.get(role)!.pool, text);
        expect([text, code]).toEqual([text, INSUFFICIENT_PRIVILEGE]);
      }
    },
  );

  it('are not marked as superseded by the login operator, which would remove them without an act', async () => {
    const text = 'update recipient_profiles set superseded_at = now()';
    expect(await codeOf(pools.get('operator')!.pool, text)).toBe(GUARDED);
  });

  it('are changed only for the organization of the token, whatever the scope says', async () => {
    const { own, other } = filled;
    const before = [await count(own), await count(other)];
    expect(await change({ scope: other })).not.toBe('done');
    expect([await count(own), await count(other)]).toEqual(before);
  });

  it.each(['"x"', '[]', '5', JSON.stringify({ buyerReference: 'x'.repeat(2000) })])(
    'are not replaced by %.20s',
    async (profile) => {
      expect(await change({ profile })).toBe('23514');
    },
  );

  it('are changed only with a token that is valid, of a key with the right, and each change is an act', async () => {
    const { own, api } = filled;
    const before = await count(own);
    expect(await change({ token: randomBytes(32) })).toBe('forbidden');
    expect(await change({ moment: new Date(api.clock.now.getTime() + 48 * 3_600_000) })).toBe('forbidden');
    await grant('{submit,read,correct,webhooks}');
    expect(await change({})).toBe('forbidden');
    await grant('{recipients}');
    expect(await count(own)).toEqual(before);
    expect(await change({})).toBe('done');
    expect(await count(own)).toEqual({ profiles: before.profiles + 1, acts: before.acts + 1 });
  });
});
