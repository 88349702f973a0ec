import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readOptions } from '../../packages/aeat-sandbox/src/read-options.ts';

describe('the options of the stand-in', () => {
  it('default to loopback, port 3002 and a journal', () => {
    expect(readOptions([], {})).toEqual({
      host: '127.0.0.1',
      port: 3002,
      stateDirectory: '.local/aeat-sandbox',
      settings: {},
      census: {},
      tls: null,
    });
  });

  it('come from flags, or else from the environment', () => {
    const environment = {
      AEAT_SANDBOX_PORT: '4000',
      AEAT_SANDBOX_WAIT: '3',
      AEAT_SANDBOX_EARLY: 'refuse',
      AEAT_SANDBOX_FAULT_STATUS: '500',
      AEAT_SANDBOX_MEMORY: '1',
    };
    expect(readOptions(['--port', '0', '--tolerance', '10'], environment)).toMatchObject({
      port: 0,
      stateDirectory: null,
      settings: { waitSeconds: 3, clockToleranceSeconds: 10, earlyEnvelopes: 'refuse', faultStatus: 500 },
    });
    expect(readOptions(['--fault-status', '200'], environment)).toMatchObject({
      settings: { waitSeconds: 3, faultStatus: 200 },
    });
  });

  it('are null if only the help is requested', () => {
    expect(readOptions(['--help'], {})).toBeNull();
  });

  it.each([
    [['--port', 'x'], '--port (AEAT_SANDBOX_PORT): Not a port: x'],
    [['--port', '70000'], '--port (AEAT_SANDBOX_PORT): Not a port: 70000'],
    [['--tls-cert', '/does/not/exist.pem'], '--tls-cert (AEAT_SANDBOX_TLS_CERT): ENOENT'],
    [['--wait', 'soon'], '--wait (AEAT_SANDBOX_WAIT): settings/waitSeconds'],
    [['--fault-status', 'ok'], '--fault-status (AEAT_SANDBOX_FAULT_STATUS): settings/faultStatus'],
    [['--fault-status', '99'], '--fault-status (AEAT_SANDBOX_FAULT_STATUS): settings/faultStatus'],
    [['--early', 'maybe'], '--early (AEAT_SANDBOX_EARLY): settings/earlyEnvelopes'],
    [['--nothing'], '--nothing'],
    [['--census', '/does/not/exist.json'], '--census (AEAT_SANDBOX_CENSUS): ENOENT'],
  ])('%j are refused with %s', (args, message) => {
    expect(() => readOptions(args, {})).toThrow(message);
  });

  it('include a census and certificates from files', () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'aeat-sandbox-options-'));
    try {
      const file = path.join(directory, 'census.json');
      writeFileSync(file, JSON.stringify({ unknown: ['B12345674'] }));
      expect(readOptions(['--census', file], {})).toMatchObject({ census: { unknown: ['B12345674'] } });
      const pfx = path.resolve(import.meta.dirname, '../submit/aeat/fixtures/test-only-server.p12');
      expect(readOptions(['--tls-pfx', pfx, '--tls-passphrase', 'test-only'], {})?.tls).toMatchObject({
        passphrase: 'test-only',
      });
      for (const [name, passphrase] of [
        [pfx, 'x'],
        [file, 'test-only'],
      ] as const) {
        expect(() => readOptions(['--tls-pfx', name, '--tls-passphrase', passphrase], {})).toThrow(
          '--tls-pfx (AEAT_SANDBOX_TLS_PFX): ',
        );
      }
      expect(() => readOptions(['--client-ca', file], {})).toThrow('--tls-cert');
      writeFileSync(file, JSON.stringify({ unknown: 'B12345674' }));
      expect(() => readOptions(['--census', file], {})).toThrow(`${file}: census.unknown must be array`);
      for (const [wrong, message] of [
        ['{"unknwon":["B12345674"]}', 'census.unknwon is not known'],
        ['{"taxpayers":[{"nif":"B12345674"}]}', 'census.taxpayers.0 '],
        ['{"taxpayers":[{"nif":"B12345674","name":"x","nmae":1}]}', 'census.taxpayers.0.nmae is not known'],
        ['{"closed":"no"}', 'census.closed must be boolean'],
        ['null', 'census must be object'],
        ['[]', 'census must be object'],
        ['{"closed":true', 'JSON'],
        ['', 'JSON'],
      ] as const) {
        writeFileSync(file, wrong);
        expect(() => readOptions(['--census', file], {})).toThrow(message);
      }
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
