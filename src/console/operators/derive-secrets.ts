import { hash, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

/*
 * What is made of an operator's password (ops/adr/0035): one half proves it, the other opens the secret of the second factor. Neither is kept: of the proof its hash is, and
 * whoever has read the whole database can open nothing without the password.
 */

export type Derivation = {
  readonly salt: Buffer;
  /** scrypt's N, r and p. */
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelism: number;
};

export type Derived = { readonly proof: Buffer; readonly key: Buffer };

/** 32 MB of memory and some 0.2 s of one processor, as OWASP asks. They are kept with each password: others are told by their own. */
const PARAMETERS = { cost: 2 ** 15, blockSize: 8, parallelism: 3 };
const SALT_BYTES = 16;
const HALF_BYTES = 32;

const run = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
);

/** How a new password is derived. */
export function newDerivation(): Derivation {
  return { salt: randomBytes(SALT_BYTES), ...PARAMETERS };
}

/** What the password of somebody who has none is derived with, always the same of a login: it takes as long as any other. */
export function decoyDerivation(login: string, key: string): Derivation {
  return { salt: hash('sha256', `${key} ${login}`, 'buffer').subarray(0, SALT_BYTES), ...PARAMETERS };
}

export async function deriveSecrets(
  password: string,
  { salt, cost, blockSize, parallelism }: Derivation,
): Promise<Derived> {
  const options = { N: cost, r: blockSize, p: parallelism, maxmem: 256 * cost * blockSize };
  const derived = await run(password.normalize('NFC'), salt, 2 * HALF_BYTES, options);
  return { proof: derived.subarray(0, HALF_BYTES), key: derived.subarray(HALF_BYTES) };
}

/** What is kept of a proof. */
export function hashProof(proof: Buffer): Buffer {
  return hash('sha256', proof, 'buffer');
}
