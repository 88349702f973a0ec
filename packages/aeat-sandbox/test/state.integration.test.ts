import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { NOW } from './support/records.ts';
import { chainOf, linesOf, openSandbox, send } from './support/sandbox.ts';

describe('the journal', () => {
  let stateDirectory: string;
  beforeEach(() => {
    stateDirectory = mkdtempSync(path.join(tmpdir(), 'aeat-sandbox-'));
  });
  afterEach(() => rmSync(stateDirectory, { recursive: true }));

  it('preserves records, log and waits over a restart', async () => {
    const [first, second, third] = chainOf([{ previous: null }, { total: '900' }, {}]);
    let before: unknown;
    {
      await using sandbox = await openSandbox({ stateDirectory });
      await send(sandbox, [first!, second!]);
      await eventually(() => sandbox.control.log()[0]?.answer);
      before = { log: sandbox.control.log(), records: sandbox.control.records() };
    }
    await using sandbox = await openSandbox({ stateDirectory, now: () => NOW + 1000 });
    expect({ log: sandbox.control.log(), records: sandbox.control.records() }).toEqual(before);
    expect(linesOf((await send(sandbox, [first!, second!, third!])).text)).toEqual([
      'Incorrecto 3000',
      'Incorrecto 3000',
      'Correcto',
    ]);
    expect(sandbox.control.log().at(-1)).toMatchObject({ sequence: 2, earlyBy: 59_000, overlaps: [] });
    expect(sandbox.control.records().map(({ order }) => order)).toEqual([1, 2, 3]);
  });

  it('loses everything before a reset', async () => {
    const records = chainOf([{}]);
    {
      await using sandbox = await openSandbox({ stateDirectory });
      await send(sandbox, records);
      sandbox.control.reset();
    }
    await using sandbox = await openSandbox({ stateDirectory });
    expect([sandbox.control.log(), sandbox.control.records()]).toEqual([[], []]);
    expect(linesOf((await send(sandbox, records)).text)).toEqual(['Correcto']);
  });

  it('drops only an incomplete last line, left by a crash', async () => {
    const records = chainOf([{}]);
    {
      await using sandbox = await openSandbox({ stateDirectory });
      await send(sandbox, records);
    }
    const file = path.join(stateDirectory, 'journal.ndjson');
    const whole = readFileSync(file, 'utf8');
    appendFileSync(file, '{"type":"arrival","entry":{"seq');
    {
      await using sandbox = await openSandbox({ stateDirectory });
      expect(sandbox.control.records()).toHaveLength(1);
      await send(sandbox, chainOf([{}], records[0]));
    }
    expect(readFileSync(file, 'utf8').startsWith(whole)).toBe(true);
    await using sandbox = await openSandbox({ stateDirectory });
    expect(sandbox.control.log().map(({ sequence }) => sequence)).toEqual([1, 2]);
  });
});
