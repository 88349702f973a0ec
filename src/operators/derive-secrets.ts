import { hash, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

/*
 * Derives secrets from an operator's password (ops/adr/0035): one half proves the password, the
 * other half decrypts the secret of the second factor. Neither is stored; only the hash of the
 * proof is. A reader of the whole database cannot decrypt anything without the password.
 */

export type Derivation = {
  readonly salt: Buffer;
  /** Parameters N, r and p of scrypt. */
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelism: number;
};

export type Derived = { readonly proof: Buffer; readonly key: Buffer };

/**
 * Parameters for new passwords: 32 MB of memory and about 0.2 s of one processor, as OWASP
 * recommends. Each password is stored with its own parameters, so a change here affects only new
 * ones.
 */
const PARAMETERS = { cost: 2 ** 15, blockSize: 8, parallelism: 3 };
const SALT_BYTES = 16;
const HALF_BYTES = 32;

const run = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
);

/** Returns the derivation of a new password. */
export function newDerivation(): Derivation {
  return { salt: randomBytes(SALT_BYTES), ...PARAMETERS };
}

/**
 * Returns a derivation for a login that does not exist, always the same for the same login. The
 * check takes as long as for an existing login.
 */
export function decoyDerivation(login: string, key: string): Derivation {
  return { salt: hash('sha256', `${key} ${login}`, 'buffer').subarray(0, SALT_BYTES), ...PARAMETERS };
}

/**
 * Derives the proof and the key, 32 bytes each, with scrypt. Composed and decomposed characters of
 * the password give the same secrets (Unicode NFC).
 */
export async function deriveSecrets(
  password: string,
  { salt, cost, blockSize, parallelism }: Derivation,
): Promise<Derived> {
  const options = { N: cost, r: blockSize, p: parallelism, maxmem: 256 * cost * blockSize };
  const derived = await run(password.normalize('NFC'), salt, 2 * HALF_BYTES, options);
  return { proof: derived.subarray(0, HALF_BYTES), key: derived.subarray(HALF_BYTES) };
}

/** Returns the hash of a proof, which the database stores. */
export function hashProof(proof: Buffer): Buffer {
  return hash('sha256', proof, 'buffer');
}
