/*
 * The allowed imports between layers, as tables. A layer that is missing here may import nothing of
 * the project, so a new folder needs a decision. `knows` lists further layers whose types a layer
 * may import: it receives their objects but does not create them.
 */

export type Layer = {
  readonly imports: readonly string[];
  readonly knows?: readonly string[];
};

/** The layers of the product by path. The longest matching path applies. */
export const LAYERS: Readonly<Record<string, Layer>> = {
  'src/generated': { imports: [] },
  'src/contracts': { imports: [] },
  'src/domain': { imports: ['src/contracts', 'src/generated'] },
  migrations: { imports: [] },
  // Separate packages, which know AEAT's documents and nothing of the engine. PACKAGE_HOMES lists
  // who may import the first one.
  'packages/verifactu/src/records': { imports: [] },
  'packages/verifactu/src/remission': { imports: [] },
  'packages/verifactu/src/client': { imports: [] },
  'packages/aeat-sandbox/src': { imports: [] },
  // A separate package, which knows the engine only by its API.
  'clients/typescript/src': { imports: [] },
  'clients/typescript/src/files': { imports: ['clients/typescript/src/retry.ts'] },
  'clients/typescript/src/cli': { imports: ['clients/typescript/src'] },

  // The platform does not import any duty.
  'src/platform/config': {
    imports: ['src/contracts', 'src/platform/addresses', 'package.json'],
  },
  'src/platform/addresses': { imports: [] },
  'src/platform/files': { imports: [] },
  'src/platform/secrets': { imports: [] },
  'src/platform/admission': { imports: [] },
  'src/platform/jobs': {
    imports: ['src/contracts', 'src/domain/invoice/batch-invoice-id.ts', 'src/platform/addresses'],
  },
  'src/platform/telemetry': { imports: ['src/platform/config'] },
  'src/platform/postgres': {
    imports: [
      'src/contracts',
      'src/platform/addresses',
      'src/platform/admission',
      'src/platform/config/shared-settings.ts',
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
      'src/domain/registration/declared-system.ts',
      'src/platform',
    ],
  },

  // Reads JSON without losing what JavaScript would: large numbers, repeated members, positions.
  'src/json': { imports: ['src/contracts'] },

  // What all duties know of: who may do what, and for whom.
  'src/organizations': { imports: ['src/contracts', 'src/domain', 'src/platform'] },
  'src/operators': { imports: ['src/contracts', 'src/platform'] },

  // The duties. Imports from other duties are listed, by file if possible.
  'src/accept': {
    imports: [
      'src/contracts',
      'src/domain',
      'src/platform',
      'src/json',
      'src/issue/statements/lookups.ts',
      'src/organizations',
    ],
  },
  'src/issue': {
    imports: ['src/contracts', 'src/domain', 'src/platform', 'src/json', 'src/organizations'],
  },
  'src/remit': { imports: ['src/contracts', 'src/domain', 'src/platform'] },
  'src/remit/signing-key': { imports: [] },
  'src/render': { imports: ['src/contracts', 'src/domain', 'src/platform'] },
  // Also runs in processes that render nothing.
  'src/render/postprocess': {
    imports: ['src/domain/html', 'src/render/template/accent.ts', 'src/render/template/roles.ts'],
  },
  'src/render/store': {
    imports: ['src/platform', 'src/render/statements'],
  },
  'src/render/template': { imports: ['src/contracts', 'src/domain', 'src/render/paging/plan-pages.ts'] },
  // The files that clients download.
  'src/deliver': {
    imports: [
      'src/contracts',
      'src/domain',
      'src/platform',
      'src/json',
      'src/accept/statements/previews.ts',
      'src/render/postprocess',
      'src/render/store/render-store.ts',
    ],
  },
  // The payments of issued invoices.
  'src/payments': {
    imports: [
      'src/contracts',
      'src/domain',
      'src/platform',
      'src/json',
      'src/accept/refuse-findings.ts',
      'src/accept/refuse-shape.ts',
    ],
  },
  // What clients see and order of the deliveries to AEAT's public solution of electronic invoices.
  'src/spfe': {
    imports: [
      'src/contracts',
      'src/domain',
      'src/platform',
      'src/organizations',
      'src/accept/refuse-findings.ts',
    ],
  },
  'src/notify': { imports: ['src/contracts', 'src/platform'] },
  'src/archive': { imports: ['src/contracts', 'src/platform'] },
  'src/operate': {
    imports: [
      'src/contracts',
      'src/domain',
      'src/platform',
      'src/issue/chain-records.ts',
      'src/issue/statements/issuing.ts',
      'src/render/rendering-jobs.ts',
      'src/remit',
    ],
  },
  // What operators are told: findings, measures, metrics and the checks of `doctor`.
  'src/monitor': {
    imports: [
      'src/contracts',
      'src/domain',
      'src/platform',
      'src/notify/statements/due-endpoints.ts',
      'src/operate',
      'src/operators',
      'src/organizations',
    ],
  },
  'src/monitor/doctor': {
    imports: [
      'src/contracts',
      'src/domain',
      'src/platform',
      'src/monitor',
      'src/notify',
      'src/operate',
      'src/render/printer.ts',
      'src/render/renderer.ts',
      'src/remit',
    ],
  },

  // The doors: the API, the dashboard and the command line.
  'src/api': {
    imports: [
      'src/contracts',
      'src/domain',
      'src/platform',
      'src/json',
      'src/accept',
      'src/deliver',
      'src/notify/check-url.ts',
      'src/notify/events.ts',
      'src/notify/own-endpoints.ts',
      'src/operate/correct-invoice.ts',
      'src/operate/correction-order.ts',
      'src/operate/correction-jobs.ts',
      'src/organizations',
      'src/payments',
      'src/render/postprocess',
      'src/render/store/render-store.ts',
      'src/spfe',
    ],
    knows: ['src/issue/chain-records.ts'],
  },
  'src/api/reference': { imports: ['src/contracts'] },
  'src/dashboard': {
    imports: [
      'src/contracts',
      'src/domain',
      'src/platform',
      'src/api/reference',
      'src/monitor',
      'src/operate',
      'src/operators',
      'src/organizations',
      'src/render/rendering-jobs.ts',
      'src/remit/find-issuers.ts',
      'src/remit/remission-jobs.ts',
      'src/remit/sii/issuers.ts',
      'src/remit/sii/sii-jobs.ts',
      'src/remit/spfe/issuers.ts',
      'src/remit/spfe/spfe-jobs.ts',
    ],
  },
  // Compares the tables, the files, the logs and the answers with each other, and with the register
  // of the stand-in.
  'src/checker': {
    imports: [
      'src/domain',
      'src/platform',
      'src/operate',
      'src/render/postprocess',
      'packages/aeat-sandbox/src',
    ],
  },
  // Uses every duty and is used by none.
  'src/cli': {
    imports: [
      'src/contracts',
      'src/domain',
      'src/platform',
      'src/accept/statements/issuer-profiles.ts',
      'src/archive',
      'src/checker',
      'src/deliver/books',
      'src/monitor',
      'src/notify',
      'src/operate',
      'src/operators',
      'src/organizations',
      'src/render',
      'src/remit',
      'src/spfe',
    ],
  },
  'src/server.ts': {
    imports: [
      'src/accept',
      'src/api',
      'src/deliver',
      'src/organizations',
      'src/platform',
      'src/render/postprocess',
      'src/render/store',
    ],
  },
  'src/dashboard.ts': {
    imports: ['src/dashboard', 'src/monitor', 'src/operate', 'src/operators', 'src/platform'],
  },
  workers: {
    imports: [
      'src/contracts',
      'src/platform',
      'src/organizations',
      'src/monitor',
      'src/issue',
      'src/notify',
      'src/operate',
      'src/render',
      'src/remit',
    ],
  },
};
