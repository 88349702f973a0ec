import { defineEntity, p } from '@mikro-orm/core';
import { OPERATOR_ACTS, type OperatorAct } from '../../../contracts/acts.ts';
import { OPERATOR_ROLES, type OperatorRole } from '../../../contracts/codes.ts';
import { OrganizationRow } from './organization-rows.ts';

/*
 * Operators, their sessions and their acts.
 */

/** A person with a login in the dashboard. A removed operator's row contains no secrets. */
export const OperatorRow = defineEntity({
  name: 'OperatorRow',
  tableName: 'operators',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    login: p.string().length(60),
    role: p.string().length(4).$type<OperatorRole>(),
    /** The scrypt parameters with which the key is derived from the password. */
    salt: p.blob().$type<Buffer>(),
    cost: p.integer(),
    blockSize: p.smallint(),
    parallelism: p.smallint(),
    /** SHA-256 of one half of the derived key. */
    verifier: p.blob().$type<Buffer>(),
    /** The TOTP secret of the second factor, sealed with the other half of the derived key. */
    sealedTotp: p.blob().$type<Buffer>(),
    /** The time step of the newest code that was used. A code is accepted only once. */
    totpStep: p.bigint('number').default(0),
    createdAt: p.datetime().defaultRaw('now()'),
    removedAt: p.datetime().nullable(),
    /**
     * A hash by which the database recognises the cookie of known browsers. null until the operator
     * signs in.
     */
    knownBrowser: p.blob().$type<Buffer>().nullable(),
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

/**
 * A session of an operator, identified by the SHA-256 of its token. It expires after a period
 * without use and at a maximum age.
 */
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

/**
 * Wrong passwords and codes with which somebody tried to sign in as an operator, by their source.
 */
export const OperatorWrongLoginsRow = defineEntity({
  name: 'OperatorWrongLoginsRow',
  tableName: 'operator_wrong_logins',
  properties: {
    /** 0 for all logins that no operator has. */
    operatorId: p.bigint('number').primary(),
    /**
     * The network of the client; `known browser`; or `others` once the attempts from unknown
     * browsers are refused.
     */
    source: p.string().length(60).primary(),
    wrong: p.smallint(),
    /** How many of them had a wrong password. */
    passwords: p.smallint().default(0),
    firstAt: p.datetime(),
    newestAt: p.datetime(),
  },
});

/** An act of an operator. Append-only. */
export const OperatorActRow = defineEntity({
  name: 'OperatorActRow',
  tableName: 'operator_acts',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    /** The beginning of the transaction that did it, by the database's clock. */
    at: p.datetime().defaultRaw('now()'),
    act: p.string().length(24).$type<OperatorAct>(),
    operator: p.text(),
    reason: p.text().nullable(),
    /** null: the act concerns the whole installation. */
    organizationId: () =>
      p.manyToOne(OrganizationRow).mapToPk().nullable().deleteRule('no action').name('organization_id'),
    /** The id of the subject of the act, for example a key, a certificate or an invoice. */
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
