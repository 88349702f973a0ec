import { randomBytes } from 'node:crypto';
import { clientNetwork } from '../../platform/admission/connections/client-network.ts';
import { decoyDerivation, deriveSecrets } from '../../operators/derive-secrets.ts';
import { findStep, newFactor, openFactor, sealFactor } from '../../operators/second-factor.ts';
import type { OperatorSessions } from '../../operators/operator-sessions.ts';
import { hashBrowser, proveBrowser } from './known-browser.ts';
import { hashToken } from './known-sessions.ts';
import { newToken } from './session-cookie.ts';
import { openSignInSemaphore } from './sign-in-semaphores.ts';

export type Given = { readonly login: string; readonly password: string; readonly code: string };

/** Where an attempt comes from. */
export type Client = {
  readonly address: string;
  /** Proof of an earlier sign-in in the same browser (known-browser.ts). */
  readonly browser: string | null;
};

/**
 * Result of a check. `code`: the password was correct, but the code was wrong or already used.
 * `locked`: the password was correct, but browsers of this kind have sent too many wrong passwords
 * and codes. The client must get the same answer as for a wrong password.
 */
export type Checked =
  | {
      readonly kind: 'in';
      readonly token: string;
      /** Proof that the browser keeps. */
      readonly browser: string;
    }
  | { readonly kind: 'wrong' | 'code' | 'locked' | 'busy' };

const MAX_GIVEN = 200;
/** Format of the logins that the commands create. */
const LOGIN = /^[a-z0-9][a-z0-9._@-]*$/;
/** Time step before that of any code, so no session can begin with it. */
const NO_STEP = 0;

/**
 * Returns a function that checks login, password and code, one check at a time, because a password
 * takes 32 MB and about 0.2 s of a processor. Every check performs the same work, so the time of
 * the answer reveals neither a correct password nor an existing login. The database counts wrong
 * passwords and codes of each login, for all dashboards together: those of the operator's known
 * browsers, and those of all others, so that nobody who knows the login, or the password too, can
 * lock the operator out of a known browser.
 * @returns the checker. It throws if the database is unavailable.
 */
export function openLoginCheck(
  sessions: OperatorSessions,
): (given: Given, now: Date, client: Client) => Promise<Checked> {
  const decoyKey = randomBytes(32).toString('hex');
  const decoyFactor = newFactor();
  const takePermit = openSignInSemaphore();

  async function check({ login, password, code }: Given, now: Date, client: Client): Promise<Checked> {
    const derivation = (await sessions.findSalt(login)) ?? decoyDerivation(login, decoyKey);
    const { proof, key } = await deriveSecrets(password, derivation);
    const sealed = await sessions.findFactor(login, proof);
    const factor = openFactor(key, login, sealed ?? sealFactor(key, login, decoyFactor));
    const step = findStep(login, factor, code, now);
    const token = newToken();
    const browser = proveBrowser(login, factor);
    const kind = await sessions.begin({
      login,
      proof,
      step: sealed === null ? NO_STEP : (step ?? NO_STEP),
      tokenHash: hashToken(token),
      shownBrowser: hashBrowser(client.browser ?? ''),
      ownBrowser: hashBrowser(browser),
      network: clientNetwork(client.address),
    });
    return kind === 'in' ? { kind, token, browser } : { kind };
  }

  return async (given, now, client) => {
    const isPossible =
      LOGIN.test(given.login) && Object.values(given).every((text) => text.length <= MAX_GIVEN);
    if (!isPossible) return { kind: 'wrong' };
    return takePermit(client.address, () => check(given, now, client));
  };
}
