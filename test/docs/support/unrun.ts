/** A block that the test of the documents does not run, or a line that fails there. */
type Exception = {
  readonly document: string;
  /** The start of the block or line. */
  readonly begins: string;
  readonly why: string;
};

/** Blocks that are not run, and the reasons. A test that runs the same commands elsewhere is named by its path. */
export const UNRUN: readonly Exception[] = [
  ...['docs/guide.md', 'docs/guia.md'].flatMap((document) =>
    ['SELECT o.id_order', 'SELECT o.increment_id'].map((begins) => ({
      document,
      begins,
      why: 'needs the database of a shop; test/clients/support/shop-exports/queries.ts runs it on the tables that it names',
    })),
  ),
  {
    document: 'docs/scale.md',
    begins: 'npm run day',
    why: 'computes for half an hour; small days are run by test/bench/day/simulate.test.ts and check.long.test.ts',
  },
  {
    document: 'README.md',
    begins: 'npm start ',
    why: 'the test starts with npm start, and npm test would run itself',
  },
  { document: 'README.md', begins: 'READY', why: 'compared with the output of npm start, without the times' },
  {
    document: 'docs/containers.md',
    begins: 'for name in POSTGRES',
    why: 'needs Docker: npm run test:containers does the same; the names are checked by test/containers/compose.test.ts',
  },
  {
    document: 'docs/verifactu.md',
    begins: 'npm run engine -- declaration',
    why: 'needs the data of a producer, which npm start does not set; run by test/platform/process/declare-version.integration.test.ts',
  },
  {
    document: 'docs/runbooks/database.md',
    begins: 'select kind, pid',
    why: 'needs a superuser or a login of the engine, which the test does not use; run by test/console/overview/sessions.integration.test.ts',
  },
  {
    document: 'docs/runbooks/database.md',
    begins: 'grant pg_read_all_stats',
    why: 'needs a superuser, which the owner of the tables is not; npm run migrate runs the same',
  },
  {
    document: 'docs/containers.md',
    begins: 'docker compose exec',
    why: 'needs Docker; the same is run by test/cli/doctor/processes.integration.test.ts',
  },
  {
    document: 'docs/containers.md',
    begins: 'npm run test:containers',
    why: 'needs Docker and a quarter of an hour; its parts are tested by test/containers/run.test.ts',
  },
  {
    document: 'docs/archive.md',
    begins: 'npm run engine -- archive write',
    why: 'needs a past month; run by test/archive/archive.integration.test.ts',
  },
  {
    document: 'docs/archive.md',
    begins: 'npm run engine -- archive restore',
    why: 'needs an archived month; run by test/archive/archive.integration.test.ts',
  },
  {
    document: 'docs/archive.md',
    begins: 'npm run engine -- archive due',
    why: 'needs archived months; run by test/archive/archive.integration.test.ts',
  },
  {
    document: 'docs/backup.md',
    begins: 'npm run migrate',
    why: 'needs an empty database; run by test/docs/run.e2e.test.ts in npm run test:long',
  },
  {
    document: 'docs/backup.md',
    begins: 'mv .local/postgres',
    why: 'needs an engine that was stopped; run by test/docs/run.e2e.test.ts in npm run test:long',
  },
  {
    document: 'docs/backup.md',
    begins: 'npm run engine -- restore',
    why: 'needs running servers without the engine; run by test/docs/run.e2e.test.ts in npm run test:long',
  },
  {
    document: 'docs/webhooks.md',
    begins: 'npm run engine -- webhooks add',
    why: 'a worker would connect to an external address; run by test/cli/webhooks.integration.test.ts',
  },
  {
    document: 'docs/webhooks.md',
    begins: 'npm run engine -- webhooks rotate',
    why: 'needs an endpoint; run by test/cli/webhooks.integration.test.ts',
  },
  {
    document: 'docs/webhooks.md',
    begins: '{',
    why: 'not an answer of the API; compared with the sent message by test/notify/documented.integration.test.ts',
  },
  {
    document: 'docs/webhooks.md',
    begins: 'import { createServer }',
    why: 'run as a receiver by test/notify/documented.integration.test.ts',
  },
  { document: 'docs/webhooks.md', begins: 'from flask', why: 'needs Python with Flask' },
  {
    document: 'docs/monitoring.md',
    begins: 'promtool check config',
    why: 'Prometheus is not always installed and would not end; run by test/ops/prometheus/promtool.test.ts and test/e2e/monitoring.e2e.test.ts',
  },
  {
    document: 'docs/monitoring.md',
    begins: 'promtool test rules',
    why: 'promtool is not always installed; run by test/ops/prometheus/promtool.test.ts',
  },
  {
    document: 'docs/year.md',
    begins: 'useradd --system',
    why: 'needs root on a separate machine; tried once by hand',
  },
  {
    document: 'docs/year.md',
    begins: '# common.env',
    why: 'settings of a server; test/ops/systemd.test.ts checks their names',
  },
  {
    document: 'docs/year.md',
    begins: 'engine migrate\nsystemctl',
    why: 'needs systemd; the processes were started by hand with the commands of the units',
  },
  {
    document: 'docs/year.md',
    begins: 'engine org create',
    why: 'needs root on a server; the same commands are run by test/cli/org.integration.test.ts',
  },
  {
    document: 'docs/year.md',
    begins: 'engine org certificate reseal',
    why: 'needs root on a server; the same is run by test/cli/traces.integration.test.ts',
  },
  {
    document: 'docs/year.md',
    begins: 'VERSION=$(git describe',
    why: 'needs two versions; tried once by hand',
  },
  {
    document: 'docs/year.md',
    begins: 'npm run rehearsal -- --input /var',
    why: 'run with another backup by test/docs/run.e2e.test.ts',
  },
  {
    document: 'docs/year.md',
    begins: 'engine chains resume 1',
    why: 'needs a halted chain; the same is run by test/cli/chains.integration.test.ts',
  },
  {
    document: 'docs/operating.md',
    begins: 'RENDER_STORE=s3',
    why: 'settings of a bucket; processes use them in test/e2e/render-batches-outside.e2e.test.ts',
  },
  {
    document: 'docs/kubernetes.md',
    begins: '# kustomization.yaml',
    why: 'rendered by test/kubernetes/documented.test.ts',
  },
  {
    document: 'docs/kubernetes.md',
    begins: 'kubectl apply --kustomize invoice-batch-engine/ops/kubernetes/databases',
    why: 'needs a cluster; its names are compared with the example by test/kubernetes/documented.test.ts',
  },
  {
    document: 'docs/kubernetes.md',
    begins: 'components:\n  - ../invoice-batch-engine/ops/kubernetes/components/external-secrets',
    why: 'rendered by test/kubernetes/documented.test.ts',
  },
  {
    document: 'docs/kubernetes.md',
    begins: 'components:\n  - ../invoice-batch-engine/ops/kubernetes/components/bucket-identity',
    why: 'rendered by test/kubernetes/documented.test.ts',
  },
  {
    document: 'docs/kubernetes.md',
    begins: 'patches:',
    why: 'rendered by test/kubernetes/documented.test.ts',
  },
  {
    document: 'docs/kubernetes.md',
    begins: 'kubectl --namespace invoice-batch-engine delete job migrate --ignore-not-found   #',
    why: 'needs a cluster; its names are checked by test/kubernetes/documented.test.ts',
  },
  {
    document: 'docs/kubernetes.md',
    begins: 'kubectl --namespace invoice-batch-engine scale deployment/operator',
    why: 'needs a cluster; its names are checked by test/kubernetes/documented.test.ts',
  },
  {
    document: 'docs/kubernetes.md',
    begins: 'kubectl --namespace invoice-batch-engine create job backup-by-hand',
    why: 'needs a cluster; its names are checked by test/kubernetes/documented.test.ts',
  },
  {
    document: 'docs/kubernetes.md',
    begins:
      'kubectl --namespace invoice-batch-engine annotate scaledobject --all autoscaling.keda.sh/paused-replicas=0',
    why: 'needs a cluster; its names are checked by test/kubernetes/documented.test.ts',
  },
  {
    document: 'docs/kubernetes.md',
    begins:
      'kubectl --namespace invoice-batch-engine delete job migrate --ignore-not-found\nkubectl kustomize',
    why: 'needs a cluster; its names are checked by test/kubernetes/documented.test.ts',
  },
  {
    document: 'docs/kubernetes.md',
    begins:
      'kubectl --namespace invoice-batch-engine annotate scaledobject --all autoscaling.keda.sh/paused-replicas-',
    why: 'needs a cluster; its names are checked by test/kubernetes/documented.test.ts',
  },
  {
    document: 'docs/high-availability.md',
    begins: 'npm run cluster',
    why: 'runs until Ctrl-C, on servers of its own; npm run test:cluster starts the same cluster and causes faults in it',
  },
  {
    document: 'docs/high-availability.md',
    begins: 'npm run test:cluster',
    why: 'the copy that runs the documents contains no tests; the output is checked by test/faults/faults.test.ts',
  },
  { document: 'docs/architecture.md', begins: 'flowchart', why: 'a drawing' },
  {
    document: 'docs/architecture.md',
    begins: 'src/server.ts',
    why: 'a list of folders, which are checked by test/docs/commands.test.ts',
  },
  {
    document: 'CONTRIBUTING.md',
    begins: 'npm run format',
    why: 'npm test runs the same checks',
  },
  {
    document: 'CONTRIBUTING.md',
    begins: 'UPDATE_GOLDEN=1',
    why: 'would rewrite golden files; they are read by test/contracts/openapi.test.ts and test/platform/postgres/schema.integration.test.ts',
  },
];

/** Valid commands that an engine without problems refuses, with their messages. */
export const REFUSED: readonly (Exception & { readonly says: RegExp })[] = [
  {
    document: 'docs/verifactu.md',
    begins: 'npm run engine -- chains resume 1',
    why: 'no chain is halted',
    says: /not halted/,
  },
  {
    document: 'docs/runbooks/aeat-halts.md',
    begins: 'npm run engine -- chains resume 1',
    why: 'no chain is halted',
    says: /not halted/,
  },
  {
    document: 'docs/runbooks/aeat.md',
    begins: 'npm run engine -- chains send 1',
    why: 'AEAT has answered every record',
    says: /nothing to send|must wait/,
  },
  {
    document: 'docs/verifactu.md',
    begins: 'npm run engine -- invoice resend 3000',
    why: 'AEAT has accepted its record',
    says: /accepted/,
  },
  {
    document: 'docs/backup.md',
    begins: 'npm run engine -- chains renew 1',
    why: 'AEAT is ahead of no chain',
    says: /does not wait for a comparison/,
  },
];
