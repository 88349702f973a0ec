import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

/** Every program that a script of package.json runs, but those that knip finds by itself: a new command is found here, and listed nowhere else. */
const programs = Object.values(scripts)
  .flatMap((script) => script.split(' '))
  .filter((word) => /^(?:src|workers|ops|clients)\//.test(word) && /\.[jt]s$/.test(word))
  .filter((word) => !word.startsWith('ops/lint/'));

/* What knip must know to find files, exports and packages that nobody uses. */
export default {
  entry: [
    ...programs,
    // Threads, what boot.js goes on with, and what the benchmark and the fault tests start.
    'src/ingestion/examine-thread.ts',
    'src/aeat/answer-thread.ts',
    'ops/local/engine/start.ts',
    'ops/local/rehearsal/main.ts',
    'ops/local/testing/test.ts',
    'ops/bench/main.ts',
    'ops/bench/peers/*/{api,worker,server}.ts',
    'ops/prometheus/record-flood.ts',
    'test/faults/{main,support/shifted-clock}.ts',
    'test/support/note-lasting.ts',
    // What browsers load.
    'src/dashboard/pages/browser/*.js',
    // What the client's package exports.
    'clients/typescript/src/{engine,schema}.ts',
  ],
  project: ['{src,workers,migrations,ops,test,clients}/**/*.{ts,js}'],
  vitest: { config: ['test/vitest.config.ts'], entry: ['test/**/*.test.ts'] },
  ignoreDependencies: ['@sparticuz/chromium', 'idiomorph'],
  ignoreUnresolved: ['./idiomorph.js'],
  ignoreBinaries: ['dpkg-deb', 'mount', 'openssl', 'setpriv', 'systemd-analyze', 'umount'],
  ignoreExportsUsedInFile: { interface: true, type: true },
};
