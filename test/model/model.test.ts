import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { listInvariants } from '../../labs/model/quint.ts';
import { BATCHES, SPECIFICATIONS, SPFE } from '../../labs/model/specifications.ts';
import { readTrace } from '../../labs/model/trace.ts';
import { mutate } from '../../labs/model/try-mutants.ts';

const KEPT = path.resolve(import.meta.dirname, '../golden/model');
const read = (directory: string, name: string) => readFileSync(path.join(directory, `${name}.qnt`), 'utf8');

describe('the formal model', () => {
  it('has a kept run for each of its actions', () => {
    const kept = readdirSync(KEPT).map((name) => readTrace(readFileSync(path.join(KEPT, name), 'utf8')));
    const done = new Set(kept.flatMap(({ steps }) => steps.map(({ action }) => action)));
    // These actions are only parts of other actions.
    const parts = new Set(['issued', 'claimed', 'arrived']);
    const actions = [...read(BATCHES.directory, 'steps').matchAll(/^ {2}action (\w+)/gm)].map(
      ([, name]) => name!,
    );
    expect([...done].toSorted()).toEqual(actions.filter((name) => !parts.has(name)).toSorted());
  });

  it.each(SPECIFICATIONS)('of $name has a mutant for each invariant', ({ directory, mutants }) => {
    const broken = new Set(mutants.map(({ breaks }) => breaks));
    expect([...broken].toSorted()).toEqual(listInvariants(directory).toSorted());
  });

  it.each(SPECIFICATIONS)(
    'of $name contains what its mutants replace, once',
    ({ directory, starts, mutants }) => {
      for (const mutant of mutants) expect(mutate(read(directory, mutant.file), mutant)).toContain(mutant.to);
      expect(mutate(read(directory, 'promise'), { name: 'starts', from: starts, to: '' })).not.toContain(
        starts,
      );
    },
  );

  it('of deliveries to the SPFE lets rows make only steps that the triggers of migration 0057 allow', () => {
    const listSteps = (text: string, pair: RegExp) =>
      [...text.matchAll(pair)].map(([, from, to]) => `${from} → ${to}`);
    const migration = readFileSync(
      path.resolve(import.meta.dirname, '../../migrations/0057-spfe-deliveries.sql'),
      'utf8',
    );
    const [, delivery = '', message = ''] = migration.split(
      /create function guard_spfe_(?:delivery|message)/,
    );
    const [, deliverySteps = '', messageSteps = ''] = read(SPFE.directory, 'invariants').split(/_STEPS = /);
    for (const [steps, guard] of [
      [deliverySteps, delivery],
      [messageSteps, message],
    ] as const) {
      const allowed = listSteps(steps, /\("(\w+)", "(\w+)"\)/g);
      expect(allowed).not.toEqual([]);
      expect(listSteps(guard, /\('(\w+)', '(\w+)'\)/g)).toEqual(expect.arrayContaining(allowed));
    }
  });
});
