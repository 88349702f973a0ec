import { randomBytes } from 'node:crypto';
import type { ClientCounts } from '../../platform/admission/connections/client-counts.ts';
import { decoyDerivation, deriveSecrets } from '../operators/derive-secrets.ts';
import { findStep, newFactor, openFactor, sealFactor } from '../operators/second-factor.ts';
import type { OperatorSessions } from '../operators/operator-sessions.ts';
import { hashToken } from './known-sessions.ts';
import { newToken } from './session-cookie.ts';
import { openSignInSemaphore } from './sign-in-semaphores.ts';

export type Given = { readonly login: string; readonly password: string; readonly code: string };

/** `code`: the password was right, and the code wrong or used before, or no more are taken. Whoever gave them must be told the same as of a wrong password. */
export type Checked =
  | { readonly kind: 'in'; readonly token: string }
  | { readonly kind: 'wrong' | 'code' | 'busy' };

const MAX_GIVEN = 200;
/** As the commands give them; nobody has another. */
const LOGIN = /^[a-z0-9][a-z0-9._@-]*$/;
/** Before every code's, which begin in 1970: no session begins with it. */
const NO_STEP = 0;

/**
 * Checks what somebody gives who signs in, one after the other: a password takes 32 MB and some 0.2 s of a processor. Whatever is wrong, the same is done about it: no answer comes sooner because a password was right.
 * @param wrongCodes of each login, with its right password. They are counted where codes are checked: of many at once, no more than these are tried.
 * @returns the checker, told the address of who signs in; it throws where the database is away.
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
