import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { SignFacturaeJob } from '../contracts/jobs.ts';
import type { SigningRefusal } from '../contracts/signing-refusals.ts';
import { chooseSignerRole, signFacturae } from '../domain/einvoice/facturae/sign-facturae.ts';
import { writeFacturae } from '../domain/einvoice/facturae/write-facturae.ts';
import { NotExpressible } from '../domain/einvoice/refusal.ts';
import { readDocument } from '../domain/invoice/stored-document.ts';
import { BlockDamage } from '../platform/literals/literal-block.ts';
import { readLiterals } from '../platform/literals/read-literals.ts';
import { type StoredFile, storeFile } from '../platform/literals/stored-file.ts';
import type { Orm } from '../platform/postgres/open-database.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import { CertificateUnusable, NoneValid, unsealCertificate } from './certificates.ts';
import { readSigningKey, type SigningKey, SigningKeyError } from './signing-key/read-signing-key.ts';
import {
  findInvoicesToSign,
  insertSignedFacturae,
  type InvoiceToSign,
  storeSigningRefusals,
} from './statements/signing.ts';

export type SigningContext = {
  readonly pool: Pool;
  readonly orm: Orm;
  readonly logger: Logger;
  /** The values of CERTIFICATE_KEY and CERTIFICATE_KEY_PREVIOUS that are set. */
  readonly certificateKeys: readonly Uint8Array[];
};

export type SigningResult = {
  /** How many invoices were signed. Those that another worker signed first are not counted. */
  readonly signed: number;
  /** Why the others could not be signed. */
  readonly refused: readonly SigningRefusal[];
};

/** How many invoices are stored together: signing them takes about 0.2 s. A worker that ends meanwhile loses no more than these. */
const SIGNED_TOGETHER = 32;

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
 * Signs the Facturae of issued invoices of a batch that are not signed yet, with the certificates of their issuers, and stores them for every download:
 * XAdES-EPES with the time of the database, which a certificate must be valid at. Each certificate is opened once. Workers that sign the same invoice at once
 * leave one file. A reason not to sign is stored for the requests that wait and is not tried again; a later request tries again.
 * @throws when the database is unavailable, MonthArchivedError if documents are archived, and BlockDamage if one cannot be read, after the others
 * were signed.
 */
export async function signIssuedFacturae(
  context: SigningContext,
  { organizationId, issuedInvoiceId, lastInvoiceId = issuedInvoiceId }: SignFacturaeJob,
): Promise<SigningResult> {
  const { pool } = context;
  const openKey = rememberKeys((issuerNif, at) => openSigningKey(context, organizationId, issuerNif, at));
  const refused: SigningRefusal[] = [];
  const damages: BlockDamage[] = [];
  let signed = 0;
  for (let first = issuedInvoiceId; first <= lastInvoiceId;) {
    const range = { organizationId, first, last: lastInvoiceId };
    const { invoices, signingTime } = await findInvoicesToSign(pool, range, SIGNED_TOGETHER);
    if (invoices.length === 0) break;
    const results = await signTogether(context, invoices, openKey, signingTime);
    const files = results.filter((result) => result.kind === 'signed');
    signed += await insertSignedFacturae(pool, organizationId, files, WRITER_VERSION, signingTime);
    const refusals = results.filter((result) => result.kind === 'refused');
    await storeSigningRefusals(pool, organizationId, refusals);
    for (const { reason } of refusals) refused.push(reason);
    for (const result of results) if (result.kind === 'damaged') damages.push(result.damage);
    first = invoices.at(-1)!.id + 1;
  }
  if (damages.length > 0) throw damages[0]!;
  return { signed, refused };
}

type OpenKey = (issuerNif: string, at: Date) => Promise<SigningKey>;

type InvoiceResult =
  | ({ readonly kind: 'signed'; readonly id: number } & StoredFile)
  | {
      readonly kind: 'refused';
      readonly id: number;
      readonly reason: SigningRefusal;
      readonly detail: string | null;
    }
  | { readonly kind: 'damaged'; readonly damage: BlockDamage };

/** Signs invoices one after the other. Between them, other jobs of the process run. */
async function signTogether(
  { pool }: SigningContext,
  invoices: readonly InvoiceToSign[],
  openKey: OpenKey,
  at: Date,
): Promise<InvoiceResult[]> {
  const rows = invoices.map(({ id }) => ({ invoiceId: id }));
  const readLiteral = await readLiterals(pool, 'documents', rows);
  const results: InvoiceResult[] = [];
  for (const { id, issuerProfile } of invoices) {
    try {
      const document = readDocument(readLiteral({ invoiceId: id }));
      const unsigned = express(() => writeFacturae(document, issuerProfile));
      const key = await openKey(document.issuer.nif, at);
      const signed = signFacturae(unsigned, { ...key, role: chooseSignerRole(document) }, at);
      results.push({ kind: 'signed', id, ...(await storeFile(Buffer.from(signed, 'utf8'))) });
    } catch (error) {
      results.push(readFailure(id, error));
    }
    await yieldToEventLoop();
  }
  return results;
}

/** Returns what a failure means for its invoice. @throws the error if it concerns more than this invoice. */
function readFailure(id: number, error: unknown): InvoiceResult {
  if (error instanceof Refused) return { kind: 'refused', id, reason: error.reason, detail: error.detail };
  if (error instanceof BlockDamage) return { kind: 'damaged', damage: error };
  throw error;
}

function express(write: () => string): string {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof NotExpressible)) throw error;
    throw new Refused('not_expressible', { detail: error.message, cause: error });
  }
}

/** Opens the key of each issuer once, also if it cannot be opened. */
function rememberKeys(open: OpenKey): OpenKey {
  const keys = new Map<string, Promise<SigningKey>>();
  return (issuerNif, at) => {
    const key = keys.get(issuerNif) ?? open(issuerNif, at);
    keys.set(issuerNif, key);
    return key;
  };
}

/** Opens the key of the certificate that an issuer presents at a time, with its chain. A refusal is logged. @throws Refused */
async function openSigningKey(
  { orm, certificateKeys, logger }: SigningContext,
  organizationId: number,
  issuerNif: string,
  at: Date,
): Promise<SigningKey> {
  const refuse = (reason: SigningRefusal, cause?: unknown) => {
    logger.warn({ organizationId, reason, err: cause }, 'Facturae of an issuer cannot be signed');
    return new Refused(reason, { cause });
  };
  const em = orm.em.fork();
  try {
    const certificate = await unsealCertificate(em, certificateKeys, organizationId, issuerNif, at);
    if (certificate === null) throw refuse('certificate_missing');
    const key = await readSigningKey(certificate.pkcs12, certificate.passphrase);
    if (key.privateKey.asymmetricKeyType !== 'rsa') throw refuse('key_not_rsa');
    return key;
  } catch (error) {
    if (error instanceof NoneValid) throw refuse('certificate_not_valid', error);
    if (error instanceof CertificateUnusable || error instanceof SigningKeyError)
      throw refuse('certificate_unusable', error);
    throw error;
  }
}
