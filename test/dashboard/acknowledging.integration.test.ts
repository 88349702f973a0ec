import { describe, expect, it } from 'vitest';
import { numberFinding } from '#src/monitor/acknowledge.ts';
import { judgeOverview } from '#src/monitor/judge-overview.ts';
import { readInstallation, readOverview } from '#src/monitor/statements/overview.ts';
import { NO_QUEUE_SNAPSHOT } from '#src/platform/jobs/queue-snapshot.ts';
import { postBatch } from '../support/engine.ts';
import { openGround } from './support/ground.ts';

describe('the acknowledgement of a finding about customers’ data', () => {
  it('is confirmed on a page that describes the finding, and made once with an audit record', async () => {
    await using ground = await openGround();
    const { test } = ground;
    await postBatch(test.api, test.organization, 1, 'ACK', () => ({ lines: [] }));
    const find = async () => {
      const [overview, installation] = [
        await readOverview(test.pool, new Date()),
        await readInstallation(test.pool),
      ];
      const findings = judgeOverview({ overview, installation, queues: NO_QUEUE_SNAPSHOT });
      return findings.find(({ id }) => id === 'failures')!;
    };
    const number = numberFinding((await find()).id);
    const before = (await ground.listActs()).length;
    const { answer, fields } = await ground.ask(`/acts/finding.acknowledge/${number}`);
    expect(answer.text).toMatch(/\d+ invoices? failed in the last 24 hours/);
    const send = (reason: string) =>
      ground.clients.send(`/acts/finding.acknowledge/${number}`, {
        cookie: ground.acting,
        fields: { ...fields, reason },
      });
    const done = await send('Corrected by their next invoice');
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('until a new one of its kind')]);
    expect((await ground.listActs()).slice(before)).toEqual([
      {
        act: 'finding.acknowledge',
        operator: 'dashboard:ana',
        reason: 'Corrected by their next invoice',
        subjectId: number,
        details: {
          finding: 'failures',
          what: expect.stringContaining('failed in the last 24 hours'),
          newestAt: expect.any(Number),
          client: expect.stringMatching(/^10\.1\./),
        },
      },
    ]);
    expect((await find()).acknowledgement).toMatchObject({ operator: 'dashboard:ana' });
    expect((await send('x')).status).toBe(409);
    expect((await ground.ask('/acts/finding.acknowledge/1')).answer.status).toBe(404);
  });
});
