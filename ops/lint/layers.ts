/*
 * The allowed imports between layers, as tables. A layer that is missing here may import nothing of the project, so a new folder needs a decision.
 * `knows` lists further layers whose types a layer may import: it receives their objects but does not create them.
 */

export type Layer = {
  readonly imports: readonly string[];
  readonly knows?: readonly string[];
};

/** The layers of the product by path. The longest matching path applies. */
export const LAYERS: Readonly<Record<string, Layer>> = {
  'src/contracts': { imports: [] },
  'src/domain': { imports: ['src/contracts'] },
  migrations: { imports: [] },
  // A separate package, which knows AEAT's documents and nothing of the engine.
  'packages/aeat-sandbox/src': { imports: [] },
  // A separate package, which knows the engine only by its API.
  'clients/typescript/src': { imports: [] },
  'clients/typescript/src/cli': { imports: ['clients/typescript/src'] },

  // The platform does not import any duty.
  'src/platform/config': { imports: ['src/contracts', 'src/domain/invoice/nif.ts', 'package.json'] },
  'src/platform/files': { imports: [] },
  'src/platform/secrets': { imports: ['src/contracts'] },
  'src/platform/admission': { imports: ['src/contracts'] },
  'src/platform/jobs': { imports: ['src/contracts'] },
  'src/platform/telemetry': { imports: ['src/contracts', 'src/platform/config'] },
  'src/platform/postgres': {
    imports: [
      'src/contracts',
      'src/domain',
      'src/platform/admission',
      'src/platform/jobs/keys.ts',
      'migrations',
    ],
  },
  'src/platform/literals': { imports: ['src/contracts', 'src/domain', 'src/platform/postgres'] },
  'src/platform/audit': { imports: ['src/contracts', 'src/platform/postgres'] },
  'src/platform/process': {
    imports: [
      'src/contracts',
      'src/domain/reading/madrid-time.ts',
      'src/domain/verifactu/build-declaration.ts',
      'src/platform',
    ],
  },

  // The duties. Imports from other duties are listed, by file if possible.
  'src/accept': {
    imports: [
      'src/contracts',
      'src/domain',
      'src/platform',
      'src/issue/statements/lookups.ts',
      'src/recipients',
    ],
    knows: ['src/api/access/session-statements.ts'],
  },
  'src/issue': { imports: ['src/contracts', 'src/domain', 'src/platform', 'src/recipients'] },
  'src/submit': {
    imports: ['src/contracts', 'src/domain', 'src/platform'],
    knows: ['src/operate/statements/corrections.ts'],
  },
  // Communicates with AEAT without a database.
  'src/submit/aeat': { imports: ['src/contracts', 'src/domain', 'src/platform/secrets'] },
  'src/submit/signing-key': { imports: [] },
  'src/render': { imports: ['src/contracts', 'src/domain', 'src/platform'] },
  // Also runs in processes that render nothing.
  'src/render/postprocess': {
    imports: [
      'src/contracts/html-template.ts',
      'src/render/template/accent.ts',
      'src/render/template/roles.ts',
    ],
  },
  'src/render/store': {
    imports: ['src/contracts', 'src/platform', 'src/render/postprocess', 'src/render/statements'],
  },
  'src/render/template': { imports: ['src/contracts', 'src/domain', 'src/render/paging/plan-pages.ts'] },
  'src/recipients': { imports: ['src/contracts', 'src/domain', 'src/platform'] },
  'src/notify': { imports: ['src/contracts', 'src/domain', 'src/platform'] },
  'src/archive': { imports: ['src/contracts', 'src/domain', 'src/platform'] },
  'src/operate': {
    imports: [
      'src/contracts',
      'src/domain',
      'src/platform',
      'src/issue/chain-records.ts',
      'src/issue/statements/issuing.ts',
      'src/render/rendering-jobs.ts',
      'src/submit',
    ],
  },

  'src/api': {
    imports: [
      'src/contracts',
      'src/domain',
      'src/platform',
      'src/accept',
      'src/notify/check-url.ts',
      'src/notify/own-endpoints.ts',
      'src/operate/correct-invoice.ts',
      'src/operate/correction-jobs.ts',
      'src/recipients',
      'src/render/postprocess',
      'src/render/store/render-store.ts',
    ],
    knows: ['src/issue/chain-records.ts'],
  },
  'src/api/reference': { imports: ['src/contracts'] },
  'src/console': {
    imports: [
      'src/contracts',
      'src/domain',
      'src/platform',
      'src/api/reference',
      'src/notify/statements/due-endpoints.ts',
      'src/operate',
      'src/render/rendering-jobs.ts',
      'src/submit/remission-jobs.ts',
    ],
  },
  // Runs in browsers.
  'src/console/pages/browser': { imports: [] },
  'src/server.ts': {
    imports: ['src/accept', 'src/api', 'src/platform', 'src/render/postprocess', 'src/render/store'],
  },
  'src/dashboard.ts': { imports: ['src/console', 'src/operate', 'src/platform'] },
  workers: {
    imports: [
      'src/contracts',
      'src/platform',
      'src/api/access',
      'src/console/overview',
      'src/issue',
      'src/notify',
      'src/operate',
      'src/render',
      'src/submit',
    ],
  },
};

export type PackageHome = {
  /** The pattern of the package's name. */
  readonly packages: string;
  readonly homes: readonly string[];
  /** The layers that may import its types: they receive its objects but do not create them. */
  readonly types?: readonly string[];
};

/** Packages that only certain folders may import. Replacing such a package changes only these folders. */
export const PACKAGE_HOMES: readonly PackageHome[] = [
  {
    packages: 'fastify',
    homes: ['src/api', 'src/console', 'src/platform/telemetry'],
    types: ['src/platform/admission'],
  },
  { packages: '@fastify/proxy-addr', homes: ['src/platform/admission'] },
  {
    packages: '@fastify/(?!proxy-addr)[^/]+',
    homes: ['src/api', 'src/console', 'src/platform/telemetry'],
  },
  { packages: '@aws-sdk/[^/]+', homes: ['src/render/store'] },
  { packages: '@bull-board/[^/]+', homes: ['src/console'] },
  { packages: 'idiomorph', homes: ['src/console/pages'] },
  { packages: 'bullmq', homes: ['src/platform/jobs', 'src/console', 'workers'] },
  {
    packages: 'ioredis',
    homes: ['src/platform/jobs'],
    types: ['src/api', 'src/console', 'src/platform/process/runtime.ts', 'workers'],
  },
  {
    packages: '@mikro-orm/[^/]+|kysely',
    homes: [
      'src/platform/postgres',
      'src/api/access',
      'src/console/operators',
      'src/notify/statements',
      'src/operate/orders',
      'src/operate/statements',
      'src/submit/statements',
      'migrations',
    ],
  },
  {
    packages: 'pg',
    homes: ['src/platform/postgres'],
    types: [
      'src/accept',
      'src/api',
      'src/archive',
      'src/console',
      'src/issue',
      'src/notify',
      'src/operate',
      'src/platform/admission',
      'src/platform/audit',
      'src/platform/literals',
      'src/platform/process',
      'src/recipients',
      'src/render',
      'src/submit',
      'workers',
    ],
  },
  { packages: 'pg-connection-string', homes: ['src/platform/postgres'] },
  {
    packages: 'piscina',
    homes: ['src/platform/process', 'src/accept', 'src/submit/aeat', 'src/render/postprocess'],
  },
  { packages: 'playwright-core', homes: ['src/render'] },
  { packages: 'qrcode', homes: ['src/render/postprocess'] },
  { packages: 'fflate', homes: ['src/render/postprocess'] },
  { packages: 'lru-cache|negotiator', homes: ['src/accept', 'src/api'] },
  { packages: 'node-forge', homes: ['src/submit/signing-key'] },
  { packages: 'otpauth', homes: ['src/console/operators'] },
  { packages: 'pino', homes: ['src/platform/telemetry'] },
  { packages: 'standardwebhooks', homes: ['src/notify'] },
  { packages: 'ipaddr.js', homes: ['src/notify'] },
  {
    packages: 'prom-client',
    homes: [
      'src/platform/telemetry',
      'src/api',
      'src/console',
      'src/issue',
      'src/notify',
      'src/render',
      'src/submit',
      'workers',
    ],
  },
  { packages: '@opentelemetry/[^/]+', homes: ['src/platform/telemetry/traces'] },
];

/** Layers that may import only these packages and built-in modules. */
export const PURE_LAYERS: Readonly<Record<string, readonly string[]>> = {
  'src/contracts': ['typebox'],
  'src/domain': ['crypto'],
  // Also runs in browsers.
  'clients/typescript/src': [],
};
