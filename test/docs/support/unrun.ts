/**
 * The blocks or lines of each document by how they begin, and why the test of the documents does
 * not run them.
 */
type Exceptions = Readonly<Record<string, Readonly<Record<string, string>>>>;

const SHOP_QUERIES = {
  'SELECT o.id_order':
    'needs the database of a shop; test/clients/support/shop-exports/queries.ts runs it on the tables that it names',
  'SELECT o.increment_id':
    'needs the database of a shop; test/clients/support/shop-exports/queries.ts runs it on the tables that it names',
};
const SII_ORDERS = {
  'npm run engine -- org register':
    'would put the issuer of the other documents in SII; the same is run by test/operate/switched-registers.integration.test.ts',
  'npm run engine -- invoice annul':
    'needs an invoice in SII; the same is run by test/operate/correct-entries.integration.test.ts',
  'npm run engine -- sii backlog':
    'needs an issuer that entered SII during a year; the same is run by test/operate/switched-registers.integration.test.ts',
  'npm run engine -- invoice resend 3001 --in-sii':
    'needs an earlier invoice in SII; the same is run by test/remit/sii/backlog.integration.test.ts',
};
/** A test that runs the same commands elsewhere is named by its path. */
const NOT_RUN: Exceptions = {
  'docs/guide.md': SHOP_QUERIES,
  'docs/guia.md': SHOP_QUERIES,
  'docs/scale.md': {
    'npm run day': 'computes for half an hour; a small day is run by test/bench/day/check.long.test.ts',
  },
  'README.md': {
    'npm start ': 'the test starts with npm start, and npm test would run itself',
    READY: 'compared with the output of npm start, without the times',
  },
  'docs/containers.md': {
    'for name in POSTGRES':
      'needs Docker: npm run test:containers does the same; the names are checked by test/containers/compose.test.ts',
    'docker compose exec':
      'needs Docker; the same is run by test/monitor/doctor/processes.integration.test.ts',
    'npm run test:containers': 'needs Docker and a quarter of an hour',
  },
  'docs/verifactu.md': {
    'npm run engine -- declaration':
      'needs the data of a producer, which npm start does not set; run by test/platform/process/declare-version.integration.test.ts',
  },
  'docs/sii.md': SII_ORDERS,
  'docs/suministro-inmediato.md': SII_ORDERS,
  'docs/runbooks/database.md': {
    'select kind, pid':
      'needs a superuser or a login of the engine, which the test does not use; run by test/monitor/sessions.integration.test.ts',
    'grant pg_read_all_stats':
      'needs a superuser, which the owner of the tables is not; npm run migrate runs the same',
  },
  'docs/archive.md': {
    'npm run engine -- archive write': 'needs a past month; run by test/archive/archive.integration.test.ts',
    'npm run engine -- archive restore':
      'needs an archived month; run by test/archive/archive.integration.test.ts',
    'npm run engine -- archive due': 'needs archived months; run by test/archive/archive.integration.test.ts',
  },
  'docs/backup.md': {
    'npm run migrate': 'needs an empty database; run by test/docs/run.e2e.test.ts in npm run test:long',
    'mv .local/postgres':
      'needs an engine that was stopped; run by test/docs/run.e2e.test.ts in npm run test:long',
    'npm run engine -- restore':
      'needs running servers without the engine; run by test/docs/run.e2e.test.ts in npm run test:long',
  },
  'docs/webhooks.md': {
    'npm run engine -- webhooks add':
      'a worker would connect to an external address; run by test/cli/webhooks.integration.test.ts',
    'npm run engine -- webhooks rotate': 'needs an endpoint; run by test/cli/webhooks.integration.test.ts',
    '{': 'not an answer of the API; compared with the sent message by test/notify/documented.integration.test.ts',
    'import { createServer }': 'run as a receiver by test/notify/documented.integration.test.ts',
    'from flask': 'needs Python with Flask',
  },
  'docs/monitoring.md': {
    'promtool check config':
      'Prometheus is not always installed and would not end; run by test/ops/prometheus/promtool.test.ts and test/e2e/monitoring.e2e.test.ts',
    'promtool test rules': 'promtool is not always installed; run by test/ops/prometheus/promtool.test.ts',
  },
  'docs/year.md': {
    'useradd --system': 'needs root on a separate machine; tried once by hand',
    '# common.env': 'settings of a server; test/ops/systemd.test.ts checks their names',
    'engine migrate\nsystemctl':
      'needs systemd; the processes were started by hand with the commands of the units',
    'engine org create':
      'needs root on a server; the same commands are run by test/cli/org.integration.test.ts',
    'engine org certificate reseal':
      'needs root on a server; the same is run by test/cli/traces.integration.test.ts',
    'VERSION=$(git describe': 'needs two versions; tried once by hand',
    'npm run rehearsal -- --input /var': 'run with another backup by test/docs/run.e2e.test.ts',
    'engine chains resume 1': 'needs a halted chain; the same is run by test/cli/chains.integration.test.ts',
  },
  'docs/operating.md': {
    'RENDER_STORE=s3':
      'settings of a bucket; processes use them in test/e2e/render-batches-outside.e2e.test.ts',
  },
  'docs/kubernetes.md': {
    '# kustomization.yaml': 'rendered by test/kubernetes/documented.test.ts',
    'kubectl apply --kustomize invoice-batch-engine/ops/kubernetes/databases':
      'needs a cluster; its names are compared with the example by test/kubernetes/documented.test.ts',
    'components:\n  - ../invoice-batch-engine/ops/kubernetes/components/external-secrets':
      'rendered by test/kubernetes/documented.test.ts',
    'components:\n  - ../invoice-batch-engine/ops/kubernetes/components/bucket-identity':
      'rendered by test/kubernetes/documented.test.ts',
    'patches:': 'rendered by test/kubernetes/documented.test.ts',
    'kubectl --namespace invoice-batch-engine delete job migrate --ignore-not-found   #':
      'needs a cluster; its names are checked by test/kubernetes/documented.test.ts',
    'kubectl --namespace invoice-batch-engine scale deployment/operator':
      'needs a cluster; its names are checked by test/kubernetes/documented.test.ts',
    'kubectl --namespace invoice-batch-engine create job backup-by-hand':
      'needs a cluster; its names are checked by test/kubernetes/documented.test.ts',
    'kubectl --namespace invoice-batch-engine annotate scaledobject --all autoscaling.keda.sh/paused-replicas=0':
      'needs a cluster; its names are checked by test/kubernetes/documented.test.ts',
    'kubectl --namespace invoice-batch-engine delete job migrate --ignore-not-found\nkubectl kustomize':
      'needs a cluster; its names are checked by test/kubernetes/documented.test.ts',
    'kubectl --namespace invoice-batch-engine annotate scaledobject --all autoscaling.keda.sh/paused-replicas-':
      'needs a cluster; its names are checked by test/kubernetes/documented.test.ts',
  },
  'docs/high-availability.md': {
    'npm run cluster':
      'runs until Ctrl-C, on servers of its own; npm run test:cluster starts the same cluster and causes faults in it',
    'npm run test:cluster':
      'the copy that runs the documents contains no tests; test/faults/faults.long.test.ts causes the faults',
  },
  'docs/architecture.md': {
    flowchart: 'a drawing',
    'src/server.ts': 'a list of folders, which are checked by test/docs/commands.test.ts',
  },
  'CONTRIBUTING.md': {
    'npm run format': 'npm test runs the same checks',
    'UPDATE_GOLDEN=1':
      'would rewrite golden files; they are read by test/contracts/openapi.test.ts and test/platform/postgres/schema.integration.test.ts',
  },
};

export const UNRUN = Object.entries(NOT_RUN).flatMap(([document, blocks]) =>
  Object.entries(blocks).map(([begins, why]) => ({ document, begins, why })),
);

/** Valid commands that an engine without problems refuses, with their messages. */
export const REFUSED = [
  // No chain is halted.
  { document: 'docs/verifactu.md', begins: 'npm run engine -- chains resume 1', says: /not halted/ },
  {
    document: 'docs/runbooks/sii.md',
    begins: 'npm run engine -- sii resume 1 B12345674',
    says: /not halted/,
  },
  // The issuer of the example is not in SII.
  ...['docs/sii.md', 'docs/suministro-inmediato.md', 'docs/runbooks/sii.md'].map((document) => ({
    document,
    begins: 'npm run engine -- sii compare 1 B12345674',
    says: /has no entry in SII/,
  })),
  // Nothing was sent to the SPFE, which AEAT has not published.
  ...['docs/spfe.md', 'docs/solucion-publica.md', 'docs/runbooks/spfe.md'].flatMap((document) => [
    { document, begins: 'npm run engine -- spfe resume 1 B12345674', says: /not halted/ },
    { document, begins: 'npm run engine -- spfe compare 1 B12345674', says: /was ever sent/ },
    { document, begins: 'npm run engine -- spfe downtime --confirm 1', says: /There is no downtime 1/ },
  ]),
  {
    document: 'docs/runbooks/sii.md',
    begins: 'npm run engine -- invoice resend 3000',
    says: /cannot be sent again/,
  },
  // No chain is halted.
  {
    document: 'docs/runbooks/aeat-halts.md',
    begins: 'npm run engine -- chains resume 1',
    says: /not halted/,
  },
  // AEAT has answered every record.
  {
    document: 'docs/runbooks/aeat.md',
    begins: 'npm run engine -- chains send 1',
    says: /nothing to send|must wait/,
  },
  // AEAT has accepted its record.
  { document: 'docs/verifactu.md', begins: 'npm run engine -- invoice resend 3000', says: /accepted/ },
  // AEAT is ahead of no chain.
  {
    document: 'docs/backup.md',
    begins: 'npm run engine -- chains renew 1',
    says: /does not wait for a comparison/,
  },
];
