import type { OperatorRole } from '../../contracts/codes.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { statementsBeside } from '../../platform/postgres/statement.ts';

/* Operators with logins of their own, as the commands make and change them (ops/adr/0035). */

const loadStatement = statementsBeside(import.meta.url);

const INSERT_OPERATOR = loadStatement('insert-operator');
const LIST_OPERATORS = loadStatement('list-operators');
const LOCK_OPERATOR = loadStatement('lock-operator');
const CHANGE_ROLE = loadStatement('change-role');
const REPLACE_SECRETS = loadStatement('replace-secrets');
const REMOVE_OPERATOR = loadStatement('remove-operator');

/** What is kept of a password, and the secret that only the password opens. */
export type KeptSecrets = {
  readonly salt: Buffer;
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelism: number;
  readonly verifier: Buffer;
  readonly sealedTotp: Buffer;
};

const listSecrets = ({ salt, cost, blockSize, parallelism, verifier, sealedTotp }: KeptSecrets) => [
  salt,
  cost,
  blockSize,
  parallelism,
  verifier,
  sealedTotp,
];

/** Stores an operator. @returns its id; null where somebody has the login. */
export async function insertOperator(
  connection: Connection,
  login: string,
  role: OperatorRole,
  secrets: KeptSecrets,
): Promise<number | null> {
  const { rows } = await connection.query<{ id: number }>({
    ...INSERT_OPERATOR,
    values: [login, role, ...listSecrets(secrets)],
  });
  return rows[0]?.id ?? null;
}

export type OperatorSummary = {
  readonly login: string;
  readonly role: OperatorRole;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** When a session was used last that has not ended; null: there is none. */
  readonly signedInAt: number | null;
};

export async function listOperators(connection: Connection): Promise<OperatorSummary[]> {
  const { rows } = await connection.query<OperatorSummary>({ ...LIST_OPERATORS });
  return rows;
}

export type LockedOperator = KeptSecrets & { readonly id: number; readonly role: OperatorRole };

/** Holds an operator until the transaction ends; null where there is none. */
export async function lockOperator(connection: Connection, login: string): Promise<LockedOperator | null> {
  const { rows } = await connection.query<LockedOperator>({ ...LOCK_OPERATOR, values: [login] });
  return rows[0] ?? null;
}

/** Changes what an operator may do. The database ends its sessions, as with each of these. */
export async function changeOperatorRole(
  connection: Connection,
  id: number,
  role: OperatorRole,
): Promise<void> {
  await connection.query({ ...CHANGE_ROLE, values: [id, role] });
}

export async function replaceSecrets(
  connection: Connection,
  id: number,
  secrets: KeptSecrets,
): Promise<void> {
  await connection.query({ ...REPLACE_SECRETS, values: [id, ...listSecrets(secrets)] });
}

export async function removeOperator(connection: Connection, id: number): Promise<void> {
  await connection.query({ ...REMOVE_OPERATOR, values: [id] });
}
