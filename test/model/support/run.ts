import { randomUUID } from 'node:crypto';
import { describeAnswer } from '../../../ops/lab/model/list-facts.ts';
import type { TestOrganization } from '../../support/api.ts';
import { readWorld, type WorkerName, WORKERS, type World } from './world.ts';

type Request = { readonly key: string; readonly body: string; batch: number };

/** A run of the model against the real code: what its clients and workers know. */
export type Run = {
  readonly world: World;
  readonly organization: TestOrganization;
  /** The model's keys → UUIDs. */
  readonly keys: Map<string, string>;
  /** Under way, by their number. */
  readonly requests: Map<string, Request>;
  readonly told: Set<string>;
  /** What each worker is at, in the model's words. */
  readonly jobs: Record<WorkerName, string>;
  /** Messages whose connection broke before AEAT had them, by their records. */
  readonly strays: Map<string, Buffer>;
};

export async function beginRun(world: World): Promise<Run> {
  return {
    world,
    organization: await world.begin(),
    keys: new Map(),
    requests: new Map(),
    told: new Set(),
    jobs: { w1: 'Idle', w2: 'Idle' },
    strays: new Map(),
  };
}

export function keyOf({ keys }: Run, name: string): string {
  const key = keys.get(name) ?? randomUUID();
  keys.set(name, key);
  return key;
}

export function answerClient({ told }: Run, { key, body, batch }: Request): void {
  told.add(describeAnswer(key, body, batch));
}

/** All that is so now, with the jobs and ids behind it. */
export async function readRun({ world, organization, keys, told, jobs }: Run) {
  const names = new Map([...keys].map(([name, uuid]) => [uuid, name]));
  const seen = await readWorld(world, organization.id, names);
  const facts = [...seen.facts, ...told, ...WORKERS.map((worker) => `${worker} is ${jobs[worker]}`)];
  return { ...seen, facts: facts.toSorted() };
}
