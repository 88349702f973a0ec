import type { InvoiceDocument } from '../../../contracts/invoice-document.ts';
import type { SigningRefusal, StoredSigning } from '../../../contracts/signing-refusals.ts';
import { rankCertificates, type Validity } from '../../registration/choose-certificate.ts';
import { chooseSigner, chooseSignerRole, judgeKey } from './sign-facturae.ts';

/**
 * A certificate with which the Facturae of an issuer can be signed, as far as that is known without
 * its key.
 */
export type KnownCertificate = Validity & {
  /** Null if no process with the key has read it yet. */
  readonly signing: StoredSigning | null;
  /** Whether the address of its holder is known, which Facturae states of a third party. */
  readonly hasAddress: boolean;
};

/** The certificates of an issuer, and the present time in milliseconds since 1970. */
export type Signers = { readonly certificates: readonly KnownCertificate[]; readonly now: number };

/** A reason that the certificates of the issuer give. */
export type SignerFault = Exclude<SigningRefusal, 'not_expressible'>;

/**
 * Returns why the Facturae of an invoice cannot be signed now; null if it can, or if that is not
 * known. Only the worker that signs it decides (src/remit/sign-facturae.ts), with the same rules.
 */
export function foreseeSigning(
  document: InvoiceDocument,
  { certificates, now }: Signers,
): SignerFault | null {
  if (certificates.length === 0) return 'certificate_missing';
  const valid = rankCertificates(certificates, now);
  if (valid.length === 0) return 'certificate_not_valid';
  const able = valid.filter((each) => findUnfit(each) === null);
  if (able.length === 0) return findUnfit(valid[0]!);
  const { signing, hasAddress } = chooseSigner(document, able, (each) => each.signing?.holderNif ?? null);
  const isThirdParty = chooseSignerRole(document, signing?.holderNif ?? null) === 'tercero';
  // The address of a third party that issued the invoice may be known instead.
  const isStated = hasAddress || document.issuedBy?.role === 'third_party';
  return isThirdParty && !isStated ? 'third_party_unknown' : null;
}

/** A certificate that was not read yet counts as one that can sign for the issuer. */
function findUnfit({ signing }: KnownCertificate): SignerFault | null {
  if (signing === null) return null;
  const { keyType, keyBits } = signing;
  if (keyType === null) return 'certificate_unusable';
  return judgeKey({ asymmetricKeyType: keyType, asymmetricKeyDetails: { modulusLength: keyBits ?? 0 } });
}
