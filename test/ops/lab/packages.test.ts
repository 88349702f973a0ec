import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { LAB } from '../../../ops/lab/install-lab.ts';
import { ROOT } from '../../../ops/local/boot/layout.ts';

type Manifest = { readonly dependencies: Record<string, string>; readonly workspaces?: unknown };
type Lock = { readonly packages: Record<string, { readonly version?: string }> };

const read = (directory: string, file: string) => readFileSync(path.join(directory, file), 'utf8');
const { dependencies } = JSON.parse(read(LAB, 'package.json')) as Manifest;
const names = Object.keys(dependencies);

describe('the packages of the lab', () => {
  it('are not among those that the project installs', () => {
    const { packages } = JSON.parse(read(ROOT, 'package-lock.json')) as Lock;
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => `node_modules/${name}` in packages)).toEqual([]);
    // npm ci installs the packages of every workspace.
    expect(JSON.parse(read(ROOT, 'package.json'))).not.toHaveProperty('workspaces');
  });

  it('have their own dependencies below them, and the lab uses the same pg as the engine', () => {
    const { packages } = JSON.parse(read(LAB, 'package-lock.json')) as Lock;
    const top = Object.keys(packages).filter((place) => place.split('node_modules/').length === 2);
    expect(top.toSorted()).toEqual(names.map((name) => `node_modules/${name}`).toSorted());
  });
});

it.each([ROOT, LAB])('have a lockfile without the host of a registry: %s', (directory) => {
  expect(read(directory, 'package-lock.json')).not.toMatch(/"resolved"/);
});
