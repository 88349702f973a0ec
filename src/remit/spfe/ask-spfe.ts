import type { Pool } from 'pg';
import { compareContents } from './compare-contents.ts';
import type { FoundAnswer, SubmissionAnswer } from '../../domain/spfe/messages/document-status.ts';
import {
  judgeFoundDocument,
  judgeFoundEvent,
  type FoundVerdict,
} from '../../domain/spfe/messages/judge-found.ts';
import { keyOf } from '../../domain/spfe/messages/unique-code.ts';
import type { SpfeClaim } from './claim-request.ts';
import type { SpfeMember } from './judge-request.ts';
import type { SpfeOutcome, SpfeTransport } from './transport/spfe-transport.ts';

/** Sends the documents or the message of a request. @param leaseLeftMs as for `SpfeTransport`. */
export function submit(
  transport: SpfeTransport,
  { service, contents }: SpfeClaim,
  leaseLeftMs: () => number,
): Promise<SpfeOutcome<SubmissionAnswer>> {
  const [message = Buffer.alloc(0)] = contents;
  if (service === 'cancel') return transport.cancel(message, leaseLeftMs);
  return service === 'report'
    ? transport.report(message, leaseLeftMs)
    : transport.send(contents, leaseLeftMs);
}

/**
 * Judges what a query told of each member of a request, and compares the documents that the SPFE has
 * with those that were sent: by their contents, or by the CSV and the localizador if they cannot be
 * downloaded.
 */
export async function judgeAll(
  pool: Pool,
  transport: SpfeTransport,
  { requestId, members }: SpfeClaim,
  { documents }: FoundAnswer,
): Promise<(member: SpfeMember) => FoundVerdict> {
  const byCode = Map.groupBy(documents, keyOf);
  const verdicts = new Map(
    members.map((member) => [member.ordinal, judgeOne(member, byCode.get(keyOf(member)) ?? [])]),
  );
  const there = members.filter(
    ({ ordinal, messageId }) => messageId === null && verdicts.get(ordinal)!.kind === 'there',
  );
  const compared = await compareContents(pool, transport, requestId, there);
  return (member) => {
    const verdict = verdicts.get(member.ordinal)!;
    if (verdict.kind !== 'there' || member.messageId !== null) return verdict;
    const how = compared.get(member.ordinal);
    if (how === 'same') return verdict;
    if (how === 'other') return { kind: 'differs', why: 'AEAT has other contents with this unique code' };
    const { csv, localizador } = verdict;
    const isOurs = member.csvs.includes(csv ?? '') || member.localizadors.includes(localizador ?? '');
    return isOurs ? verdict : { kind: 'unanswered' };
  };
}

function judgeOne(member: SpfeMember, found: FoundAnswer['documents']): FoundVerdict {
  const { kind, isCopy, isFinanced, admittedCsv } = member;
  return kind === null
    ? judgeFoundDocument({ isCopy: isCopy!, formerCsv: admittedCsv }, found)
    : judgeFoundEvent({ ...member, kind, isFinanced: isFinanced! }, found);
}
