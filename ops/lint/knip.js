import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

/**
 * The programs that the scripts of package.json run, except for those that knip finds itself. New
 * commands are found automatically.
 */
const programs = Object.values(scripts)
  .flatMap((script) => script.split(' '))
  .filter((word) => /^(?:src|workers|ops|clients)\//.test(word) && /\.[jt]s$/.test(word))
  .filter((word) => !word.startsWith('ops/lint/'));

/* The configuration with which knip finds unused files, exports and packages. */
export default {
  workspaces: {
    '.': {
      entry: [
        ...programs,
        // Threads, the programs that boot.js starts, and those that the fault tests start.
        'src/accept/examine-thread.ts',
        // The path of the command line in release 1.0.
        'ops/cli/main.ts',
        'ops/local/engine/start.ts',
        'ops/local/rehearsal/main.ts',
        'ops/local/servers/prepare-servers.ts',
        'ops/local/testing/{test,commit-durations}.ts',
        'ops/prometheus/record-flood.ts',
        'ops/dictionaries/write-dictionaries.ts',
        'test/clients/drivers/driver.ts',
        'test/faults/{main,support/shifted-clock}.ts',
        // The script that the test of a recipe runs in a copy of the sources.
        'test/docs/support/pass-text-on.ts',
        'test/support/note-lasting.ts',
        // The reporters that vitest's command line names.
        'test/support/{write-durations,passed-files}.ts',
        // Modules for browsers.
        'src/dashboard/pages/browser/*.js',
        // The exports of the client package.
        'clients/typescript/src/{engine,files/save-file,generated/schema}.ts',
      ],
      project: ['{src,workers,migrations,ops,test,clients}/**/*.{ts,js}', '!labs/**'],
      vitest: { config: ['test/vitest.config.ts'], entry: ['test/**/*.test.ts'] },
    },
    // The modules that its package.json exports are found automatically; this one is a thread.
    'packages/verifactu': { entry: ['src/client/internal/answer-thread.ts'] },
    // A separate package instead of an npm workspace, since `npm ci` would install a workspace with
    // the rest.
    labs: {
      entry: [
        '{bench,bench/day,cluster,cluster/faults,containers,generators,model}/main.ts',
        'bench/peers/*/{api,worker,server}.ts',
      ],
      project: ['**/*.{ts,js}'],
    },
  },
  // The last three of these are loaded by computed names: test/kubernetes/support.
  ignoreDependencies: [
    // Run by its file; it needs protobufjs without declaring it.
    '@informalsystems/quint',
    'protobufjs',
    // Run by its file: it compiles the official stylesheets of EN 16931 for the tests.
    'xslt3',
    // Run by its file, because its program has the same name as that of typescript.
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
    'xmlsec1',
  ],
  // Generated: every statement has a type for its rows, used or not.
  ignoreIssues: { 'src/**/*.sql.ts': ['types'] },
  ignoreExportsUsedInFile: { interface: true, type: true },
};
