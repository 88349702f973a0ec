import { defineEntity, p } from '@mikro-orm/core';
import { OPERATOR_ACTS, type OperatorAct } from '../../../contracts/acts.ts';
import { OPERATOR_ROLES, type OperatorRole } from '../../../contracts/codes.ts';
import { OrganizationRow } from './organization-rows.ts';

/* Operators, their sessions and their acts. */

/** Somebody with a login of their own in the dashboard. One that was removed keeps no secret. */
export const OperatorRow = defineEntity({
  name: 'OperatorRow',
  tableName: 'operators',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    login: p.string().length(60),
    role: p.string().length(4).$type<OperatorRole>(),
    /** What the password is derived with: scrypt's parameters. */
    salt: p.blob().$type<Buffer>(),
    cost: p.integer(),
    blockSize: p.smallint(),
    parallelism: p.smallint(),
    /** SHA-256 of one half of what was derived. */
    verifier: p.blob().$type<Buffer>(),
    /** The secret of the second factor, sealed with the other half. */
    sealedTotp: p.blob().$type<Buffer>(),
    /** Of the newest code that was used: none counts twice. */
    totpStep: p.bigint('number').default(0),
    createdAt: p.datetime().defaultRaw('now()'),
    removedAt: p.datetime().nullable(),
  },
  indexes: [
    {
      name: 'operators_login_unique',
      expression: 'create unique index operators_login_unique on operators (login) where removed_at is null',
    },
  ],
  checks: [
    { name: 'operators_login_check', expression: `login ~ '^[a-z0-9][a-z0-9._@-]*$'` },
    {
      name: 'operators_role_check',
      expression: `role in (${OPERATOR_ROLES.map((role) => `'${role}'`).join(', ')})`,
    },
    {
      name: 'operators_secrets_check',
      expression:
        'case when removed_at is null then length(salt) = 16 and length(verifier) = 32 and length(sealed_totp) > 0 else length(salt) = 0 and length(verifier) = 0 and length(sealed_totp) = 0 end',
    },
  ],
});

/** A session of an operator, found by the SHA-256 of its token. It ends some time after its last use, and some time after its beginning. */
export const OperatorSessionRow = defineEntity({
  name: 'OperatorSessionRow',
  tableName: 'operator_sessions',
  properties: {
    tokenHash: p.blob().$type<Buffer>().primary(),
    operatorId: () => p.manyToOne(OperatorRow).mapToPk().name('operator_id'),
    createdAt: p.datetime(),
    usedAt: p.datetime(),
  },
  indexes: [{ name: 'operator_sessions_operator_id_index', properties: ['operatorId'] }],
});

/** One act of an operator. Append-only. */
export const OperatorActRow = defineEntity({
  name: 'OperatorActRow',
  tableName: 'operator_acts',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    /** By the database's clock: the beginning of the transaction that did it. */
    at: p.datetime().defaultRaw('now()'),
    act: p.string().length(24).$type<OperatorAct>(),
    operator: p.text(),
    reason: p.text().nullable(),
    /** null: it concerns the whole installation. */
    organizationId: () =>
      p.manyToOne(OrganizationRow).mapToPk().nullable().deleteRule('no action').name('organization_id'),
    /** Id of what the act names: of a key, a certificate, an invoice … */
    subjectId: p.bigint('number').nullable(),
    details: p.json<Readonly<Record<string, unknown>>>().defaultRaw(`'{}'`),
  },
  indexes: [{ name: 'operator_acts_act_subject_id_index', properties: ['act', 'subjectId'] }],
  checks: [
    {
      name: 'operator_acts_act_check',
      expression: `act in (${OPERATOR_ACTS.map((act) => `'${act}'`).join(', ')})`,
    },
    { name: 'operator_acts_texts_check', expression: "btrim(operator) <> '' and btrim(reason) <> ''" },
  ],
});
