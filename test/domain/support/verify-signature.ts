import type { X509Certificate } from 'node:crypto';
import { SignedXml } from 'xml-crypto';

/**
 * Verifies the signature of a Facturae document with xml-crypto, an independent implementation.
 * @param certificate of the signer.
 * @returns the number of references that are intact; 0 if any is not.
 */
export function verifySignature(signed: string, certificate: X509Certificate): number {
  const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(signed)?.[0];
  if (signature === undefined) return 0;
  const verifier = new SignedXml({ publicCert: certificate.toString() });
  try {
    verifier.loadSignature(signature);
    return verifier.checkSignature(signed) ? verifier.getSignedReferences().length : 0;
  } catch {
    return 0;
  }
}
