export type PackageHome = {
  /** The pattern of the package's name, or the folder of a package of this repository. */
  readonly packages: string;
  readonly homes: readonly string[];
  /** The layers that may import its types: they receive its objects but do not create them. */
  readonly types?: readonly string[];
};

/**
 * Packages that only certain folders may import. Replacing such a package changes only these
 * folders.
 */
export const PACKAGE_HOMES: readonly PackageHome[] = [
  {
    packages: 'packages/verifactu/src/records',
    homes: [
      'packages/verifactu/src',
      'src/accept',
      'src/api',
      'src/archive',
      'src/cli',
      'src/deliver',
      'src/domain',
      'src/issue',
      'src/operate',
      'src/platform/config',
      'src/platform/process',
      'src/render',
      'src/remit',
    ],
  },
  {
    packages: 'packages/verifactu/src/remission',
    homes: [
      'packages/verifactu/src/remission',
      'packages/verifactu/src/client',
      'src/cli',
      'src/dashboard',
      'src/domain',
      'src/monitor',
      'src/operate',
      'src/platform/postgres',
      'src/remit',
    ],
  },
  {
    packages: 'packages/verifactu/src/client',
    homes: ['packages/verifactu/src/client', 'src/cli', 'src/monitor', 'src/remit'],
  },
  {
    packages: 'fastify',
    homes: ['src/api', 'src/dashboard'],
    types: ['src/deliver', 'src/platform/admission'],
  },
  { packages: '@fastify/proxy-addr', homes: ['src/platform/admission'] },
  {
    packages: '@fastify/(?!proxy-addr)[^/]+',
    homes: ['src/api'],
  },
  { packages: '@aws-sdk/[^/]+', homes: ['src/render/store'] },
  { packages: '@bull-board/[^/]+', homes: ['src/dashboard'] },
  { packages: 'idiomorph', homes: ['src/dashboard/pages'] },
  { packages: 'bullmq', homes: ['src/platform/jobs', 'workers'] },
  {
    packages: 'ioredis',
    homes: ['src/platform/jobs'],
  },
  {
    packages: '@mikro-orm/[^/]+|kysely',
    homes: [
      'src/platform/postgres',
      'src/organizations',
      'src/operators',
      'src/notify/statements',
      'src/operate/orders',
      'src/operate/statements',
      'src/remit/statements',
      'migrations',
    ],
  },
  {
    packages: 'pg',
    homes: ['src/platform/postgres', 'src/monitor/doctor'],
    types: [
      'src/accept',
      'src/api',
      'src/archive',
      'src/checker',
      'src/cli',
      'src/dashboard',
      'src/deliver',
      'src/issue',
      'src/monitor',
      'src/notify',
      'src/operate',
      'src/operators',
      'src/organizations',
      'src/platform/admission',
      'src/platform/process',
      'src/render',
      'src/remit',
      'src/spfe',
      'workers',
    ],
  },
  { packages: 'pg-connection-string', homes: ['src/platform/postgres'] },
  {
    packages: 'piscina',
    homes: ['src/platform/process', 'src/accept', 'packages/verifactu/src/client', 'src/render/postprocess'],
  },
  { packages: 'playwright-core', homes: ['src/render'] },
  { packages: 'commander', homes: ['src/cli'] },
  { packages: 'qrcode', homes: ['src/render/postprocess', 'src/cli/operator.ts'] },
  { packages: 'fflate', homes: ['src/render/postprocess', 'src/deliver/books/spreadsheet'] },
  { packages: 'lru-cache|negotiator', homes: ['src/accept', 'src/api', 'src/deliver'] },
  { packages: 'node-forge', homes: ['src/remit/signing-key'] },
  { packages: 'otpauth', homes: ['src/operators'] },
  { packages: 'pino', homes: ['src/platform/telemetry'] },
  { packages: 'standardwebhooks', homes: ['src/notify'] },
  { packages: 'ipaddr.js', homes: ['src/notify'] },
  {
    packages: 'prom-client',
    homes: [
      'src/platform/telemetry',
      'src/api',
      'src/issue',
      'src/monitor',
      'src/notify',
      'src/render',
      'src/remit',
      'workers',
    ],
  },
  { packages: '@opentelemetry/[^/]+', homes: ['src/platform/telemetry/traces'] },
];

/** Layers that may import only these packages and built-in modules. */
export const PURE_LAYERS: Readonly<Record<string, readonly string[]>> = {
  'src/contracts': ['typebox'],
  'src/domain': ['crypto'],
  'packages/verifactu/src/records': ['crypto'],
  'packages/verifactu/src/remission': [],
  // Also runs in browsers.
  'clients/typescript/src': [],
};
