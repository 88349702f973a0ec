import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { openAeatClient } from 'verifactu-protocol/client/open-aeat-client';
import { openRawServer, writeHttp } from '../../../../packages/verifactu/test/support/raw-server.ts';
import { SII_READINGS } from '#src/domain/sii/messages/answers.ts';
import { LONG } from '../../../support/long.ts';
import { hasSiiFacts, siiPath } from '../../support/shared-facts.ts';

/** Rows of a page. A page of AEAT has at most 10,000. */
const ROWS = LONG ? 10_000 : 2500;
const ROW = 'siiLRRC:RegistroRespuestaConsultaLRFacturasEmitidas';

it.skipIf(!hasSiiFacts)(
  'a whole page of AEAT’s book is read in a thread, and holds up the event loop of a worker briefly',
  { timeout: 120_000 },
  async () => {
    const sample = readFileSync(siiPath('samples/31-consulta.response.xml'), 'utf8');
    const [, head = '', row = '', tail = ''] =
      new RegExp(`^([^]*?)(<${ROW}>[^]*</${ROW}>)([^]*)$`).exec(sample) ?? [];
    const rows = Array.from({ length: ROWS }, (_none, index) => row.replace('2026-A/000101', `A-${index}`));
    const text = head + rows.join('') + tail;
    expect(text.length).toBeGreaterThan(3 * 1024 * 1024);
    await using server = await openRawServer((socket) => socket.end(writeHttp(text)));
    await using client = openAeatClient({ url: server.url });
    const delay = monitorEventLoopDelay({ resolution: 5 });
    const [own, all] = [process.threadCpuUsage(), process.cpuUsage()];
    delay.enable();
    const outcome = await client.send(Buffer.from('<query/>'), SII_READINGS.consulta);
    delay.disable();
    const [ownSpent, allSpent] = [process.threadCpuUsage(own), process.cpuUsage(all)];
    if (process.env['SHOW'] !== undefined) console.log(delay.max / 1e6, ownSpent, allSpent, text.length);
    expect(outcome).toMatchObject({ kind: 'answered', answer: { isWhole: true, nextPage: null } });
    if (outcome.kind !== 'answered') return;
    expect(outcome.answer.entries).toHaveLength(ROWS);
    expect(outcome.answer.entries.at(-1)).toMatchObject({
      number: `A-${ROWS - 1}`,
      matchingState: 'not_matched',
    });
    const share = (ownSpent.user + ownSpent.system) / (allSpent.user + allSpent.system);
    expect(share).toBeLessThan(0.5);
  },
);
