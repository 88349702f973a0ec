import { setTimeout as wait } from 'node:timers/promises';
import { buildBatchBody } from '../../test/support/invoices.ts';
import { eventually } from '../../test/support/eventually.ts';
import type { SdkClient } from '../../test/faults/support/load.ts';
import type { Stack } from './stack.ts';

/** The issuers of each organization, none in common, because both use the same numbers. */
const ISSUERS = [
  ['B12345674', 'A12345674', '12345678Z'],
  ['X1234567L', 'G12345674', 'B58378431'],
] as const;
let last = 0;

/** Builds a batch with unique numbers. */
export function buildNext(stack: Stack, client: SdkClient, invoices: number, lines = 1) {
  last += 1;
  const issuers = ISSUERS[stack.accounts.indexOf(client.account)]!;
  return buildBatchBody(invoices, `C${last}`, (index) => ({
    issuer_nif: issuers[index % issuers.length]!,
    lines: Array.from({ length: lines }, (_, line) => ({
      concept: `Servicio ${line + 1}`,
      units: 1,
      unit_price: 100,
      tax_rate: 21,
    })),
  }));
}

export type Load = {
  readonly ids: readonly number[];
  /** Posts no further batches, and waits until every posted batch is accepted. */
  end(): Promise<readonly number[]>;
  /** Posts no further batches. */
  stop(): void;
};

/**
 * Starts clients that post batches one after the other until they are stopped. A client repeats
 * each batch until it is accepted.
 */
export function startLoad(stack: Stack, { clients = 3, invoices = 20, pauseMs = 250 } = {}): Load {
  const ids: number[] = [];
  const over = new AbortController();
  const post = async (client: SdkClient) => {
    while (!over.signal.aborted) {
      ids.push((await client.create(buildNext(stack, client, invoices))).id);
      await wait(pauseMs);
    }
  };
  const done = Promise.all(Array.from({ length: clients }, () => post(stack.openClient())));
  done.catch(() => {});
  return {
    ids,
    stop: () => over.abort(),
    async end() {
      over.abort();
      await done;
      return ids;
    },
  };
}

/** Runs a query in the container of the database with the owner's login. */
async function ask(stack: Stack, sql: string): Promise<string> {
  const psql = ['psql', '--username=engine', '--dbname=engine', '--no-align', '--tuples-only', '--command'];
  return stack.compose(['exec', '-T', 'postgres', ...psql, sql]);
}

const LEFT = `select (select count(*) from batches where processed_at is null) || ' ' || (select count(*) from batches where rendered_at is null) || ' '
  || (select coalesce(sum(c.sequence - m.remitted_sequence), 0) from remissions m join chains c on c.id = m.chain_id)`;

/** Waits until nothing is left to issue, to render and to send. */
export async function finish(stack: Stack, within = 900_000): Promise<void> {
  await eventually(async () => (await ask(stack, LEFT)) === '0 0 0', {
    within,
    every: 1000,
    what: 'the end of all work',
  });
}

/** Waits until a batch is issued, or has all its PDFs. */
export async function isDone(stack: Stack, id: number, what: 'processed_at' | 'rendered_at'): Promise<void> {
  const isOver = async () =>
    (await ask(stack, `select ${what} is not null from batches where id = ${id}`).catch(() => '')) === 't';
  await eventually(isOver, { within: 300_000, every: 50, what: `the end of batch ${id}` });
}
