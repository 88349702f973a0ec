import type { FaultRequest } from '../../faults/fault.ts';
import type { OfficeSettings } from '../../exchange/settings.ts';
import { compress } from '../../registry/compress.ts';
import type { Census } from '../../taxpayers/census.ts';
import type { AdmissionChange, UniqueCode } from '../book/change.ts';
import { keyOf, type SpfeBook, type SpfeEntry } from '../book/spfe-book.ts';
import { isCopy } from '../rules/invoice-case.ts';
import { judgeDocument } from '../rules/judge-document.ts';
import { buyerNifOf, thirdPartiesOf } from '../rules/party-rules.ts';
import { GEN, type GenCode } from '../wire/refusals.ts';
import type { SentDocument } from './message.ts';
import { demandRefusal, findRepeated, refuse, type Verdict } from './verdict.ts';

export type Registration = {
  readonly from: string;
  readonly book: SpfeBook;
  readonly census: Census;
  readonly settings: OfficeSettings;
  readonly fault: FaultRequest | null;
  readonly sequence: number;
  readonly csv: string;
  readonly now: number;
};

/** Takes each document that is in order, apart from the others (art. 5.4). */
export function registerDocuments(
  documents: readonly SentDocument[],
  registration: Registration,
): { readonly verdicts: readonly Verdict[]; readonly changes: readonly AdmissionChange[] } {
  const repeated = findRepeated(documents.map(({ code }) => code));
  const changes: AdmissionChange[] = [];
  const verdicts = documents.map((document, position): Verdict => {
    const { code, id } = document;
    const number = code?.number ?? '';
    const demanded = demandRefusal(registration.fault, { number, position, count: documents.length });
    if (demanded !== null) return refuse(code, demanded, '', id);
    if (code && repeated.has(keyOf(code))) return refuse(code, GEN.twice);
    const objection = judge(document, registration);
    if (objection) return refuse(code, objection.code, objection.detail, id);
    const change = admit(document, code!, position, registration);
    registration.book.enter(change);
    changes.push(change);
    return { code, id, refusal: null, detail: '', locator: change.locator };
  });
  return { verdicts, changes };
}

function judge(
  { read, bytes, code }: SentDocument,
  { from, book, census, settings, now }: Registration,
): { code: GenCode; detail: string } | null {
  if (!read) return { code: GEN.invalid, detail: 'XML' };
  const objection = judgeDocument(read.root, { bytes, from, census });
  if (objection) return objection;
  const duplicate = findDuplicate(book.find(code!, now), isCopy(read.root), settings);
  return duplicate === null ? null : { code: duplicate, detail: '' };
}

/**
 * The rules of art. 5.5 about a unique code. A copy is refused beside a copy or an original, an
 * original beside an original, and an original beside a copy until that is withdrawn. Whether other
 * documents may follow a withdrawal is open, hence a setting.
 */
function findDuplicate(
  entry: SpfeEntry | undefined,
  isSentAsCopy: boolean,
  { spfeAfterWithdrawal }: OfficeSettings,
): GenCode | null {
  if (!entry) return null;
  const wasCopy = entry.admission.isCopy;
  if (entry.status === 'admitted') return wasCopy ? GEN.copyExists : GEN.originalExists;
  return spfeAfterWithdrawal === 'accept' || (wasCopy && !isSentAsCopy) ? null : GEN.withdrawn;
}

function admit(
  { read, sha256 }: SentDocument,
  code: UniqueCode,
  position: number,
  { csv, now, sequence }: Registration,
): AdmissionChange {
  const { root, text } = read!;
  const name = Buffer.from(`sandbox-${sequence}-${position + 1}`).toString('base64url');
  return {
    kind: 'admission',
    code,
    message: sequence,
    csv,
    at: now,
    isCopy: isCopy(root),
    buyer: buyerNifOf(root) ?? '',
    thirdParties: thirdPartiesOf(root),
    locator: `LOCGENV1:O:${name}`,
    document: compress(Buffer.from(text)),
    sha256,
  };
}
