import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ISSUER } from './support/records.ts';
import { chainOf, post, textsOf } from './support/sandbox.ts';
import { writeRemission } from './support/write-message.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

describe('the process of the stand-in', () => {
  it('prints its addresses, answers, and ends on a signal even if a client is still waiting', async () => {
    const child = spawn(process.execPath, [MAIN, '--memory', '--port', '0', '--wait', '2'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exit = once(child, 'exit');
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const { value: line } = (await lines.next()) as { value: string };
    // Without a terminal it logs like other processes.
    const { soapUrl, ...told } = JSON.parse(line) as Record<string, string> & { soapUrl: string };
    expect(told).toMatchObject({
      level: 'info',
      process: 'aeat-sandbox',
      control: expect.any(String),
      siiUrls: { invoices: new URL('/wlpl/SSII-FACT/ws/fe/SiiFactFEV1SOAP', soapUrl).href },
      censusUrl: new URL('/wlpl/BURT-JDIT/ws/VNifV2SOAP', soapUrl).href,
    });
    expect(new URL(soapUrl).hostname).toBe('127.0.0.1');
    const message = writeRemission({ nif: ISSUER }, chainOf([{}]));
    expect(textsOf((await post(soapUrl, message)).text, 'TiempoEsperaEnvio')).toEqual(['2']);
    await fetch(new URL('/control/faults', soapUrl), { method: 'POST', body: '{"kind":"timeout"}' });
    const waiting = post(soapUrl, message).catch(() => 'cut off');
    await expect.poll(async () => (await fetch(new URL('/control/log', soapUrl))).json()).toHaveLength(2);
    child.kill('SIGTERM');
    expect(await waiting).toBe('cut off');
    expect(await exit).toEqual([0, null]);
  });
});
