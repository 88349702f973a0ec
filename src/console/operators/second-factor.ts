import { Secret, TOTP } from 'otpauth';
import { sealSecret, unsealSecret } from '../../platform/secrets/seal-secret.ts';

/* Codes by the clock (RFC 6238), as every authenticator makes them: six digits, of 30 seconds. */

const ISSUER = 'Invoice batch engine';
const PERIOD_SECONDS = 30;
/** Codes of the step before and the one after are taken, too: clocks differ, and people type. */
const WINDOW = 1;
const SECRET_BYTES = 20;

const build = (login: string, secret: Secret) => new TOTP({ issuer: ISSUER, label: login, secret });
const contextOf = (login: string) => `second factor of the operator ${login}`;

/** A new secret, as base32. */
export function newFactor(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The address that an authenticator reads a secret from, as a link or a QR code. */
export function writeUri(login: string, secret: string): string {
  return build(login, Secret.fromBase32(secret)).toString();
}

/** The step of the clock that a code is of; null where it is wrong. */
export function findStep(login: string, secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const delta = build(login, Secret.fromBase32(secret)).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}

/** @param key that only the password gives. */
export function sealFactor(key: Uint8Array, login: string, secret: string): Buffer {
  return sealSecret(key, Buffer.from(secret), contextOf(login));
}

/** @throws SealError where another key sealed it, or it is somebody else's. */
export function openFactor(key: Uint8Array, login: string, sealed: Uint8Array): string {
  return unsealSecret([key], sealed, contextOf(login)).toString();
}
