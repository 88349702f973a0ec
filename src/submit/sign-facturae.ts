import type { Pool } from 'pg';
import type { SignFacturaeJob } from '../contracts/jobs.ts';
import type { SigningRefusal } from '../contracts/signing-refusals.ts';
import { readSigningKey, type SigningKey, SigningKeyError } from '../domain/certificates/read-signing-key.ts';
import { chooseSignerRole, signFacturae } from '../domain/einvoice/facturae/sign-facturae.ts';
import { writeFacturae } from '../domain/einvoice/facturae/write-facturae.ts';
import { NotExpressible } from '../domain/einvoice/refusal.ts';
import { readDocument } from '../domain/invoice/stored-document.ts';
import { readLiterals } from '../platform/literals/read-literals.ts';
import { storeFile } from '../platform/literals/stored-file.ts';
import type { Orm } from '../platform/postgres/open-database.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import { CertificateUnusable, NoneValid, unsealCertificate } from './certificates.ts';
import { findInvoiceToSign, insertSignedFacturae, storeSigningRefusal } from './statements/signing.ts';

export type SigningContext = {
  readonly pool: Pool;
  readonly orm: Orm;
  readonly logger: Logger;
  /** The values of CERTIFICATE_KEY and CERTIFICATE_KEY_PREVIOUS that are set. */
  readonly certificateKeys: readonly Uint8Array[];
};

export type SigningResult =
  /** There is no such issued invoice, or its signed file exists. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'signed' }
  | { readonly kind: 'refused'; readonly reason: SigningRefusal };

/** The version of `writeFacturae` and `signFacturae`, stored with each file. */
const WRITER_VERSION = 1;

/** The invoice cannot be signed now. `detail` is for clients, `cause` for operators. */
class Refused extends Error {
  override name = 'Refused';
  readonly reason: SigningRefusal;
  readonly detail: string | null;

  constructor(
    reason: SigningRefusal,
    { detail = null, cause }: { readonly detail?: string | null; readonly cause?: unknown } = {},
  ) {
    super(reason, { cause });
    this.reason = reason;
    this.detail = detail;
  }
}

/**
 * Signs the Facturae of an issued invoice with the certificate of its issuer and stores it for every download: XAdES-EPES with the time of the
 * database, which the certificate must be valid at. Workers that sign the same invoice at once leave one file. A reason not to sign is stored for the
 * request that waits and is not tried again; the next request tries again.
 * @throws when the database is unavailable, MonthArchivedError if the document is archived, and BlockDamage if it cannot be read.
 */
export async function signIssuedFacturae(
  context: SigningContext,
  invoice: SignFacturaeJob,
): Promise<SigningResult> {
  const { pool, logger } = context;
  const found = await findInvoiceToSign(pool, invoice);
  if (found === null) return { kind: 'nothing' };
  const { issuerProfile, signingTime } = found;
  const { issuedInvoiceId: invoiceId } = invoice;
  const document = readDocument((await readLiterals(pool, 'documents', [{ invoiceId }]))({ invoiceId }));
  try {
    const unsigned = express(() => writeFacturae(document, issuerProfile));
    const key = await openSigningKey(context, invoice.organizationId, document.issuer.nif, signingTime);
    const signed = signFacturae(unsigned, { ...key, role: chooseSignerRole(document) }, signingTime);
    const file = await storeFile(Buffer.from(signed, 'utf8'));
    const isFirst = await insertSignedFacturae(pool, invoice, file, WRITER_VERSION, signingTime);
    return { kind: isFirst ? 'signed' : 'nothing' };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { reason, detail, cause } = error;
    if (reason !== 'not_expressible')
      logger.warn({ ...invoice, reason, err: cause }, 'A Facturae could not be signed');
    await storeSigningRefusal(pool, invoice, reason, detail);
    return { kind: 'refused', reason };
  }
}

function express(write: () => string): string {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof NotExpressible)) throw error;
    throw new Refused('not_expressible', { detail: error.message, cause: error });
  }
}

/** Opens the key of the certificate that an issuer presents at a time, with its chain. @throws Refused */
async function openSigningKey(
  { orm, certificateKeys }: SigningContext,
  organizationId: number,
  issuerNif: string,
  at: Date,
): Promise<SigningKey> {
  try {
    const certificate = await unsealCertificate(
      orm.em.fork(),
      certificateKeys,
      organizationId,
      issuerNif,
      at,
    );
    if (certificate === null) throw new Refused('certificate_missing');
    const key = readSigningKey(certificate.pkcs12, certificate.passphrase);
    if (key.privateKey.asymmetricKeyType !== 'rsa') throw new Refused('key_not_rsa');
    return key;
  } catch (error) {
    if (error instanceof NoneValid) throw new Refused('certificate_not_valid', { cause: error });
    if (error instanceof CertificateUnusable || error instanceof SigningKeyError)
      throw new Refused('certificate_unusable', { cause: error });
    throw error;
  }
}
