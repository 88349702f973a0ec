import type { Pool } from 'pg';
import type { OperatorRole } from '../contracts/codes.ts';
import { query } from '../platform/postgres/statement.ts';
import * as sql from './operators.sql.ts';

/** Parameters with which a password is derived. */
export type Salt = {
  readonly salt: Buffer;
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelism: number;
};

export type NewSession = {
  readonly login: string;
  /** Proof derived from the password. */
  readonly proof: Buffer;
  /** Time step of the TOTP code; 0 for a wrong code. */
  readonly step: number;
  readonly tokenHash: Buffer;
  /**
   * Hash of the proof that the browser shows, and of the proof that known browsers have if the
   * password is right.
   */
  readonly shownBrowser: Buffer;
  readonly ownBrowser: Buffer;
  /** The client's network. */
  readonly network: string;
};

/**
 * Maximum number of wrong passwords and codes from known browsers, and from all others
 * (`sign_in_operator` in migrations/0030-wrong-logins.sql).
 */
export const MOST_WRONG_LOGINS = 50;

export type OperatorSession = { readonly login: string; readonly role: OperatorRole };

/**
 * Sessions of operators, through database functions that can read what the dashboard's role cannot
 * (migrations/0009-operators.sql).
 */
export type OperatorSessions = {
  /** Returns whether there are operators with their own login. */
  readonly hasOperators: () => Promise<boolean>;
  /** Returns the derivation parameters of a login, or null if it does not exist. */
  readonly findSalt: (login: string) => Promise<Salt | null>;
  /**
   * Returns the encrypted second factor, or null if the password is wrong or the login does not
   * exist.
   */
  readonly findFactor: (login: string, proof: Buffer) => Promise<Buffer | null>;
  /**
   * Starts a session, or counts a wrong attempt.
   * @returns `wrong` if the password is wrong, the login does not exist or has changed meanwhile;
   *   `code` if the code is wrong or was already used; `locked` after too many wrong passwords and
   *   codes.
   */
  readonly begin: (session: NewSession) => Promise<'in' | 'wrong' | 'code' | 'locked'>;
  /**
   * Returns the session, or null if it does not exist or has ended or its operator was changed.
   * `isUse` is true if the request is a deliberate use, which extends the session.
   */
  readonly find: (tokenHash: Buffer, isUse: boolean) => Promise<OperatorSession | null>;
  readonly end: (tokenHash: Buffer) => Promise<void>;
};

/**
 * Returns the sessions of operators in the database of the pool, which has the dashboard's role.
 * Each function is one statement outside any transaction.
 */
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
    async begin({ login, proof, step, tokenHash, shownBrowser, ownBrowser, network }) {
      const { rows } = await query(
        pool,
        sql.signInOperator(login, proof, step, tokenHash, shownBrowser, ownBrowser, network),
      );
      return rows[0]!.outcome;
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
