import type { StoredSigning } from '../contracts/signing-refusals.ts';
import { judgeKey, type UnfitKey } from '../domain/einvoice/facturae/sign-facturae.ts';
import { type Holder, type Pkcs12, readHolder } from 'verifactu-protocol/client/certificate';
import { readSigningKey, SigningKeyError } from './signing-key/read-signing-key.ts';

/**
 * Whether a certificate can sign Facturae: `why` not, in words for operators, or null and whom it
 * identifies.
 */
export type SigningJudgement = { readonly why: string } | { readonly why: null; readonly holder: Holder };

const REASONS: Readonly<Record<UnfitKey, string>> = {
  key_not_rsa: 'it needs an RSA key, and this certificate has another one',
  key_too_short: 'it needs an RSA key of at least 2048 bits, and this certificate has a shorter one',
};

/** Judges whether a certificate can sign Facturae. */
export async function judgeSigning({ pkcs12, passphrase }: Pkcs12): Promise<SigningJudgement> {
  try {
    const { privateKey, chain } = await readSigningKey(pkcs12, passphrase);
    const unfit = judgeKey(privateKey);
    return unfit === null ? { why: null, holder: readHolder(chain[0]) } : { why: REASONS[unfit] };
  } catch (error) {
    if (error instanceof SigningKeyError) return { why: error.message };
    throw error;
  }
}

/** Reads what a certificate can sign, for processes that cannot open it. */
export async function readSigning({ pkcs12, passphrase }: Pkcs12): Promise<StoredSigning> {
  try {
    const { privateKey, chain } = await readSigningKey(pkcs12, passphrase);
    const { asymmetricKeyType: keyType = null, asymmetricKeyDetails } = privateKey;
    const { nif: holderNif } = readHolder(chain[0]);
    return { keyType, keyBits: asymmetricKeyDetails?.modulusLength ?? null, holderNif };
  } catch (error) {
    if (error instanceof SigningKeyError) return { keyType: null, keyBits: null, holderNif: null };
    throw error;
  }
}
