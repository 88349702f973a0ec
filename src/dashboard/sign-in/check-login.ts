import { randomBytes } from 'node:crypto';
import { decoyDerivation, deriveSecrets } from '../../access/operators/derive-secrets.ts';
import { findStep, openFactor } from '../../access/operators/second-factor.ts';
import type { OperatorSessions } from '../../persistence/operators/sessions.ts';
import { hashToken } from './known-sessions.ts';
import { newToken } from './session-cookie.ts';

export type Given = { readonly login: string; readonly password: string; readonly code: string };

/** `code`: the password was right, and the code wrong or used before. */
export type Checked =
  | { readonly kind: 'in'; readonly token: string }
  | { readonly kind: 'wrong' | 'code' | 'busy' };

/** A password takes 32 MB and some 0.2 s of a processor: whoever sends many at a time must not take all of them. */
const MAX_WAITING = 8;

const MAX_GIVEN = 200;
/** As the commands give them; nobody has another. */
const LOGIN = /^[a-z0-9][a-z0-9._@-]*$/;

/**
 * Checks what somebody gives who signs in, one after the other. An unknown login takes as long as a wrong password, and is told alike.
 * @returns the checker; it throws where the database is away.
 */
export function openLoginCheck(sessions: OperatorSessions): (given: Given, now: Date) => Promise<Checked> {
  const decoyKey = randomBytes(32).toString('hex');
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  async function check({ login, password, code }: Given, now: Date): Promise<Checked> {
    const derivation = (await sessions.findSalt(login)) ?? decoyDerivation(login, decoyKey);
    const { proof, key } = await deriveSecrets(password, derivation);
    const sealed = await sessions.findFactor(login, proof);
    if (sealed === null) return { kind: 'wrong' };
    const step = findStep(login, openFactor(key, login, sealed), code, now);
    if (step === null) return { kind: 'code' };
    const token = newToken();
    const hasBegun = await sessions.begin({ login, proof, step, tokenHash: hashToken(token) });
    return hasBegun ? { kind: 'in', token } : { kind: 'code' };
  }

  return async (given, now) => {
    const isPossible =
      LOGIN.test(given.login) && Object.values(given).every((text) => text.length <= MAX_GIVEN);
    if (!isPossible) return { kind: 'wrong' };
    if (waiting >= MAX_WAITING) return { kind: 'busy' };
    waiting += 1;
    const checked = last.then(() => check(given, now));
    last = checked.catch(() => {});
    return checked.finally(() => (waiting -= 1));
  };
}
