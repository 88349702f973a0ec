import { randomUUID } from 'node:crypto';
import { describeAnswer } from '../../../labs/model/list-facts.ts';
import type { TestOrganization } from '../../support/api.ts';
import { readWorld, type WorkerName, WORKERS, type World } from './world.ts';

type Request = { readonly key: string; readonly body: string; batch: number };

/** A run of the model with the real code, and what its clients and workers know. */
export type Run = {
  readonly world: World;
  readonly organization: TestOrganization;
  /** Maps the model's keys to UUIDs. */
  readonly keys: Map<string, string>;
  /** The requests under way, by number. */
  readonly requests: Map<string, Request>;
  readonly told: Set<string>;
  /** The state of each worker, in the model's words. */
  readonly jobs: Record<WorkerName, string>;
  /** Messages whose connection broke before AEAT received them, by their records. */
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

/** Returns all facts that hold now, with the underlying jobs and ids. */
export async function readRun({ world, organization, keys, told, jobs }: Run) {
  const names = new Map([...keys].map(([name, uuid]) => [uuid, name]));
  const seen = await readWorld(world, organization.id, names);
  const facts = [...seen.facts, ...told, ...WORKERS.map((worker) => `${worker} is ${jobs[worker]}`)];
  return { ...seen, facts: facts.toSorted() };
}
