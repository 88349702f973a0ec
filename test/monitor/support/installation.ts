import type { Installation } from '#src/monitor/statements/overview.ts';

const MINUTE = 60_000;

/** Builds a maintained installation. @param now the current time in milliseconds since 1970. */
export function buildInstallation(now: number): Installation {
  const check = { at: now - MINUTE, operator: 'ana', details: { broken: 0 } };
  return {
    migrated: { newest: '0012-access', standing: 'same' },
    certificates: [],
    withoutAddress: [],
    sharedIssuers: [],
    promised: { promise: 'on one disk', standing: 'kept' },
    heldLogs: [],
    checks: [
      { act: 'database.backup', ...check },
      { act: 'chain.verify', ...check },
    ],
  };
}
