import { showControls } from '../../contracts/acts.ts';
import { nameProcess } from '../../monitor/compare-processes.ts';
import { type Finding, needsSomebody } from '../../monitor/finding.ts';
import type { Sight } from '../../monitor/judge-overview.ts';
import type { QueueSnapshot } from '../../platform/jobs/queue-snapshot.ts';
import { canAcknowledge, numberFinding } from '../../monitor/acknowledge.ts';
import { describeForecast, forecast } from '../../monitor/forecast.ts';
import type { UnfinishedWork, WorkKind } from '../../monitor/statements/work.ts';

/* The output of `npm run engine -- status`. */

const NAMES: Readonly<Record<WorkKind, string>> = {
  batch: 'batches to issue',
  pdf: 'PDFs to render',
  record: 'records to send',
  webhook: 'webhooks to deliver',
};
const UNKNOWN = 'not known: the database took too long';

/** The maximum number of listed processes. */
const MOST_PROCESSES = 20;

const formatTime = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`;
const countOf = (number: number) => number.toLocaleString('en-US').padStart(10);

/** Formats everything as one JSON object on one line. */
export function toJson(sight: Sight, findings: readonly Finding[]): string {
  return JSON.stringify({
    needsSomebody: needsSomebody(findings),
    findings,
    ...sight,
  });
}

/**
 * Formats the lines for a person: findings on the engine first, then those on customers' data, the
 * most urgent first.
 */
export function describeView(
  { overview, installation, queues }: Sight,
  findings: readonly Finding[],
): string[] {
  const { at, work, batches, failures, uncorrected, chains, remission, load } = overview;
  const engine = findings.filter(({ group }) => group === 'engine');
  const ofCustomers = findings.filter(({ group }) => group === 'customers');
  const customers = ofCustomers.filter(({ acknowledgement }) => acknowledgement === null);
  const acknowledged = ofCustomers.filter(({ acknowledgement }) => acknowledgement !== null);
  const lines = [
    `${describeAnswer(engine, customers)}  (${formatTime(at)})`,
    ...engine.flatMap(describeFinding),
    ...(customers.length === 0 ? [] : ['', "Findings on customers' data, which hold up nothing else:"]),
    ...customers.flatMap(describeFinding),
    ...acknowledged.flatMap(describeAcknowledged),
    '',
    ...(work === null
      ? [`Waiting work: ${UNKNOWN}`]
      : work.map(
          ({ kind, count, oldestAt }) =>
            `${countOf(count)}  ${NAMES[kind]}${oldestAt === null ? '' : `, the oldest since ${formatTime(oldestAt)}`}${describePace({ kind, count }, queues, at)}`,
        )),
    ...list('Batches in flight, the oldest', batches, (batch) => {
      const { batchId, organizationId, status, invoices, issued, pdfs, records, answered, failed } = batch;
      return `batch ${batchId}  organization ${organizationId}  ${status}  ${issued} of ${invoices} issued, ${failed} failed, ${pdfs} PDFs, AEAT answered ${answered} of ${records}`;
    }),
    ...list('Chains with pending records', chains, ({ chainId, organizationId, issuerNif, pending }) => {
      return `chain ${chainId}  organization ${organizationId}  issuer ${issuerNif}  ${pending} pending  (npm run engine -- chains shows why)`;
    }),
    ...(remission === null
      ? []
      : [`${countOf(remission.pending)}  records pending in all, ${remission.halted} chains halted`]),
    ...list('Records to correct', uncorrected, ({ state, code, message, records, invoiceIds }) => {
      return `${countOf(records)}  ${state}  ${code ?? ''} ${message ?? ''}  invoices ${invoiceIds.join(', ')}`;
    }),
    ...list('Failed in the last 24 hours', failures, ({ message, invoices, batchIds }) => {
      return `${countOf(invoices)}  ${message}  batches ${batchIds.join(', ')}`;
    }),
    ...list(
      'Organizations that send most',
      load,
      ({ organizationId, name, newInvoices, openInvoices, openPdfs, openRecords }) => {
        return `organization ${organizationId}  ${name}  ${newInvoices} sent in 10 min, ${openInvoices} to issue, ${openPdfs} to render, ${openRecords} pending at AEAT`;
      },
    ),
    ...list('Running processes', overview.processes?.slice(0, MOST_PROCESSES) ?? null, (one) => {
      return `${nameProcess(one)}  release ${one.version}  since ${formatTime(one.startedAt)}`;
    }),
    ...countOthers(overview.processes),
    '',
    `workers: ${describeWorkers(queues)}`,
    `newest migration ${installation.migrated?.newest ?? UNKNOWN}`,
    ...(installation.checks ?? []).map(
      ({ act, at: when, operator }) => `${act}  last at ${formatTime(when)} by ${operator}`,
    ),
  ];
  return lines.map(showControls);
}

const countActs = (findings: readonly Finding[]) =>
  findings.filter(({ urgency }) => urgency === 'act').length;

function describeAnswer(engine: readonly Finding[], customers: readonly Finding[]): string {
  const acts = countActs(engine);
  if (acts > 0) return acts === 1 ? 'ONE FINDING REQUIRES ACTION' : `${acts} FINDINGS REQUIRE ACTION`;
  return countActs(customers) === 0 ? 'No finding requires action' : 'The engine needs no operator';
}

function countOthers(processes: Sight['overview']['processes']): string[] {
  const left = (processes?.length ?? 0) - MOST_PROCESSES;
  return left > 0 ? [`  and ${left} more (--json has them all)`] : [];
}

function describePace(
  work: Pick<UnfinishedWork, 'kind' | 'count'>,
  { samples }: QueueSnapshot,
  at: number,
): string {
  const pace = forecast(work, samples ?? [], at);
  return pace === null ? '' : `; ${describeForecast(pace, at)}`;
}

function describeWorkers({ duties }: QueueSnapshot): string {
  if (duties === null) return 'not known: Redis is not reachable';
  return duties.map(({ duty, workers }) => `${duty} ${workers}`).join(', ');
}

function describeAcknowledged({ what, acknowledgement }: Finding): string[] {
  const { operator, reason, at } = acknowledgement!;
  return [
    '',
    `      ${what}`,
    `      Acknowledged at ${formatTime(at)} by ${operator}: ${reason ?? 'without a reason'}`,
  ];
}

function describeFinding(finding: Finding): string[] {
  const { id, urgency, what, since, why, todo } = finding;
  return [
    '',
    `${urgency === 'act' ? 'ACT ' : 'LOOK'}  ${what}${since === null ? '' : `, since ${formatTime(since)}`}`,
    ...(why === null ? [] : [`      ${why}`]),
    `      To do: ${todo}`,
    ...(canAcknowledge(finding)
      ? [
          `      Or acknowledge it until a new one of its kind occurs: npm run engine -- status --acknowledge ${numberFinding(id)} --reason …`,
        ]
      : []),
  ];
}

function list<T>(title: string, rows: readonly T[] | null, describe: (row: T) => string): string[] {
  if (rows === null) return ['', `${title}: ${UNKNOWN}`];
  return rows.length === 0 ? [] : ['', `${title}:`, ...rows.map((row) => `  ${describe(row)}`)];
}
