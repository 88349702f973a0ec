import type { Pool } from 'pg';
import { deriveSecrets, hashProof, newDerivation } from './derive-secrets.ts';
import { newFactor, sealFactor } from './second-factor.ts';
import type { OperatorAct, Order } from '../../contracts/acts.ts';
import type { OperatorRole } from '../../contracts/codes.ts';
import { type Connection, withTransaction } from '../../platform/postgres/database.ts';
import { recordAct } from '../../platform/audit/operator-acts.ts';
import {
  changeOperatorRole,
  insertOperator,
  type KeptSecrets,
  type LockedOperator,
  lockOperator,
  removeOperator,
  replaceSecrets,
} from './operators.ts';

/* What is done about operators' logins, each with its act in one transaction. Every change ends the sessions of whoever it is about. */

type Made = { readonly secrets: KeptSecrets; readonly factor: string };

/** Password and second factor belong together: the one seals the other. */
async function makeSecrets(login: string, password: string): Promise<Made> {
  const derivation = newDerivation();
  const { proof, key } = await deriveSecrets(password, derivation);
  const factor = newFactor();
  const sealedTotp = sealFactor(key, login, factor);
  return { secrets: { ...derivation, verifier: hashProof(proof), sealedTotp }, factor };
}

/** Adds an operator. @returns the secret of the second factor, which is shown only now; null where somebody has the login. */
export async function addOperator(
  pool: Pool,
  {
    login,
    role,
    password,
  }: { readonly login: string; readonly role: OperatorRole; readonly password: string },
  order: Order,
): Promise<string | null> {
  const { secrets, factor } = await makeSecrets(login, password);
  return withTransaction(pool, async (client) => {
    const id = await insertOperator(client, login, role, secrets);
    if (id === null) return null;
    await recordAct(client, order, { act: 'operator.add', subjectId: id, details: { login, role } });
    return factor;
  });
}

/** Changes what an operator may do. @returns false where there is none. */
export async function changeRole(
  pool: Pool,
  login: string,
  role: OperatorRole,
  order: Order,
): Promise<boolean> {
  const change = async (client: Connection, { id, role: from }: LockedOperator) => {
    await changeOperatorRole(client, id, role);
    return { from, to: role };
  };
  return (await changeOperator(pool, login, order, 'operator.role', change)) !== null;
}

/** Gives an operator a new password, and a new second factor with it. @returns the secret; null where there is none. */
export async function changePassword(
  pool: Pool,
  login: string,
  password: string,
  order: Order,
): Promise<string | null> {
  const { secrets, factor } = await makeSecrets(login, password);
  const change = async (client: Connection, { id }: LockedOperator) => {
    await replaceSecrets(client, id, secrets);
    return {};
  };
  return (await changeOperator(pool, login, order, 'operator.password', change)) && factor;
}

/** The password is not that of the operator. */
export class WrongPassword extends Error {
  override name = 'WrongPassword';
}

/**
 * Gives an operator a new second factor. It is sealed with the password, which must be told.
 * @returns the secret; null where there is no such operator.
 * @throws WrongPassword
 */
export async function changeFactor(
  pool: Pool,
  login: string,
  password: string,
  order: Order,
): Promise<string | null> {
  const factor = newFactor();
  const change = async (client: Connection, operator: LockedOperator) => {
    const { proof, key } = await deriveSecrets(password, operator);
    if (!hashProof(proof).equals(operator.verifier)) throw new WrongPassword();
    await replaceSecrets(client, operator.id, { ...operator, sealedTotp: sealFactor(key, login, factor) });
    return {};
  };
  return (await changeOperator(pool, login, order, 'operator.totp', change)) && factor;
}

/** Removes an operator. @returns false where there is none. */
export async function dropOperator(pool: Pool, login: string, order: Order): Promise<boolean> {
  return (await changeOperator(pool, login, order, 'operator.remove', remove)) !== null;
}

async function remove(client: Connection, { id }: LockedOperator): Promise<object> {
  await removeOperator(client, id);
  return {};
}

/** @param change gives what is told of it beside the login. @returns null where there is no such operator. */
function changeOperator(
  pool: Pool,
  login: string,
  order: Order,
  act: OperatorAct,
  change: (client: Connection, operator: LockedOperator) => Promise<object>,
): Promise<true | null> {
  return withTransaction(pool, async (client) => {
    const operator = await lockOperator(client, login);
    if (operator === null) return null;
    const details = { login, ...(await change(client, operator)) };
    await recordAct(client, order, { act, subjectId: operator.id, details });
    return true as const;
  });
}
