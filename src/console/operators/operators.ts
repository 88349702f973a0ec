import { LockMode, raw, sql } from '@mikro-orm/core';
import type { OperatorRole } from '../../contracts/codes.ts';
import type { EntityManager, Orm } from '../../platform/postgres/open-database.ts';
import { OperatorRow, OperatorSessionRow } from '../../platform/postgres/rows/operator-rows.ts';

/* Operators with personal accounts, as the commands make and change them (ops/adr/0035). */

/** What is kept of a password, and the secret that only the password opens. */
export type KeptSecrets = {
  readonly salt: Buffer;
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelism: number;
  readonly verifier: Buffer;
  readonly sealedTotp: Buffer;
};

/** Stores an operator. @returns its id. @throws an error of a unique constraint where somebody has the login. */
export async function insertOperator(
  em: EntityManager,
  operator: KeptSecrets & { readonly login: string; readonly role: OperatorRole },
): Promise<number> {
  // PostgreSQL's bigint arrives as text.
  return Number(await em.insert(OperatorRow, operator));
}

export type OperatorSummary = {
  readonly login: string;
  readonly role: OperatorRole;
  readonly createdAt: Date;
  /** When a session was used last that has not ended; null: there is none. */
  readonly signedInAt: Date | null;
};

/** Lists the operators that were not removed, with the newest use of a session of theirs that has not ended. */
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

/** Holds an operator until the transaction ends; null where there is none. */
export function lockOperator(em: EntityManager, login: string): Promise<LockedOperator | null> {
  return em.findOne(
    OperatorRow,
    { login, removedAt: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE, disableIdentityMap: true },
  );
}

/** Changes what an operator may do, or its secrets. The database ends its sessions. */
export async function changeOperator(
  em: EntityManager,
  id: number,
  change: { readonly role: OperatorRole } | KeptSecrets,
): Promise<void> {
  await em.nativeUpdate(OperatorRow, { id }, change);
}

/** Removes an operator with its secrets: what is left says whose login it was. The database ends its sessions. */
export async function removeOperator(em: EntityManager, id: number): Promise<void> {
  const none = Buffer.alloc(0);
  const erased = { salt: none, verifier: none, sealedTotp: none };
  await em.nativeUpdate(OperatorRow, { id }, { removedAt: sql.now(), ...erased });
}
