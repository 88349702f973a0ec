import { Secret, TOTP } from 'otpauth';
import { sealSecret, unsealSecret } from '../platform/secrets/seal-secret.ts';

/*
 * Time-based one-time codes (RFC 6238), as authenticators generate them: six digits, valid for 30
 * seconds.
 */

const ISSUER = 'Invoice batch engine';
const PERIOD_SECONDS = 30;
/**
 * Codes of the preceding and of the following step are accepted too, because clocks differ and
 * typing takes time.
 */
const WINDOW = 1;
const SECRET_BYTES = 20;

const build = (login: string, secret: Secret) => new TOTP({ issuer: ISSUER, label: login, secret });
const contextOf = (login: string) => `second factor of the operator ${login}`;

/** Returns a new secret in base32. */
export function newFactor(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Returns the URI from which an authenticator reads the secret, as a link or a QR code. */
export function writeUri(login: string, secret: string): string {
  return build(login, Secret.fromBase32(secret)).toString();
}

/** Returns the time step of a code, or null if the code is wrong. */
export function findStep(login: string, secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const delta = build(login, Secret.fromBase32(secret)).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}

/**
 * Encrypts the secret of a second factor.
 * @param key key derived from the password.
 */
export function sealFactor(key: Uint8Array, login: string, secret: string): Buffer {
  return sealSecret(key, Buffer.from(secret), contextOf(login));
}

/**
 * Decrypts the secret of a second factor.
 * @throws SealError if another key encrypted it or it belongs to another login.
 */
export function openFactor(key: Uint8Array, login: string, sealed: Uint8Array): string {
  return unsealSecret([key], sealed, contextOf(login)).toString();
}
