import type { Pool } from 'pg';
import type { OperatorRole } from '../../contracts/codes.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './operators.sql.ts';

/** What a password is derived with. */
export type Salt = {
  readonly salt: Buffer;
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelism: number;
};

export type NewSession = {
  readonly login: string;
  /** Made of the password. */
  readonly proof: Buffer;
  /** That the code was of. */
  readonly step: number;
  readonly tokenHash: Buffer;
};

export type OperatorSession = { readonly login: string; readonly role: OperatorRole };

/** How operators are let in: by functions of the database, which see what the dashboard's role must not (migrations/0009-operators.sql). */
export type OperatorSessions = {
  /** Whether anybody has a login of their own. */
  readonly hasOperators: () => Promise<boolean>;
  /** Of a login; null where there is none. */
  readonly findSalt: (login: string) => Promise<Salt | null>;
  /** The sealed second factor of whoever has the first; null where the password is wrong, or there is no such login. */
  readonly findFactor: (login: string, proof: Buffer) => Promise<Buffer | null>;
  /** @returns false where the code was used before, or the login changed meanwhile. */
  readonly begin: (session: NewSession) => Promise<boolean>;
  /** Whose session it is; null where there is none, it has ended, or its operator was changed. `isUse`: whether somebody does something now. */
  readonly find: (tokenHash: Buffer, isUse: boolean) => Promise<OperatorSession | null>;
  readonly end: (tokenHash: Buffer) => Promise<void>;
};

export function openOperatorSessions(pool: Pool): OperatorSessions {
  return {
    async hasOperators() {
      const { rows } = await query(pool, sql.hasOperators());
      return rows[0]!.has;
    },
    async findSalt(login) {
      const { rows } = await query(pool, sql.findOperatorSalt(login));
      return rows[0] ?? null;
    },
    async findFactor(login, proof) {
      const { rows } = await query(pool, sql.findOperatorFactor(login, proof));
      return rows[0]!.sealed;
    },
    async begin({ login, proof, step, tokenHash }) {
      const { rows } = await query(pool, sql.beginOperatorSession(login, proof, step, tokenHash));
      return rows[0]!.begun;
    },
    async find(tokenHash, isUse) {
      const { rows } = await query(pool, sql.findOperatorSession(tokenHash, isUse));
      return rows[0] ?? null;
    },
    async end(tokenHash) {
      await query(pool, sql.endOperatorSession(tokenHash));
    },
  };
}
