import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findLayerViolations } from '../../ops/lint/find-layer-violations.ts';

/** A tree in which every import keeps the rules. */
const SOUND: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    type: 'module',
    dependencies: { fastify: '1', pg: '1', lodash: '1' },
    devDependencies: { vitest: '1' },
  }),
  ...Object.fromEntries(['fastify', 'pg', 'lodash', 'vitest'].flatMap(buildPackage)),
  'src/contracts/codes.ts': 'export type Code = string;\nexport const CODES: Code[] = [];\n',
  'src/domain/rules.ts': "import { CODES } from '../contracts/codes.ts';\nexport const rules = CODES;\n",
  'src/persistence/read/batches.ts': "import pg from 'pg';\nexport const batches = pg;\n",
  'src/persistence/write.ts': 'export type Written = number;\nexport const write = 1;\n',
  'src/http/app.ts': [
    "import fastify from 'fastify';",
    "import { batches } from '../persistence/read/batches.ts';",
    "import type { Written } from '../persistence/write.ts';",
    'export const app: Written = fastify(batches);\n',
  ].join('\n'),
  'migrations/0001.ts': 'export const first = 1;\n',
  'workers/main.ts': 'export const main = 1;\n',
  'clients/typescript/src/engine.ts': 'export const engine = 1;\n',
  'ops/tool.ts': "import { app } from '../src/http/app.ts';\nexport const tool = app;\n",
};

describe('the layer check', () => {
  it('finds nothing in a sound tree', async () => {
    const { violations } = await findLayerViolations(plantTree({}));
    expect(violations).toEqual([]);
  });

  it.each([
    ['a layer that imports one above it', 'src/domain/bad.ts', '../http/app.ts', 'layer src/domain'],
    [
      'a type of a layer that may not be known',
      'src/contracts/bad.ts',
      'type ../domain/rules.ts',
      'layer src/contracts',
    ],
    [
      'a layer that opens what it may only know the types of',
      'src/http/bad.ts',
      '../persistence/write.ts',
      'types only',
    ],
    ['a package outside its home', 'src/persistence/bad.ts', 'fastify', 'home of fastify'],
    [
      'a package that is opened where only its types are known',
      'src/http/bad.ts',
      'pg',
      'home of pg: types only',
    ],
    ['a package in a pure layer', 'src/domain/bad.ts', 'lodash', 'pure src/domain'],
    ['a built-in module in a pure layer', 'src/domain/bad.ts', 'node:fs', 'pure src/domain'],
    ['an import of workers', 'ops/bad.ts', '../workers/main.ts', 'nothing-imports-workers'],
    [
      'an import of ops by the product',
      'src/persistence/bad.ts',
      '../../ops/tool.ts',
      'layer src/persistence',
    ],
    [
      'an import of the engine by its client',
      'clients/typescript/src/bad.ts',
      '../../../src/contracts/codes.ts',
      'layer clients/typescript/src',
    ],
    [
      "a built-in module in the client, but for its command line's",
      'clients/typescript/src/bad.ts',
      'node:fs',
      'pure clients/typescript/src',
    ],
    ['a folder that has no rule', 'src/utils/bad.ts', '../contracts/codes.ts', 'layer-without-a-rule'],
    [
      'a development package in the product',
      'src/pdf/bad.ts',
      'vitest',
      'product-without-development-packages',
    ],
    ['an import of what is not there', 'src/pdf/bad.ts', './absent.ts', 'not-found'],
    ['an import of itself by way of others', 'src/domain/bad.ts', './worse.ts', 'no-cycle'],
  ])('refuses %s', async (_, file, target, rule) => {
    const from =
      file.endsWith('bad.ts') && target === './worse.ts'
        ? { 'src/domain/worse.ts': buildImport('./bad.ts') }
        : {};
    const { violations } = await findLayerViolations(plantTree({ ...from, [file]: buildImport(target) }));
    expect(violations).toContainEqual(expect.stringMatching(new RegExp(`^${file} → .*${rule}`)));
  });
});

function buildPackage(name: string): [string, string][] {
  return [
    [`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' })],
    [`node_modules/${name}/index.js`, 'module.exports = () => 1;\n'],
  ];
}

function buildImport(target: string): string {
  const [keyword, place] = target.startsWith('type ') ? ['import type', target.slice(5)] : ['import', target];
  return `${keyword} * as imported from '${place}';\nexport type { imported };\n`;
}

function plantTree(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(path.join(tmpdir(), 'layers-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [file, text] of Object.entries({ ...SOUND, ...files })) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return root;
}
