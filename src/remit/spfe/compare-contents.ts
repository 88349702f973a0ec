import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'pg';
import { readXml } from 'verifactu-protocol/client/read-xml';
import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';
import { findChild, findChildren, findText, type XmlElement } from 'verifactu-protocol/remission/xml-element';
import { keyOf } from '../../domain/spfe/messages/unique-code.ts';
import { readContents } from './read-contents.ts';
import type { SpfeMember } from './judge-request.ts';
import type { SpfeTransport } from './transport/spfe-transport.ts';

/** An invoice of 5,120 kB has fewer tags, attributes and references. */
const MAX_MARKUP = 2_000_000;

/**
 * Compares deliveries of a request with the documents of the SPFE: byte for byte, or else their
 * elements, attributes and texts, whatever their prefixes, order of attributes and blanks.
 * @returns by ordinal whether the SPFE has the same contents or others. Those that it did not return
 *   are missing.
 */
export async function compareContents(
  pool: Pool,
  transport: SpfeTransport,
  requestId: number,
  members: readonly SpfeMember[],
): Promise<Map<number, 'same' | 'other'>> {
  const compared = new Map<number, 'same' | 'other'>();
  if (members.length === 0) return compared;
  const outcome = await transport.download(members);
  if (outcome.kind !== 'answered') return compared;
  const hashes = new Set(outcome.answer.map((file) => hash('sha256', file, 'hex')));
  const unequal = members.filter((member) => {
    const isSame = hashes.has(member.sha256!.toString('hex'));
    if (isSame) compared.set(member.ordinal, 'same');
    return !isSame;
  });
  if (unequal.length === 0) return compared;
  const parsed = outcome.answer.flatMap((file) => parse(file) ?? []);
  const byCode = Map.groupBy(parsed, (root) => {
    const code = readUniqueCode(root);
    return code === null ? null : keyOf(code);
  });
  const contents = await readContents(pool, requestId);
  for (const member of unequal) {
    const theirs = byCode.get(keyOf(member));
    const ours = contents.find((each) => hash('sha256', each, 'buffer').equals(member.sha256!));
    const read = ours === undefined ? null : parse(ours);
    if (theirs === undefined || read === null) continue;
    const isSame = theirs.length === 1 && isDeepStrictEqual(read, theirs[0]);
    compared.set(member.ordinal, isSame ? 'same' : 'other');
  }
  return compared;
}

/** Reads an invoice in UBL. @returns null if it cannot be read. */
function parse(xml: Uint8Array): XmlElement | null {
  const root = readXml(xml, 'application/xml', { maxMarkup: MAX_MARKUP, keepsAttributes: true });
  return typeof root === 'string' ? null : root;
}

/** Reads the unique code of an invoice in UBL. @returns null if it lacks a part of it. */
function readUniqueCode(root: XmlElement): InvoiceIdentity | null {
  const number = findText(root, 'ID');
  const issueDate = findText(root, 'IssueDate');
  const party = findChild(findChild(root, 'AccountingSupplierParty'), 'Party');
  const scheme = findChildren(party, 'PartyTaxScheme').find(
    (each) => findText(findChild(each, 'TaxScheme'), 'ID') === 'LOC',
  );
  const issuerNif = findText(scheme, 'CompanyID');
  return number === null || issueDate === null || issuerNif === null
    ? null
    : { issuerNif, number, issueDate };
}
