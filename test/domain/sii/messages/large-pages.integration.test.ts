import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openAeatClient } from 'verifactu-protocol/client/open-aeat-client';
import { measureLeastOwnShare } from '../../../../packages/verifactu/test/support/own-share.ts';
import { openRawServer, writeHttp } from '../../../../packages/verifactu/test/support/raw-server.ts';
import { SII_READINGS } from '#src/domain/sii/messages/answers.ts';
import { LONG } from '../../../support/long.ts';
import { hasSiiFacts, siiPath } from '../../support/shared-facts.ts';

/** Rows of a page. A page of AEAT has at most 10,000. */
const ROWS = LONG ? 10_000 : 2500;
const ROW = 'siiLRRC:RegistroRespuestaConsultaLRFacturasEmitidas';

it.skipIf(!hasSiiFacts)(
  'a whole page of AEAT’s book is read in a thread of its own',
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
    const ask = () => client.send(Buffer.from('<query/>'), SII_READINGS.consulta);
    const outcome = await ask();
    expect(outcome).toMatchObject({ kind: 'answered', answer: { isWhole: true, nextPage: null } });
    if (outcome.kind !== 'answered') return;
    expect(outcome.answer.entries).toHaveLength(ROWS);
    expect(outcome.answer.entries.at(-1)).toMatchObject({
      number: `A-${ROWS - 1}`,
      matchingState: 'not_matched',
    });
    // The other thread spends most of the processor time.
    expect(await measureLeastOwnShare(0.5, ask)).toBeLessThan(0.5);
  },
);
