import {
  ELECTRONIC_FORMATS,
  type ElectronicFormat,
  type UblProfileName,
} from '../../contracts/electronic-formats.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { IssuerDetails } from '../../contracts/issuer-profile.ts';
import { SIGNATURE_POLICY, saySigningRefusal } from '../../contracts/signing-refusals.ts';
import { buildTerms } from './build-terms.ts';
import { foreseeSigning, type Signers } from './facturae/foresee-signing.ts';
import { prepareFacturae } from './facturae/write-facturae.ts';
import { NotExpressible, type FormatStates, type Refusal } from './refusal.ts';
import { prepareSpfe } from './spfe/write-spfe.ts';
import type { EInvoice } from './terms.ts';
import { prepareCii, prepareFacturX } from './writers/cii.ts';
import { preparePeppol } from './writers/peppol.ts';
import { buildUblInvoiceWriter, CEN } from './writers/ubl.ts';

const writeUbl = buildUblInvoiceWriter(CEN);

/** An issued invoice and its issuer's profile of the time of issue. */
export type Source = {
  readonly document: InvoiceDocument;
  readonly profile: IssuerDetails | null;
  /**
   * The address in its QR code, which only the profile for the SPFE states; null if it has none, and
   * absent where nothing is written.
   */
  readonly qrUrl?: string | null;
  /**
   * Who can sign its Facturae; absent if that does not matter, for example because it is signed
   * already.
   */
  readonly signers?: Signers | undefined;
};

/** Writes an invoice that a format can express. It refuses nothing. */
export type WriteXml = () => string;

/** @param termsOf builds the terms of EN 16931, which several formats share. */
type Prepare = (source: Source, profile: UblProfileName, termsOf: (source: Source) => EInvoice) => WriteXml;

/**
 * The writers of version 1. Their output for an invoice never changes; a change of the output is a
 * new version (ops/adr/0062). Preparing applies every rule of a format, so that one can learn what
 * it refuses without writing.
 */
const PREPARE: Readonly<Record<ElectronicFormat, Prepare>> = {
  ubl: (source, name, termsOf) => {
    if (name === 'spfe') return prepareSpfe({ ...source, qrUrl: source.qrUrl ?? null, isCopy: false });
    const terms = termsOf(source);
    return name === 'peppol' ? preparePeppol(terms) : () => writeUbl(terms);
  },
  cii: (source, _name, termsOf) => prepareCii(termsOf(source)),
  facturae: ({ document, profile, signers }) => {
    const write = prepareFacturae(document, profile);
    const fault = signers === undefined ? null : foreseeSigning(document, signers);
    if (fault !== null) throw new NotExpressible(SIGNATURE_POLICY, saySigningRefusal(fault));
    return write;
  },
  hybrid: (source, _name, termsOf) => prepareFacturX(termsOf(source)),
};

const buildTermsOf = ({ document, profile }: Source): EInvoice => buildTerms(document, profile);

/**
 * Writes the XML of an invoice: UBL, CII, Facturae without its signature, or the CII that a hybrid
 * PDF contains.
 * @throws NotExpressible with the rule that forbids it.
 */
export function writeXml(format: ElectronicFormat, source: Source, profile: UblProfileName = 'cen'): string {
  return PREPARE[format](source, profile, buildTermsOf)();
}

/**
 * Returns, for each of some formats, why it cannot express an invoice; null if it can. Writes none
 * of them.
 * @param profile that of UBL.
 */
export function judgeFormats(
  source: Source,
  formats: readonly ElectronicFormat[] = ELECTRONIC_FORMATS,
  profile: UblProfileName = 'cen',
): FormatStates {
  let terms: EInvoice | undefined;
  const termsOf = (one: Source) => (terms ??= buildTermsOf(one));
  return new Map(
    formats.map((format) => [format, findRefusal(() => PREPARE[format](source, profile, termsOf))]),
  );
}

/** Returns why a document cannot be written; null if it can. */
export function findRefusal(prepare: () => unknown): Refusal | null {
  try {
    prepare();
    return null;
  } catch (error) {
    if (error instanceof NotExpressible) return error.refusal;
    throw error;
  }
}
