import { randomBytes } from 'node:crypto';
import type { ClientCounts } from '../../platform/admission/connections/client-counts.ts';
import { decoyDerivation, deriveSecrets } from '../operators/derive-secrets.ts';
import { findStep, newFactor, openFactor, sealFactor } from '../operators/second-factor.ts';
import type { OperatorSessions } from '../operators/operator-sessions.ts';
import { hashToken } from './known-sessions.ts';
import { newToken } from './session-cookie.ts';
import { openSignInSemaphore } from './sign-in-semaphores.ts';

export type Given = { readonly login: string; readonly password: string; readonly code: string };

/**
 * Result of a check. `code`: the password was correct, but the code was wrong or already used, or the login
 * has too many wrong codes. The client must get the same answer as for a wrong password.
 */
export type Checked =
  | { readonly kind: 'in'; readonly token: string }
  | { readonly kind: 'wrong' | 'code' | 'busy' };

const MAX_GIVEN = 200;
/** Format of the logins that the commands create. */
const LOGIN = /^[a-z0-9][a-z0-9._@-]*$/;
/** Time step before that of any code, so no session can begin with it. */
const NO_STEP = 0;

/**
 * Returns a function that checks login, password and code, one check at a time, because a password takes 32
 * MB and about 0.2 s of a processor. Every check performs the same work, so the time of the answer does not
 * reveal a correct password.
 * @param wrongCodes wrong codes per login with the correct password. They are counted during the check, so
 * that concurrent requests cannot try more codes than the limit.
 * @returns the checker, which takes the client's address. It throws if the database is unavailable.
 */
export function openLoginCheck(
  sessions: OperatorSessions,
  wrongCodes: ClientCounts,
): (given: Given, now: Date, address: string) => Promise<Checked> {
  const decoyKey = randomBytes(32).toString('hex');
  const decoyFactor = newFactor();
  const takePermit = openSignInSemaphore();

  async function check({ login, password, code }: Given, now: Date): Promise<Checked> {
    const derivation = (await sessions.findSalt(login)) ?? decoyDerivation(login, decoyKey);
    const { proof, key } = await deriveSecrets(password, derivation);
    const sealed = await sessions.findFactor(login, proof);
    const isLimited = wrongCodes.secondsToWait(login) > 0;
    const factor = openFactor(key, login, sealed ?? sealFactor(key, login, decoyFactor));
    const step = findStep(login, factor, code, now);
    const token = newToken();
    const begun = {
      login,
      proof,
      step: sealed === null || isLimited ? NO_STEP : (step ?? NO_STEP),
      tokenHash: hashToken(token),
    };
    if (await sessions.begin(begun)) return { kind: 'in', token };
    if (sealed === null) return { kind: 'wrong' };
    if (!isLimited) wrongCodes.count(login);
    return { kind: 'code' };
  }

  return async (given, now, address) => {
    const isPossible =
      LOGIN.test(given.login) && Object.values(given).every((text) => text.length <= MAX_GIVEN);
    if (!isPossible) return { kind: 'wrong' };
    return takePermit(address, () => check(given, now));
  };
}
