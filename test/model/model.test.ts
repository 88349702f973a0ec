import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { SPECIFICATION } from '../../labs/model/quint.ts';
import { readTrace } from '../../labs/model/trace.ts';

const KEPT = path.resolve(import.meta.dirname, '../golden/model');
const specification = (name: string) => readFileSync(path.join(SPECIFICATION, `${name}.qnt`), 'utf8');

describe('the formal model', () => {
  it('has a kept run for each of its actions', () => {
    const kept = readdirSync(KEPT).map((name) => readTrace(readFileSync(path.join(KEPT, name), 'utf8')));
    const done = new Set(kept.flatMap(({ steps }) => steps.map(({ action }) => action)));
    // These actions are only parts of other actions.
    const parts = new Set(['issued', 'claimed', 'arrived']);
    const actions = [...specification('steps').matchAll(/^ {2}action (\w+)/gm)].map(([, name]) => name!);
    expect([...done].toSorted()).toEqual(actions.filter((name) => !parts.has(name)).toSorted());
  });
});
