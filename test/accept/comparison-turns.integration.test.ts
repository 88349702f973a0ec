import { randomBytes, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { acceptBatch, type AcceptContext } from '../../src/accept/accept-batch.ts';
import { openBatchWriter } from '../../src/accept/batch-writer.ts';
import type { BodySemaphore } from '../../src/platform/admission/body-semaphore.ts';
import { openExaminer } from '../../src/accept/examiner.ts';
import { openThreads } from '../../src/platform/process/threads.ts';
import { openTestApi } from '../support/api.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { UNTRACED } from '../support/untraced.ts';
import { buildResponse } from '../../src/accept/build-response.ts';
import { FLAT_RULES } from '../../src/domain/reading/request-rules.ts';

const NOTHING = { decisions: [], spfe: [] };

it('a small body is compared with a much larger stored body under a comparison permit, after its small-body permit is released', async () => {
  await using api = await openTestApi();
  const { id: organizationId } = await api.createOrganization();
  await using threads = openThreads();
  await using examiner = openExaminer(threads);
  const events: string[] = [];
  const watch =
    (name: string): BodySemaphore =>
    async (_organization, _bytes, work) => {
      events.push(`${name} begins`);
      try {
        return await work();
      } finally {
        events.push(`${name} ends`);
      }
    };
  const { pool } = api.database;
  const context: AcceptContext = {
    pool,
    examiner,
    writer: openBatchWriter(pool),
    issuersOfOthers: { find: async () => new Map() },
    knownDecisions: { recall: () => NOTHING, read: async () => NOTHING },
    knownSeries: { recall: () => [], read: async () => [], forget: () => {} },
    failedInvoices: { most: 1000, take: async () => 0, giveBack: async () => {} },
    withSmallPermit: watch('small'),
    withLargePermit: watch('large'),
    inComparison: watch('comparison'),
  };
  const idempotencyKey = randomUUID();
  const send = (body: object) =>
    acceptBatch(context, {
      rules: FLAT_RULES,
      answer: { hasWarnings: false, build: buildResponse },
      organization: { organizationId, organizationName: 'Org', keyId: 1 } as never,
      idempotencyKey,
      body: Buffer.from(JSON.stringify(body)),
      now: api.clock.now,
      cooldownSeconds: 0,
      ...UNTRACED,
    });
  const large = buildBatchBody(1, 'L', () => ({ footer_note: randomBytes(400_000).toString('base64') }));
  expect((await send(large)).kind).toBe('accepted');
  expect((await send(buildBatchBody(1, 'S'))).kind).toBe('key_reused');
  expect(events).toEqual([
    'large begins',
    'large ends',
    'small begins',
    'small ends',
    'comparison begins',
    'comparison ends',
  ]);
  expect(await send(large)).toMatchObject({ kind: 'replayed' });
  expect(events.slice(6)).toEqual(['large begins', 'large ends']);
});
