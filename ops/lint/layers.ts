/*
 * Who may import whom, as tables. A layer that is not named here may import nothing of the project, so that a new folder
 * begins with a decision. `knows` adds what a layer may import types from: what it is handed, but never opens itself.
 */

export type Layer = {
  readonly imports: readonly string[];
  readonly knows?: readonly string[];
};

/** Every folder and file of the product, by path. The longest matching name decides. */
export const LAYERS: Readonly<Record<string, Layer>> = {
  'src/contracts': { imports: [] },
  'src/config': { imports: ['src/contracts', 'src/domain/invoice/nif.ts', 'package.json'] },
  'src/domain': { imports: ['src/contracts'] },
  migrations: { imports: [] },
  // A package of its own: it knows the engine by its API alone.
  'clients/typescript/src': { imports: [] },
  'clients/typescript/src/cli': { imports: ['clients/typescript/src'] },
  'src/queue': { imports: ['src/contracts'] },
  'src/aeat': { imports: ['src/contracts', 'src/domain'] },
  'src/pdf': { imports: ['src/contracts', 'src/domain'] },
  // Where prints lie that are not in PostgreSQL.
  'src/print-store': { imports: [] },
  // What prints become, also in processes that print nothing.
  'src/pdf/extraction': { imports: [] },
  'src/telemetry': { imports: ['src/contracts', 'src/config'] },

  'src/persistence': { imports: ['src/contracts', 'src/domain', 'migrations'] },

  'src/process': {
    imports: [
      'src/aeat/seal-secret.ts',
      'src/contracts',
      'src/domain/verifactu/build-declaration.ts',
      'src/config',
      'src/domain/reading/madrid-time.ts',
      'src/persistence',
      'src/queue',
      'src/telemetry',
    ],
  },
  'src/access/connections': { imports: [] },
  'src/access/operators': { imports: ['src/aeat/seal-secret.ts'] },
  'src/access': { imports: ['src/contracts', 'src/persistence'] },
  'src/ingestion': {
    imports: ['src/access', 'src/contracts', 'src/domain', 'src/persistence', 'src/queue'],
    knows: ['src/telemetry/traces'],
  },
  'src/issuing': {
    imports: ['src/contracts', 'src/domain', 'src/persistence', 'src/process', 'src/queue'],
    knows: ['src/telemetry'],
  },
  'src/remission': {
    imports: [
      'src/aeat',
      'src/contracts',
      'src/domain',
      'src/persistence',
      'src/process',
      'src/queue',
      'src/telemetry/traces/traces.ts',
    ],
    knows: ['src/telemetry'],
  },
  'src/rendering': {
    imports: [
      'src/contracts',
      'src/domain',
      'src/pdf',
      'src/persistence',
      'src/print-store/print-store.ts',
      'src/queue',
    ],
    knows: ['src/telemetry'],
  },
  'src/webhooks': {
    imports: ['src/aeat/seal-secret.ts', 'src/domain', 'src/persistence'],
    knows: ['src/contracts', 'src/telemetry'],
  },
  'src/operating': {
    imports: [
      'src/access/operators',
      'src/aeat',
      'src/contracts',
      'src/domain',
      'src/issuing',
      'src/persistence',
      'src/queue',
      'src/remission',
      'src/rendering/rendering-hints.ts',
      'src/telemetry/within-time.ts',
      'src/webhooks',
    ],
    knows: ['src/telemetry'],
  },
  'src/reconciling': {
    imports: ['src/contracts', 'src/operating', 'src/pdf', 'src/persistence', 'src/queue', 'src/rendering'],
    knows: ['src/telemetry'],
  },
  'src/reference': { imports: ['src/contracts'] },
  'src/http': {
    imports: [
      'src/reference',
      'src/access',
      'src/contracts',
      'src/ingestion',
      'src/operating/correct-invoice.ts',
      'src/operating/correction-hints.ts',
      'src/pdf/extraction',
      'src/persistence/read',
      'src/config/software.ts',
      'src/persistence/declarations',
      'src/persistence/connection/connection-shares.ts',
      'src/persistence/connection/failures.ts',
      'src/persistence/connection/scoped-query.ts',
      'src/persistence/months/months-away.ts',
      'src/print-store/print-store.ts',
      'src/telemetry/traces/traces.ts',
    ],
    knows: ['src/config', 'src/issuing/chain-records.ts', 'src/persistence', 'src/queue', 'src/telemetry'],
  },
  'src/dashboard': {
    imports: [
      'src/access/connections',
      'src/access/operators',
      'src/contracts',
      'src/config',
      'src/operating/acts',
      'src/operating/chains',
      'src/operating/overview',
      'src/persistence/overview/bounds.ts',
      'src/queue',
      'src/reference',
      'src/telemetry',
    ],
    knows: ['src/persistence'],
  },
  // Runs in browsers.
  'src/dashboard/pages/browser': { imports: [] },
  'src/server.ts': {
    imports: [
      'src/access',
      'src/config',
      'src/http',
      'src/ingestion',
      'src/pdf/extraction',
      'src/persistence',
      'src/print-store',
      'src/process',
      'src/telemetry',
    ],
  },
  'src/dashboard.ts': {
    imports: [
      'src/config',
      'src/dashboard',
      'src/operating',
      'src/persistence',
      'src/process',
      'src/telemetry',
    ],
  },
  workers: {
    imports: [
      'src/access',
      'src/contracts',
      'src/config',
      'src/issuing',
      'src/operating',
      'src/pdf',
      'src/persistence',
      'src/print-store',
      'src/process',
      'src/queue',
      'src/reconciling',
      'src/remission',
      'src/rendering',
      'src/telemetry',
      'src/webhooks',
    ],
  },
};

export type PackageHome = {
  /** Matches the package's name. */
  readonly packages: string;
  readonly homes: readonly string[];
  /** Where its types may be imported: there it is handed over, never opened. */
  readonly types?: readonly string[];
};

/** Packages that live in one place, so that replacing one changes one folder. */
export const PACKAGE_HOMES: readonly PackageHome[] = [
  {
    packages: 'fastify',
    homes: ['src/http', 'src/dashboard', 'src/reference', 'src/telemetry'],
    types: ['src/access/connections'],
  },
  { packages: '@fastify/proxy-addr', homes: ['src/access/connections'] },
  {
    packages: '@fastify/(?!proxy-addr)[^/]+',
    homes: ['src/http', 'src/dashboard', 'src/reference', 'src/telemetry'],
  },
  { packages: '@aws-sdk/[^/]+', homes: ['src/print-store'] },
  { packages: '@bull-board/[^/]+', homes: ['src/dashboard'] },
  { packages: 'idiomorph', homes: ['src/dashboard/pages'] },
  { packages: 'bullmq', homes: ['src/queue', 'src/dashboard', 'workers'] },
  {
    packages: 'ioredis',
    homes: ['src/queue'],
    types: ['src/http', 'src/dashboard', 'src/process/runtime.ts', 'workers'],
  },
  { packages: '@mikro-orm/[^/]+', homes: ['src/persistence', 'migrations'] },
  {
    packages: 'pg',
    homes: ['src/persistence'],
    types: [
      'src/access',
      'src/http',
      'src/ingestion',
      'src/issuing',
      'src/operating',
      'src/process',
      'src/reconciling',
      'src/remission',
      'src/rendering',
      'src/webhooks',
      'workers',
    ],
  },
  { packages: 'pg-connection-string', homes: ['src/persistence'] },
  { packages: 'piscina', homes: ['src/ingestion', 'src/aeat', 'src/pdf/extraction'] },
  { packages: 'playwright-core', homes: ['src/pdf'] },
  { packages: 'qrcode', homes: ['src/pdf/extraction'] },
  { packages: 'fflate', homes: ['src/pdf/extraction'] },
  { packages: 'lru-cache', homes: ['src/http'] },
  { packages: 'otpauth', homes: ['src/access/operators'] },
  { packages: 'pino', homes: ['src/telemetry'] },
  { packages: 'standardwebhooks', homes: ['src/webhooks'] },
  { packages: 'ipaddr.js', homes: ['src/webhooks'] },
  { packages: 'prom-client', homes: ['src/telemetry'] },
  { packages: '@opentelemetry/[^/]+', homes: ['src/telemetry/traces'] },
];

/** Layers that may use these packages and built-in modules only. */
export const PURE_LAYERS: Readonly<Record<string, readonly string[]>> = {
  'src/contracts': ['typebox'],
  'src/domain': ['crypto'],
  // Runs in browsers, too.
  'clients/typescript/src': [],
};
