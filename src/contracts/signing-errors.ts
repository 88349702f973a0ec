import { ENGINE, type Entry, unprocessable } from './error-entries.ts';

/* The errors of signed electronic invoices, a part of the catalogue in `api-error-catalogue.ts`. */

export const SIGNING_ERRORS = {
  facturae_pending: {
    ...unprocessable('unprocessable_content', 'The signed Facturae is not ready yet', ENGINE),
    retryAfterSeconds: 5,
  },
  facturae_files_pending: {
    ...unprocessable(
      'unprocessable_content',
      'Not all files are signed yet: {ready} of {issued} files are signed',
      ENGINE,
    ),
    retryAfterSeconds: 5,
  },
  facturae_damaged: unprocessable(
    'unprocessable_content',
    'The signed Facturae of this invoice is damaged where it is stored; the operator of this service can have it signed again',
    ENGINE,
  ),
  signing_certificate_missing: unprocessable(
    'unprocessable_content',
    'Facturae is signed with the certificate of the issuer, and this issuer has none; the operator of this service can add it',
    ENGINE,
  ),
  signing_certificate_not_valid: unprocessable(
    'unprocessable_content',
    'Facturae is signed with the certificate of the issuer, and none of this issuer is valid now; the operator of this service can add a valid one',
    ENGINE,
  ),
  signing_certificate_unusable: unprocessable(
    'unprocessable_content',
    'Facturae is signed with the certificate of the issuer, and that of this issuer cannot be opened; the operator of this service finds the reason in the log of the workers',
    ENGINE,
  ),
  signing_key_not_rsa: unprocessable(
    'unprocessable_content',
    'Facturae is signed with an RSA key, and the certificate of this issuer has another one; the operator of this service can add a certificate with an RSA key',
    'Facturae, política de firma 3.1',
  ),
  signing_key_too_short: unprocessable(
    'unprocessable_content',
    'Facturae is signed with an RSA key of at least 2048 bits, and the certificate of this issuer has a shorter one; the operator of this service can add another certificate',
    'Facturae, política de firma 3.1',
  ),
  signing_third_party_unknown: unprocessable(
    'unprocessable_content',
    'The certificate with which the Facturae of this issuer are signed is that of a third party, which Facturae states with its address, and the address is unknown; the operator of this service can set it',
    'Facturae 3.2.2, ThirdParty',
  ),
} as const satisfies Readonly<Record<string, Entry>>;
