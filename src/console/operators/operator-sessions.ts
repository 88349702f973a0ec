import type { Pool } from 'pg';
import type { OperatorRole } from '../../contracts/codes.ts';

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
      const text = 'select has_operators() as has';
      const { rows } = await pool.query<{ has: boolean }>({ name: 'has-operators', text });
      return rows[0]!.has;
    },
    async findSalt(login) {
      const text = 'select salt, cost, block_size as "blockSize", parallelism from find_operator_salt($1)';
      const { rows } = await pool.query<Salt>({ name: 'find-operator-salt', text, values: [login] });
      return rows[0] ?? null;
    },
    async findFactor(login, proof) {
      const text = 'select find_operator_factor($1, $2) as sealed';
      const values = [login, proof];
      const { rows } = await pool.query<{ sealed: Buffer | null }>({
        name: 'find-operator-factor',
        text,
        values,
      });
      return rows[0]!.sealed;
    },
    async begin({ login, proof, step, tokenHash }) {
      const text = 'select begin_operator_session($1, $2, $3, $4) as begun';
      const values = [login, proof, step, tokenHash];
      const { rows } = await pool.query<{ begun: boolean }>({
        name: 'begin-operator-session',
        text,
        values,
      });
      return rows[0]!.begun;
    },
    async find(tokenHash, isUse) {
      const text = 'select login, role from find_operator_session($1, $2)';
      const values = [tokenHash, isUse];
      const { rows } = await pool.query<OperatorSession>({ name: 'find-operator-session', text, values });
      return rows[0] ?? null;
    },
    async end(tokenHash) {
      const text = 'select end_operator_session($1)';
      await pool.query({ name: 'end-operator-session', text, values: [tokenHash] });
    },
  };
}
