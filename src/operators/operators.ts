import { LockMode, raw, sql } from '@mikro-orm/core';
import type { OperatorRole } from '../contracts/codes.ts';
import type { EntityManager, Orm } from '../platform/postgres/open-database.ts';
import {
  OperatorRow,
  OperatorSessionRow,
  OperatorWrongLoginsRow,
} from '../platform/postgres/rows/operator-rows.ts';

/* Operators with personal accounts, as the commands create and change them (ops/adr/0035). */

/**
 * Stored data of a password, and the secret of the second factor, which only the password decrypts.
 */
export type KeptSecrets = {
  readonly salt: Buffer;
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelism: number;
  readonly verifier: Buffer;
  readonly sealedTotp: Buffer;
};

/**
 * Inserts an operator.
 * @returns its id.
 * @throws a unique violation if the login is taken.
 */
export async function insertOperator(
  em: EntityManager,
  operator: KeptSecrets & { readonly login: string; readonly role: OperatorRole },
): Promise<number> {
  // The driver returns PostgreSQL's bigint as text.
  return Number(await em.insert(OperatorRow, operator));
}

export type OperatorSummary = {
  readonly login: string;
  readonly role: OperatorRole;
  readonly createdAt: Date;
  /** Last use of a session that has not ended; null if there is none. */
  readonly signedInAt: Date | null;
};

/**
 * Lists the operators that were not removed, with the last use of their sessions that have not
 * ended.
 */
export async function listOperators(orm: Orm): Promise<OperatorSummary[]> {
  const em = orm.em.fork();
  const operators = await em.find(OperatorRow, { removedAt: null }, { orderBy: { login: 'asc' } });
  const live = {
    usedAt: { $gt: raw(`now() - interval '2 hours'`) },
    createdAt: { $gt: raw(`now() - interval '12 hours'`) },
  };
  const sessions = await em.find(OperatorSessionRow, live, { orderBy: { usedAt: 'asc' } });
  const usedAt = new Map(sessions.map((session) => [session.operatorId, session.usedAt]));
  return operators.map(({ id, login, role, createdAt }) => ({
    login,
    role,
    createdAt,
    signedInAt: usedAt.get(id) ?? null,
  }));
}

export type LockedOperator = KeptSecrets & { readonly id: number; readonly role: OperatorRole };

/** Locks an operator until the transaction ends. Returns null if the operator does not exist. */
export function lockOperator(em: EntityManager, login: string): Promise<LockedOperator | null> {
  return em.findOne(
    OperatorRow,
    { login, removedAt: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE, disableIdentityMap: true },
  );
}

/** Changes the role or the secrets of an operator. The database ends the operator's sessions. */
export async function changeOperator(
  em: EntityManager,
  id: number,
  change: { readonly role: OperatorRole } | KeptSecrets,
): Promise<void> {
  await em.nativeUpdate(OperatorRow, { id }, change);
}

/** Returns how many wrong passwords and codes are counted for an operator. */
export async function countWrongLogins(
  em: EntityManager,
  operatorId: number,
): Promise<{ readonly codes: number; readonly passwords: number }> {
  const rows = await em.find(OperatorWrongLoginsRow, { operatorId });
  const passwords = rows.reduce((sum, row) => sum + row.passwords, 0);
  return { passwords, codes: rows.reduce((sum, row) => sum + row.wrong, 0) - passwords };
}

/** Ends the count of wrong passwords and codes of an operator. */
export async function forgetWrongLogins(em: EntityManager, operatorId: number): Promise<void> {
  await em.nativeDelete(OperatorWrongLoginsRow, { operatorId });
}

/**
 * Removes an operator and erases the secrets; the row keeps the login. The database ends the
 * operator's sessions.
 */
export async function removeOperator(em: EntityManager, id: number): Promise<void> {
  const none = Buffer.alloc(0);
  const erased = { salt: none, verifier: none, sealedTotp: none };
  await em.nativeUpdate(OperatorRow, { id }, { removedAt: sql.now(), ...erased });
}
