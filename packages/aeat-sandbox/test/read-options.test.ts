import { describe, expect, it } from 'vitest';
import { readOptions } from '../src/read-options.ts';

describe('the options of the stand-in', () => {
  it('come from flags, or else from the environment', () => {
    const environment = {
      AEAT_SANDBOX_PORT: '4000',
      AEAT_SANDBOX_WAIT: '3',
      AEAT_SANDBOX_EARLY: 'refuse',
      AEAT_SANDBOX_FAULT_STATUS: '500',
      AEAT_SANDBOX_PARALLEL: '4',
      AEAT_SANDBOX_ALTA_AFTER_BAJA: 'refuse',
      AEAT_SANDBOX_MEMORY: '1',
    };
    expect(readOptions(['--port', '0', '--tolerance', '10'], environment)).toMatchObject({
      port: 0,
      stateDirectory: null,
      settings: { waitSeconds: 3, clockToleranceSeconds: 10, earlyEnvelopes: 'refuse', faultStatus: 500 },
    });
    expect(readOptions(['--fault-status', '200', '--page-size', '9'], environment)).toMatchObject({
      settings: {
        waitSeconds: 3,
        faultStatus: 200,
        parallelMessages: 4,
        altaAfterBaja: 'refuse',
        pageSize: 9,
      },
    });
  });

  it.each([
    [['--port', 'x'], '--port (AEAT_SANDBOX_PORT): Not a port: x'],
    [['--tls-cert', '/does/not/exist.pem'], '--tls-cert (AEAT_SANDBOX_TLS_CERT): ENOENT'],
    [['--wait', 'soon'], '--wait (AEAT_SANDBOX_WAIT): settings/waitSeconds'],
    [['--early', 'maybe'], '--early (AEAT_SANDBOX_EARLY): settings/earlyEnvelopes'],
    [['--alta-after-baja', 'no'], '--alta-after-baja (AEAT_SANDBOX_ALTA_AFTER_BAJA): settings/altaAfterBaja'],
    [['--parallel=-1'], '--parallel (AEAT_SANDBOX_PARALLEL): settings/parallelMessages'],
    [['--census', '/does/not/exist.json'], '--census (AEAT_SANDBOX_CENSUS): ENOENT'],
  ])('%j are refused with %s', (args, message) => {
    expect(() => readOptions(args, {})).toThrow(message);
  });
});
