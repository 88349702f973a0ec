import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

/** Every program that a script of package.json runs, but those that knip finds by itself: a new command is found here, and listed nowhere else. */
const programs = Object.values(scripts)
  .flatMap((script) => script.split(' '))
  .filter((word) => /^(?:src|workers|ops|clients)\//.test(word) && /\.[jt]s$/.test(word))
  .filter((word) => !word.startsWith('ops/lint/'));

/* What knip must know to find files, exports and packages that nobody uses. */
export default {
  workspaces: {
    '.': {
      entry: [
        ...programs,
        // Threads, what boot.js goes on with, and what the fault tests start.
        'src/accept/examine-thread.ts',
        'src/submit/aeat/answer-thread.ts',
        'ops/local/engine/start.ts',
        'ops/local/rehearsal/main.ts',
        'ops/local/servers/prepare-servers.ts',
        'ops/local/testing/test.ts',
        'ops/prometheus/record-flood.ts',
        'ops/dictionaries/write-dictionaries.ts',
        'test/faults/{main,support/shifted-clock}.ts',
        'test/cluster/main.ts',
        'test/containers/run/main.ts',
        'test/support/note-lasting.ts',
        // A reporter, which vitest's command line names.
        'test/support/write-durations.ts',
        // What browsers load.
        'src/console/pages/browser/*.js',
        // What the client's package exports.
        'clients/typescript/src/{engine,schema}.ts',
      ],
      project: ['{src,workers,migrations,ops,test,clients}/**/*.{ts,js}', '!ops/lab/**'],
      vitest: { config: ['test/vitest.config.ts'], entry: ['test/**/*.test.ts'] },
    },
    // A package of its own, which no workspace of npm is: `npm ci` would install it with the rest.
    'ops/lab': {
      entry: ['{bench,bench/day,cluster,model}/main.ts', 'bench/peers/*/{api,worker,server}.ts'],
      project: ['**/*.{ts,js}'],
    },
  },
  // The last three of these are loaded by names that are put together: test/kubernetes/support.
  ignoreDependencies: [
    // Run by its file, and needs protobufjs without saying so.
    '@informalsystems/quint',
    'protobufjs',
    // Run by its file: the name of its program is that of typescript's.
    'typescript-7',
    'idiomorph',
    '@kubernetes-models/keda',
    '@kubernetes-models/prometheus-operator',
    'kubernetes-models',
  ],
  ignoreUnresolved: ['./idiomorph.js'],
  ignoreBinaries: [
    'apt-get',
    'dockerd',
    'dpkg-deb',
    'ip',
    'mount',
    'openssl',
    'setpriv',
    'systemd-analyze',
    'tc',
    'umount',
  ],
  // Generated: every statement has a type for its rows, whether somebody names it or not.
  ignoreIssues: { 'src/**/*.sql.ts': ['types'] },
  ignoreExportsUsedInFile: { interface: true, type: true },
};
