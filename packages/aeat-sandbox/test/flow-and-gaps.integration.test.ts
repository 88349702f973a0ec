import { describe, expect, it } from 'vitest';
import type { SifRecord } from '../src/records/record.ts';
import type { AeatSandbox } from '../src/open-aeat-sandbox.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { altaOf, ISSUER, NOW } from './support/records.ts';
import { chainOf, linesOf, openSandbox, send, textsOf, type Draft } from './support/sandbox.ts';

/** A clock that only moves when it is set. */
function stoppedClock() {
  let now = NOW;
  return {
    now: () => now,
    pass: (seconds: number) => {
      now += seconds * 1000;
    },
  };
}

async function gapsOf(sandbox: AeatSandbox, envelopes: readonly (readonly SifRecord[])[]): Promise<string[]> {
  for (const records of envelopes) await send(sandbox, records);
  return sandbox.control
    .gaps()
    .chains.flatMap(({ gaps }) => gaps.map(({ kind, envelope }) => `${kind} ${envelope}`));
}

const answered = (sandbox: AeatSandbox) =>
  eventually(() => sandbox.control.log().every(({ answer }) => answer !== null));

describe('flow control', () => {
  const drafts = Array.from({ length: 6 }, (): Draft => ({}));

  it('returns the wait in every answer, also to a rejected envelope', async () => {
    await using sandbox = await openSandbox({ settings: { waitSeconds: 5 } });
    for (const records of [chainOf([{}]), chainOf([{ type: 'R1' }])]) {
      expect(textsOf((await send(sandbox, records)).text, 'TiempoEsperaEnvio')).toEqual(['5']);
    }
  });

  it('counts and registers an envelope that arrives before the wait of its chain is over', async () => {
    const clock = stoppedClock();
    await using sandbox = await openSandbox({ now: clock.now });
    const [first, second, third] = chainOf(drafts);
    await send(sandbox, [first!]);
    await answered(sandbox);
    clock.pass(59);
    expect(linesOf((await send(sandbox, [second!])).text)).toEqual(['Correcto']);
    await answered(sandbox);
    clock.pass(60);
    await send(sandbox, [third!]);
    expect(sandbox.control.log().map(({ earlyBy }) => earlyBy)).toEqual([0, 1000, 0]);
    expect(sandbox.control.gaps()).toMatchObject({
      ok: false,
      earlyEnvelopes: [{ sequence: 2, earlyBy: 1000 }],
    });
  });

  it('uses the wait of the last answer', async () => {
    const clock = stoppedClock();
    await using sandbox = await openSandbox({ now: clock.now });
    sandbox.control.addFaults(
      { kind: 'raised-wait', seconds: 300, count: 1 },
      { kind: 'empty-wait', count: 1 },
    );
    for (const record of chainOf(drafts)) {
      await send(sandbox, [record]);
      await answered(sandbox);
      clock.pass(200);
    }
    expect(sandbox.control.log().map(({ earlyBy }) => earlyBy)).toEqual([0, 100_000, 0, 0, 0, 0]);
  });

  it('accepts 1000 records without a wait', async () => {
    await using sandbox = await openSandbox();
    const records = chainOf(Array.from({ length: 1001 }, () => ({})));
    await send(sandbox, records.slice(0, 1));
    await answered(sandbox);
    await send(sandbox, records.slice(1));
    expect(sandbox.control.gaps()).toMatchObject({ ok: true, earlyEnvelopes: [] });
  });

  it('ignores unanswered envelopes, which may be sent again at once', async () => {
    await using sandbox = await openSandbox();
    const records = chainOf([{}]);
    sandbox.control.addFaults(
      { kind: 'reset', when: 'after', count: 1 },
      { kind: 'html', when: 'after', count: 1 },
      { kind: 'truncated', abrupt: true, count: 1 },
    );
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await send(sandbox, records).catch(() => {});
      await answered(sandbox);
    }
    expect(sandbox.control.gaps()).toMatchObject({
      ok: true,
      earlyEnvelopes: [],
      chains: [{ stored: 1, repeats: 3 }],
    });
  });

  it('is separate for each chain', async () => {
    await using sandbox = await openSandbox();
    await send(sandbox, chainOf([{}]));
    await answered(sandbox);
    const sistema = { ...altaOf().sistema, installation: '2' };
    await send(sandbox, chainOf([{ id: { nif: ISSUER, number: 'B/1', date: '20-11-2026' }, sistema }]));
    expect(sandbox.control.gaps()).toMatchObject({ ok: true, chains: [{ records: 1 }, { records: 1 }] });
  });

  it('refuses early envelopes if it is configured to', async () => {
    await using sandbox = await openSandbox({ settings: { earlyEnvelopes: 'refuse' } });
    const [first, second] = chainOf(drafts);
    await send(sandbox, [first!]);
    await answered(sandbox);
    expect((await send(sandbox, [second!])).text).toContain('Codigo[4141].');
    expect(sandbox.control.records()).toHaveLength(1);
  });

  it('detects two envelopes of one chain at the same time', async () => {
    await using sandbox = await openSandbox();
    const [first, second] = chainOf(drafts);
    sandbox.control.addFaults({ kind: 'slow', milliseconds: 150, count: 1 });
    const slow = send(sandbox, [first!]);
    await eventually(() => sandbox.control.log().length === 1);
    await Promise.all([slow, send(sandbox, [second!])]);
    expect(sandbox.control.gaps()).toMatchObject({
      ok: false,
      overlappingEnvelopes: [{ sequence: 2, overlaps: [1] }],
    });
  });
});

describe('the report on gaps', () => {
  const first: Draft = { previous: null };

  it('contains none for a chain with rejected records, corrections and repeats', async () => {
    await using sandbox = await openSandbox({ settings: { waitSeconds: 0 } });
    const id = { nif: ISSUER, number: 'A/2', date: '20-11-2026' };
    const records = chainOf([
      first,
      { id, type: 'R1' },
      {},
      { id, subsanacion: 'S', rechazoPrevio: 'X' },
      { kind: 'Anulacion', id },
    ]);
    expect(await gapsOf(sandbox, [records.slice(0, 3), records.slice(0, 3), records.slice(3)])).toEqual([]);
    expect(sandbox.control.gaps()).toMatchObject({
      ok: true,
      chains: [{ records: 5, stored: 4, rejected: 1, repeats: 3 }],
    });
  });

  it('contains faults that AEAT does not report', async () => {
    const look = async (...envelopes: SifRecord[][]) => {
      await using sandbox = await openSandbox({ settings: { waitSeconds: 0 } });
      return await gapsOf(sandbox, envelopes);
    };
    const [a, b, c] = chainOf([first, {}, {}]) as [SifRecord, SifRecord, SifRecord];
    const other = { id: { nif: ISSUER, number: 'A/9', date: '20-11-2026' } };
    expect(await look([a, c])).toEqual(['broken-link 1']);
    expect(await look([b])).toEqual(['broken-link 1']);
    const previous = { id: { ...a.id, number: 'A/7' }, huella: a.huella };
    expect(await look([a, ...chainOf([{ id: b.id, previous }])])).toEqual(['broken-link 1']);
    expect(await look([a, c, b])).toEqual(['broken-link 1', 'broken-link 1']);
    expect(await look([a, b], chainOf([other], a))).toEqual(['broken-link 2', 'fork 2']);
    expect(await look([a, ...chainOf([{ ...other, huella: 'F'.repeat(64) }], a)])).toEqual(['wrong-hash 1']);
    expect(await look([a], [{ ...a, refExterna: 'changed' }])).toEqual(['altered 2']);
    expect(await look([a], chainOf([{ id: a.id, generatedAt: '2026-11-20T10:15:31+01:00' }], a))).toEqual([
      'rebuilt 2',
    ]);
  });

  it('contains a record that was never judged', async () => {
    await using sandbox = await openSandbox();
    sandbox.control.addFaults({ kind: 'http-status', count: 1 });
    const records = chainOf([first]);
    await send(sandbox, records);
    expect(sandbox.control.gaps().chains[0]?.gaps).toMatchObject([{ kind: 'never-judged' }]);
    await send(sandbox, records);
    expect(sandbox.control.gaps()).toMatchObject({ ok: true, chains: [{ stored: 1, repeats: 1 }] });
  });

  it('contains a record that was stored twice', async () => {
    await using sandbox = await openSandbox({ settings: { waitSeconds: 0, repeatedAnnulments: 'accept' } });
    const records = chainOf([
      first,
      { kind: 'Anulacion', id: { nif: ISSUER, number: 'A/1', date: '20-11-2026' } },
    ]);
    expect(await gapsOf(sandbox, [records, records.slice(1)])).toEqual(['stored-twice 1']);
  });
});
