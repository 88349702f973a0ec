import type { Bench } from '../open-bench.ts';
import type { Finding } from '../report/finding.ts';
import { measureToldAnswers } from './notified-answers.ts';
import { measureToldIssuing } from './notified-issuing.ts';
import { measureDeliveries } from './webhook-deliveries.ts';

/**
 * Goal 13: webhook endpoints do not delay accepting and issuing, and what delivering events costs.
 */
export async function measureWebhooks(bench: Bench): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const measure of [measureToldIssuing, measureToldAnswers, measureDeliveries]) {
    for (const finding of await measure(bench)) findings.push(finding);
    await bench.tidyUp();
  }
  return findings;
}
