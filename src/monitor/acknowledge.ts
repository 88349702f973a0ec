import { hash } from 'node:crypto';
import type { Acknowledgement } from './statements/acknowledgements.ts';
import type { Finding } from './finding.ts';

/*
 * Operators can acknowledge findings on customers' data, with a reason. An acknowledgement lasts
 * until a new one of its kind occurs: a record that AEAT refused for the same reason, a failed
 * invoice, or a receiver that starts to fail. Findings of the engine cannot be acknowledged; they
 * end when their cause is removed.
 */

/**
 * Returns the number by which an acknowledgement refers to a finding. It is the same as long as the
 * id of the finding is.
 */
export function numberFinding(id: string): number {
  // 32 bits, never 0.
  return Number.parseInt(hash('sha256', id).slice(0, 8), 16) + 1;
}

/**
 * Returns whether a finding can be acknowledged: it concerns customers' data, and the time of its
 * newest item is known.
 */
export function canAcknowledge({ group, newestAt }: Finding): boolean {
  return group === 'customers' && newestAt !== null;
}

/**
 * Adds to each finding the acknowledgement that covers all of its items, and to the others the act
 * that acknowledges them.
 */
export function applyAcknowledgements(
  findings: readonly Finding[],
  acknowledgements: readonly Acknowledgement[],
): Finding[] {
  const byNumber = new Map(acknowledgements.map((each) => [each.finding, each]));
  return findings.map((finding) => {
    if (!canAcknowledge(finding)) return finding;
    const id = numberFinding(finding.id);
    const last = byNumber.get(id);
    if (last !== undefined && finding.newestAt! <= last.newestAt)
      return { ...finding, acknowledgement: last };
    return { ...finding, acts: [...finding.acts, { act: 'finding.acknowledge', id }] };
  });
}

/** Returns the details that are recorded with an acknowledgement besides its reason. */
export function describeForAct({ id, what, newestAt }: Finding): Readonly<Record<string, unknown>> {
  return { finding: id, what, newestAt };
}
