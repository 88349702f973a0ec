import { createHmac, hash } from 'node:crypto';

/**
 * Returns the proof that a browser has signed in as an operator, which it keeps in a cookie. It is
 * derived from the secret of the second factor: nobody who only knows the password can forge it,
 * and it ends with that secret.
 */
export function proveBrowser(login: string, factor: string): string {
  return createHmac('sha256', factor).update(`known browser of the operator ${login}`).digest('base64url');
}

/**
 * Returns the hash of a proof, by which the database compares proofs without being able to forge
 * one.
 */
export function hashBrowser(proof: string): Buffer {
  return hash('sha256', proof, 'buffer');
}
