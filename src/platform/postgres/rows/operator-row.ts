import { defineEntity, p } from '@mikro-orm/core';
import { OPERATOR_ROLES, type OperatorRole } from '../../../contracts/codes.ts';

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
