import { hash } from 'node:crypto';
import type { Acknowledgement } from './statements/acknowledgements.ts';
import type { Finding } from './finding.ts';

/*
 * Findings on customers' data can be acknowledged, with a reason, until something new of their kind comes: a record that AEAT refused for the same, an invoice that fails, a receiver that
 * begins to fail. Those of the engine cannot: they end when they are mended.
 */

/** The number that an acknowledgement names a finding by: the same for as long as the finding has the same id. */
export function numberFinding(id: string): number {
  // 32 bits, and never 0.
  return Number.parseInt(hash('sha256', id).slice(0, 8), 16) + 1;
}

/** Whether a finding can be acknowledged: it is about customers' data, and it is known when the newest of it came. */
export function canAcknowledge({ group, newestAt }: Finding): boolean {
  return group === 'customers' && newestAt !== null;
}

/** Puts to each finding the acknowledgement that covers all that it is about, and to others the act that acknowledges them. */
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

/** What is written down of an acknowledgement beside its reason. */
export function describeForAct({ id, what, newestAt }: Finding): Readonly<Record<string, unknown>> {
  return { finding: id, what, newestAt };
}
