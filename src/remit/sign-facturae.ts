import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { InvoiceDocument } from '../contracts/invoice-document.ts';
import type { IssuerDetails } from '../contracts/issuer-profile.ts';
import type { SignFacturaeJob } from '../contracts/jobs.ts';
import type { SigningRefusal } from '../contracts/signing-refusals.ts';
import type { ThirdParty } from '../domain/einvoice/facturae/parties.ts';
import {
  chooseSigner,
  chooseSignerRole,
  judgeKey,
  signFacturae,
} from '../domain/einvoice/facturae/sign-facturae.ts';
import { prepareFacturae, writeFacturae } from '../domain/einvoice/facturae/write-facturae.ts';
import { NotExpressible } from '../domain/einvoice/refusal.ts';
import { readDocument } from '../domain/invoice/stored-document.ts';
import { BlockDamage } from '../platform/literals/literal-block.ts';
import { readLiterals } from '../platform/literals/read-literals.ts';
import { type StoredFile, storeFile } from '../platform/literals/stored-file.ts';
import type { Orm } from '../platform/postgres/open-database.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import { type Holder, readHolder } from 'verifactu-protocol/client/certificate';
import { CertificateUnusable, listUsable, NoneValid, type Usable } from './certificates.ts';
import { readSigningKey, type SigningKey, SigningKeyError } from './signing-key/read-signing-key.ts';
import {
  findInvoicesToSign,
  findProfile,
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

/**
 * How many invoices are stored together: signing them takes about 0.2 s. A worker that ends
 * meanwhile loses no more than these.
 */
const SIGNED_TOGETHER = 32;

/** The version of `writeFacturae` and `signFacturae`, stored with each file. */
const WRITER_VERSION = 2;

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
 * Signs the Facturae of issued invoices of a batch that are not signed yet, with the certificates
 * of their issuers, and stores them for every download: XAdES-EPES with the time of the database,
 * which a certificate must be valid at. Each certificate is opened once. Workers that sign the same
 * invoice at once leave one file. A reason not to sign is stored for the requests that wait and is
 * not tried again; a later request tries again.
 * @throws when the database is unavailable, MonthArchivedError if documents are archived, and
 *   BlockDamage if one cannot be read, after the others were signed.
 */
export async function signIssuedFacturae(
  context: SigningContext,
  { organizationId, issuedInvoiceId, lastInvoiceId = issuedInvoiceId }: SignFacturaeJob,
): Promise<SigningResult> {
  const { pool } = context;
  const signers: Signers = {
    open: remember((issuerNif: string, at: Date) => openSigners(context, organizationId, issuerNif, at)),
    findProfile: remember((nif: string) => findProfile(pool, organizationId, nif)),
  };
  const refused: SigningRefusal[] = [];
  const damages: BlockDamage[] = [];
  let signed = 0;
  for (let first = issuedInvoiceId; first <= lastInvoiceId;) {
    const range = { organizationId, first, last: lastInvoiceId };
    const { invoices, signingTime } = await findInvoicesToSign(pool, range, SIGNED_TOGETHER);
    if (invoices.length === 0) break;
    const results = await signTogether(context, invoices, signers, signingTime);
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

/** A certificate that can sign Facturae, with its key. */
type Signer = { readonly key: SigningKey; readonly holder: Holder };

/** What is read once for all invoices of a job. */
type Signers = {
  /**
   * Opens the certificates of an issuer that can sign, in the order of preference.
   * @throws Refused if there is none.
   */
  open(issuerNif: string, at: Date): Promise<readonly Signer[]>;
  /**
   * Returns the present profile of an issuer, or of a third party that the operator describes as
   * one.
   */
  findProfile(nif: string): Promise<IssuerDetails | null>;
};

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
  signers: Signers,
  at: Date,
): Promise<InvoiceResult[]> {
  const rows = invoices.map(({ id }) => ({ invoiceId: id }));
  const readLiteral = await readLiterals(pool, 'documents', rows);
  const results: InvoiceResult[] = [];
  for (const { id, issuerProfile } of invoices) {
    try {
      const document = readDocument(readLiteral({ invoiceId: id }));
      // Tells a client first what the format cannot express, which no operator can change.
      const prepared = express(() => prepareFacturae(document, issuerProfile));
      const able = await signers.open(document.issuer.nif, at);
      const { key, holder } = chooseSigner(document, able, (signer) => signer.holder.nif);
      const role = chooseSignerRole(document, holder.nif);
      const thirdParty = await findThirdParty(document, role === 'tercero' ? holder : null, signers);
      const unsigned =
        thirdParty === null ? prepared() : express(() => writeFacturae(document, issuerProfile, thirdParty));
      const signed = signFacturae(unsigned, { ...key, role }, at);
      results.push({ kind: 'signed', id, ...(await storeFile(Buffer.from(signed, 'utf8'))) });
    } catch (error) {
      results.push(readFailure(id, error));
    }
    await yieldToEventLoop();
  }
  return results;
}

/**
 * Returns what a failure means for its invoice.
 * @throws the error if it concerns more than this invoice.
 */
function readFailure(id: number, error: unknown): InvoiceResult {
  if (error instanceof Refused) return { kind: 'refused', id, reason: error.reason, detail: error.detail };
  if (error instanceof BlockDamage) return { kind: 'damaged', damage: error };
  throw error;
}

function express<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof NotExpressible)) throw error;
    throw new Refused('not_expressible', { detail: error.message, cause: error });
  }
}

/** Calls a function once for each first argument, also if it fails. */
function remember<A extends unknown[], T>(call: (key: string, ...others: A) => Promise<T>) {
  const results = new Map<string, Promise<T>>();
  return (key: string, ...others: A): Promise<T> => {
    const result = results.get(key) ?? call(key, ...others);
    results.set(key, result);
    return result;
  };
}

/**
 * Returns the third party that Facturae states: the one that issued the invoice, or else the one
 * that signs it. The operator sets its address as that of an issuer. The third party of an invoice
 * without a known address is stated in the additional information only.
 * @param signer the holder of the certificate if it is a third party.
 * @throws Refused if a third party signs and its address is unknown.
 */
async function findThirdParty(
  { issuedBy }: InvoiceDocument,
  signer: Holder | null,
  signers: Signers,
): Promise<ThirdParty | null> {
  if (issuedBy?.role === 'third_party') {
    const { name, documentNumber: nif } = issuedBy;
    const address = nif === null ? null : await signers.findProfile(nif);
    if (name !== null && nif !== null && address?.address) return { name, nif, address };
  }
  if (signer === null) return null;
  const nif = signer.nif!;
  const address = await signers.findProfile(nif);
  if (!address?.address || signer.name === null) throw new Refused('third_party_unknown');
  return { name: signer.name, nif, address };
}

/**
 * Opens the certificates of an issuer that can sign at a time. One that cannot, such as a newer one
 * with an elliptic key, does not prevent the others. A refusal is logged.
 * @throws Refused
 */
async function openSigners(
  { orm, certificateKeys, logger }: SigningContext,
  organizationId: number,
  issuerNif: string,
  at: Date,
): Promise<readonly Signer[]> {
  const refuse = (reason: SigningRefusal, cause?: unknown) => {
    logger.warn({ organizationId, reason, err: cause }, 'Facturae of an issuer cannot be signed');
    return new Refused(reason, { cause });
  };
  let usable: readonly Usable[] | null;
  try {
    usable = await listUsable(orm.em.fork(), certificateKeys, organizationId, issuerNif, at);
  } catch (error) {
    throw error instanceof NoneValid ? refuse('certificate_not_valid', error) : error;
  }
  if (usable === null) throw refuse('certificate_missing');
  const signers: Signer[] = [];
  const unfit: { readonly reason: SigningRefusal; readonly cause?: unknown }[] = [];
  for (const certificate of usable) {
    try {
      const { pkcs12, passphrase } = certificate.open();
      const key = await readSigningKey(pkcs12, passphrase);
      const reason = judgeKey(key.privateKey);
      if (reason === null) signers.push({ key, holder: readHolder(key.chain[0]) });
      else unfit.push({ reason });
    } catch (error) {
      if (!(error instanceof CertificateUnusable || error instanceof SigningKeyError)) throw error;
      unfit.push({ reason: 'certificate_unusable', cause: error });
    }
  }
  if (signers.length === 0) throw refuse(unfit[0]!.reason, unfit[0]!.cause);
  return signers;
}
