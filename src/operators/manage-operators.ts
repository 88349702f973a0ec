import { deriveSecrets, hashProof, newDerivation } from './derive-secrets.ts';
import { newFactor, sealFactor } from './second-factor.ts';
import type { OperatorAct, Order } from '../contracts/acts.ts';
import type { OperatorRole } from '../contracts/codes.ts';
import { isUniqueViolation } from '../platform/postgres/failures.ts';
import type { EntityManager, Orm } from '../platform/postgres/open-database.ts';
import { recordAct } from '../platform/audit/operator-acts.ts';
import {
  changeOperator,
  countWrongLogins,
  forgetWrongLogins,
  insertOperator,
  type KeptSecrets,
  type LockedOperator,
  lockOperator,
  removeOperator,
} from './operators.ts';
import { SUSPICIOUS } from './wrong-logins.ts';

/*
 * Changes to operators' logins, each in one transaction with its act. Every change but the end of a
 * lock ends the sessions of the operator.
 */

type Made = { readonly secrets: KeptSecrets; readonly factor: string };

/** Creates password and second factor together, because the password encrypts the second factor. */
async function makeSecrets(login: string, password: string): Promise<Made> {
  const derivation = newDerivation();
  const { proof, key } = await deriveSecrets(password, derivation);
  const factor = newFactor();
  const sealedTotp = sealFactor(key, login, factor);
  return { secrets: { ...derivation, verifier: hashProof(proof), sealedTotp }, factor };
}

/**
 * Adds an operator.
 * @returns the secret of the second factor, which is shown only now, or null if the login is taken.
 */
export async function addOperator(
  orm: Orm,
  {
    login,
    role,
    password,
  }: { readonly login: string; readonly role: OperatorRole; readonly password: string },
  order: Order,
): Promise<string | null> {
  const { secrets, factor } = await makeSecrets(login, password);
  const add = async (em: EntityManager) => {
    const id = await insertOperator(em, { login, role, ...secrets });
    await recordAct(em, order, { act: 'operator.add', subjectId: id, details: { login, role } });
    return factor;
  };
  return orm.em
    .fork()
    .transactional(add)
    .catch((error: unknown) => {
      if (isUniqueViolation(error)) return null;
      throw error;
    });
}

/**
 * Changes the role of an operator.
 * @returns false if the operator does not exist.
 */
export async function changeRole(
  orm: Orm,
  login: string,
  role: OperatorRole,
  order: Order,
): Promise<boolean> {
  const change = async (em: EntityManager, { id, role: from }: LockedOperator) => {
    await changeOperator(em, id, { role });
    return { from, to: role };
  };
  return (await changeWithAct(orm, login, order, 'operator.role', change)) !== null;
}

/**
 * Sets a new password of an operator, together with a new second factor.
 * @returns the secret of the second factor, or null if the operator does not exist.
 */
export async function changePassword(
  orm: Orm,
  login: string,
  password: string,
  order: Order,
): Promise<string | null> {
  const { secrets, factor } = await makeSecrets(login, password);
  const change = async (em: EntityManager, { id }: LockedOperator) => {
    await changeOperator(em, id, secrets);
    return {};
  };
  return (await changeWithAct(orm, login, order, 'operator.password', change)) && factor;
}

/** Thrown if the password is not that of the operator. */
export class WrongPassword extends Error {
  override name = 'WrongPassword';
}

/**
 * Sets a new second factor of an operator. It is encrypted with the password, which must be given.
 * @returns the secret, or null if the operator does not exist.
 * @throws WrongPassword
 */
export async function changeFactor(
  orm: Orm,
  login: string,
  password: string,
  order: Order,
): Promise<string | null> {
  const factor = newFactor();
  const change = async (em: EntityManager, operator: LockedOperator) => {
    const { proof, key } = await deriveSecrets(password, operator);
    if (!hashProof(proof).equals(operator.verifier)) throw new WrongPassword();
    const { salt, cost, blockSize, parallelism, verifier } = operator;
    const sealedTotp = sealFactor(key, login, factor);
    await changeOperator(em, operator.id, { salt, cost, blockSize, parallelism, verifier, sealedTotp });
    return {};
  };
  return (await changeWithAct(orm, login, order, 'operator.totp', change)) && factor;
}

/**
 * Thrown if so many wrong codes were entered with the password of an operator that somebody else
 * may know it.
 */
export class PasswordKnown extends Error {
  override name = 'PasswordKnown';
  readonly codes: number;

  constructor(codes: number) {
    super(`${codes} wrong codes`);
    this.codes = codes;
  }
}

/**
 * Ends the count of wrong passwords and codes of an operator, and with it the lock.
 * @returns how many were counted, or null if the operator does not exist.
 * @throws PasswordKnown, because then only a new password helps.
 */
export async function unlockOperator(orm: Orm, login: string, order: Order): Promise<number | null> {
  let counted = 0;
  const unlock = async (em: EntityManager, { id }: LockedOperator) => {
    const { codes, passwords } = await countWrongLogins(em, id);
    if (codes >= SUSPICIOUS) throw new PasswordKnown(codes);
    await forgetWrongLogins(em, id);
    counted = codes + passwords;
    return { codes, passwords };
  };
  return (await changeWithAct(orm, login, order, 'operator.unlock', unlock)) && counted;
}

/**
 * Removes an operator.
 * @returns false if the operator does not exist.
 */
export async function dropOperator(orm: Orm, login: string, order: Order): Promise<boolean> {
  return (await changeWithAct(orm, login, order, 'operator.remove', remove)) !== null;
}

async function remove(em: EntityManager, { id }: LockedOperator): Promise<object> {
  await removeOperator(em, id);
  return {};
}

/**
 * Changes an operator and records the act in one transaction.
 * @param change returns the details of the act in addition to the login.
 * @returns null if the operator does not exist.
 */
function changeWithAct(
  orm: Orm,
  login: string,
  order: Order,
  act: OperatorAct,
  change: (em: EntityManager, operator: LockedOperator) => Promise<object>,
): Promise<true | null> {
  return orm.em.fork().transactional(async (em) => {
    const operator = await lockOperator(em, login);
    if (operator === null) return null;
    const details = { login, ...(await change(em, operator)) };
    await recordAct(em, order, { act, subjectId: operator.id, details });
    return true as const;
  });
}
