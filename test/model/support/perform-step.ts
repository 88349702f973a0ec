import type { CorrectionAction } from '../../../src/contracts/correction-input.ts';
import { openOrm } from '../../../src/platform/postgres/open-database.ts';
import { buildBody, chainOf, nameInvoice } from './bodies.ts';
import { correctInvoice } from '../../../src/operate/correct-invoice.ts';
import { recordDatabase } from '../../../src/platform/process/record-database.ts';
import { reconcile } from '../../../workers/reconcile.ts';
import { issuingContext, remittingContext } from '../../support/engine.ts';
import { eventually } from '../../support/eventually.ts';
import { createMetrics } from '../../support/metrics.ts';
import { deliver } from './aeat-proxy.ts';
import { keyOf, readRun, type Run, answerClient } from './run.ts';
import { LOOKER, loseHints, type WorkerName, WORKERS } from './world.ts';

/*
 * The actions of the model (labs/model/steps.qnt), performed by the real code.
 */

type Picks = Readonly<Record<string, string>>;
type Action = (run: Run, picks: Picks) => Promise<void>;

/** Longer than every lease, wait and backoff, so that records become late. */
const PASS_MS = 16 * 60_000;
/** Longer than the time after which the reconciler enqueues a batch again. */
const GRACE_MS = 3000;

/** Maps the places where a worker stops to the model's names of its state. */
const JOBS: Readonly<Record<string, string>> = {
  end: 'Idle',
  'commit a batch': 'Issuing',
  hints: 'Issued',
  'select certificates': 'Holding',
  consulta: 'Asking',
  message: 'Sending',
  answer: 'Answering',
  locked: 'Queued',
};

/**
 * Lets a worker run to one of these places.
 * @param words the model's names of these places, where they differ from the table.
 */
async function goOn(run: Run, worker: WorkerName, words: Readonly<Record<string, string>>): Promise<void> {
  note(run, worker, words, await run.world.workers[worker].goOn(Object.keys(words)));
}

function note(run: Run, worker: WorkerName, words: Readonly<Record<string, string>>, place: string): void {
  run.jobs[worker] = words[place] ?? JOBS[place] ?? place;
}

function places(...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, JOBS[name]!]));
}

const workerOf = ({ w }: Picks) => w as WorkerName;

async function take(run: Run, picks: Picks, name: string, words: Readonly<Record<string, string>>) {
  const worker = workerOf(picks);
  const job = (await readRun(run)).jobs.get(name);
  if (job === undefined) throw new Error(`There is no job ${name}`);
  const stepped = run.world.workers[worker];
  stepped.proxy.tells = picks['tells'] !== 'false';
  // The job is found by its subject, because job ids restart after a loss of Redis.
  const forget = async () => {
    await (await readRun(run)).jobs.get(name)?.remove();
  };
  note(run, worker, words, await stepped.take(job, Object.keys(words), forget));
}

const INTAKE: Readonly<Record<string, Action>> = {
  async post({ requests }, { r, key, body }) {
    requests.set(r!, { key: key!, body: body!, batch: 0 });
  },
  async accept(run, { r, hinted }) {
    const { world, organization, requests } = run;
    const request = requests.get(r!)!;
    world.enqueuing.isOn = hinted === 'true';
    const key = keyOf(run, request.key);
    const before = (await readRun(run)).batchIds.length;
    const answer = await world.api.post(organization.token, buildBody(request.body), { key });
    if (answer.statusCode !== 201 && answer.statusCode !== 422) throw new Error(answer.body);
    await world.enqueuing.last;
    const { batchIds } = await readRun(run);
    const isReplayed = answer.headers['idempotency-replayed'] === 'true';
    if (answer.statusCode === 201 && isReplayed === batchIds.length > before)
      throw new Error(
        `The answer unexpectedly claims to be ${isReplayed ? 'a replay' : 'new'}: ${answer.body}`,
      );
    request.batch =
      answer.statusCode === 422 ? -1 : batchIds.indexOf(answer.json<{ data: { id: number } }>().data.id) + 1;
  },
  async answer(run, { r }) {
    answerClient(run, run.requests.get(r!)!);
    run.requests.delete(r!);
  },
  async loseRequest({ requests }, { r }) {
    requests.delete(r!);
  },
};

const ISSUING: Readonly<Record<string, Action>> = {
  async takeBatch(run, picks) {
    await take(run, picks, `batch ${picks['b']}`, { readBatch: 'Reading' });
    // The batch is read on one connection and issued on another one.
    await goOn(run, workerOf(picks), { connect: 'Taken', end: 'Idle' });
  },
  async queue(run, picks) {
    const worker = workerOf(picks);
    const stepped = run.world.workers[worker];
    // The worker waits for its batch, or finds a chain locked, tries again and waits for the chain.
    let place = await stepped.goOnOrWait(['lockFreeChains', 'commit']);
    if (place === 'lockFreeChains') place = await stepped.goOnOrWait(['readIssuability']);
    note(run, worker, {}, place);
  },
  async issue(run, picks) {
    const worker = workerOf(picks);
    if (run.jobs[worker] === 'Queued') await run.world.workers[worker].arrive();
    await goOn(run, worker, places('commit a batch', 'end'));
  },
  commit: (run, picks) => goOn(run, workerOf(picks), places('hints', 'end')),
  hint: (run, picks) => goOn(run, workerOf(picks), places('end')),
};

const REMISSION: Readonly<Record<string, Action>> = {
  takeChain: (run, picks) => take(run, picks, `chain ${picks['c']}`, { 'in line': 'Ready', end: 'Idle' }),
  claim: (run, picks) => goOn(run, workerOf(picks), places('select certificates', 'end')),
  ask: (run, picks) => goOn(run, workerOf(picks), { ...places('consulta'), connect: 'Heard' }),
  send: (run, picks) => goOn(run, workerOf(picks), { ...places('message'), connect: 'Heard' }),
  async sendAsked(run, picks) {
    run.world.workers[workerOf(picks)].proxy.tells = picks['tells'] === 'true';
    await goOn(run, workerOf(picks), { ...places('message'), connect: 'Heard' });
  },
  async arrive(run, picks) {
    const { workers, sandbox } = run.world;
    workers[workerOf(picks)].proxy.beforeArrival = () => {
      if (picks['whole'] === 'false') sandbox.control.addFaults({ kind: 'partial', records: 1, count: 1 });
    };
    await goOn(run, workerOf(picks), places('answer'));
  },
  async loseMessage(run, picks) {
    const { proxy } = run.world.workers[workerOf(picks)];
    const message = proxy.lastMessage();
    if (picks['stray'] === 'true') run.strays.set(await nameMessage(run, message), message);
    await breakConnection(run, picks);
  },
  async arriveLate(run, { m }) {
    await deliver(new URL(run.world.sandbox.soapUrl), run.strays.get(m!)!);
    run.strays.delete(m!);
  },
  hear: (run, picks) => goOn(run, workerOf(picks), { connect: 'Heard' }),
  loseAnswer: (run, picks) => breakConnection(run, picks),
  // A query about duplicates begins with its own statement.
  store: (run, picks) => goOn(run, workerOf(picks), { listConsulted: 'Stored', connect: 'Stored' }),
  async finish(run, picks) {
    run.world.workers[workerOf(picks)].proxy.tells = picks['tells'] === 'true';
    await goOn(run, workerOf(picks), places('end'));
  },
};

/** The connection breaks at the point where the message or its answer is. */
async function breakConnection(run: Run, picks: Picks): Promise<void> {
  const stepped = run.world.workers[workerOf(picks)];
  stepped.proxy.cut();
  await goOn(run, workerOf(picks), { connect: 'Heard' });
}

/** Names a message by its records, for example `A:1,2`. */
async function nameMessage(run: Run, message: Buffer): Promise<string> {
  const { chainIds } = await readRun(run);
  const references = [...message.toString().matchAll(/RefExterna>(\d+)-(\d+)</g)];
  const chain = [...chainIds].find(([, id]) => String(id) === references[0]![1])![0];
  return `${chain}:${references.map(([, , sequence]) => sequence).join(',')}`;
}

const OPERATORS: Readonly<Record<string, Action>> = {
  annul: (run, { n }) => correct(run, Number(n), 'annul'),
  async resend(run, { n }) {
    await correct(run, Number(n), 'resend');
    run.world.sandbox.control.replaceCensus({});
  },
};

async function correct(
  { world, organization }: Run,
  number: number,
  action: CorrectionAction,
): Promise<void> {
  const { api, admin, sandbox } = world;
  const { rows } = await admin.query<{ id: number }>(
    `select id::float8 as id from issued_invoices where organization_id = $1 and invoice_number = $2`,
    [organization.id, nameInvoice(number)],
  );
  const { software } = issuingContext(api);
  const { aeat } = remittingContext(api, sandbox.url);
  const context = {
    pool: admin,
    orm: openOrm(admin),
    now: () => api.clock.now,
    software,
    aeat,
    activeLineage: null,
  };
  const order = { invoiceId: rows[0]!.id, action, reason: `chain ${chainOf(number)}`, operator: 'ana' };
  await correctInvoice(context, order);
}

const CIRCUMSTANCES: Readonly<Record<string, Action>> = {
  async crash(run, picks) {
    await run.world.workers[workerOf(picks)].die();
    run.jobs[workerOf(picks)] = 'Idle';
  },
  loseHints: ({ world: { redis, prefix } }) => loseHints(redis, prefix),
  async reconcile({ world: { api, jobQueues } }) {
    await reconcile({
      pool: api.workers.pool,
      jobQueues,
      metrics: createMetrics(),
      now: () => new Date(api.clock.now.getTime() + GRACE_MS),
      environment: { SPFE_TRANSPORT: 'none' },
      place: { batch: 0, rendering: 0, endpoint: 0 },
    });
  },
  /**
   * A synchronous standby has all committed data: the same rows on another timeline. Every
   * connection is broken.
   */
  async failOver(run) {
    const { admin, workers, api } = run.world;
    await admin.query('update database_identities set timeline = timeline + 1');
    const inTransaction = WORKERS.filter((worker) => ['Queued', 'Issuing'].includes(run.jobs[worker]));
    await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name <> $1',
      [LOOKER],
    );
    for (const worker of inTransaction) {
      await workers[worker].fail();
      run.jobs[worker] = 'Idle';
    }
    const pools = [api.workers.pool, api.ingress.pool, api.database.pool];
    for (const pool of [...pools, ...WORKERS.map((worker) => workers[worker].pool)]) {
      await eventually(() => pool.idleCount === 0, { what: 'the connections to end', every: 1 });
    }
  },
  async noticeDatabase({ world: { api } }) {
    const { pool, logger } = issuingContext(api);
    await recordDatabase({ pool, logger }, api.clock.now);
  },
  async pass({ world: { api } }) {
    api.clock.now = new Date(api.clock.now.getTime() + PASS_MS);
  },
};

const ACTIONS: Readonly<Record<string, Action>> = {
  ...INTAKE,
  ...ISSUING,
  ...REMISSION,
  ...OPERATORS,
  ...CIRCUMSTANCES,
};

/**
 * Performs one action of the model.
 * @throws for an unknown action, and if the real code refuses it.
 */
export async function performStep(run: Run, action: string, picks: Picks): Promise<void> {
  const perform = ACTIONS[action];
  if (!perform) throw new Error(`The model's action ${action} is not implemented here`);
  await perform(run, picks);
}
