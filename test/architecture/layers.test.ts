import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findLayerViolations } from '../../ops/lint/find-layer-violations.ts';

/** A source tree in which every import follows the rules. */
const SOUND: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    type: 'module',
    dependencies: { fastify: '1', pg: '1', lodash: '1', 'verifactu-protocol': '1.0.0' },
    devDependencies: { vitest: '1' },
  }),
  ...Object.fromEntries(['fastify', 'pg', 'lodash', 'vitest'].flatMap(buildPackage)),
  'src/contracts/codes.ts': 'export type Code = string;\nexport const CODES: Code[] = [];\n',
  'src/domain/rules.ts': [
    "import { CODES } from '../contracts/codes.ts';",
    "import { hash } from 'verifactu-protocol/records/hash';",
    'export const rules = [CODES, hash];\n',
  ].join('\n'),
  'src/platform/postgres/database.ts': "import pg from 'pg';\nexport const database = pg;\n",
  'src/api/reads/batches.ts':
    "import { database } from '../../platform/postgres/database.ts';\nexport const batches = database;\n",
  'src/issue/chain-records.ts': 'export type Written = number;\nexport const write = 1;\n',
  'src/api/app.ts': [
    "import fastify from 'fastify';",
    "import { batches } from './reads/batches.ts';",
    "import type { Written } from '../issue/chain-records.ts';",
    'export const app: Written = fastify(batches);\n',
  ].join('\n'),
  'migrations/0001.ts': 'export const first = 1;\n',
  'workers/main.ts': 'export const main = 1;\n',
  'packages/aeat-sandbox/src/main.ts': 'export const main = 1;\n',
  'packages/verifactu/package.json': JSON.stringify({
    name: 'verifactu-protocol',
    version: '1.0.0',
    exports: { './*': './src/*.ts' },
  }),
  'packages/verifactu/src/records/hash.ts': 'export const hash = 1;\n',
  'packages/verifactu/src/client/open.ts':
    "import { hash } from '../records/hash.ts';\nexport const open = hash;\n",
  'clients/typescript/src/engine.ts': 'export const engine = 1;\n',
  'ops/tool.ts': "import { app } from '../src/api/app.ts';\nexport const tool = app;\n",
  // The package is not installed, as on most machines.
  'labs/bench/peer.ts': "import { PgBoss } from 'pg-boss';\nexport const peer = PgBoss;\n",
};

/** Imports against the rules: the importing file, what it imports, and the rule. */
const BAD: readonly (readonly [what: string, file: string, target: string, rule: string])[] = [
  ['a layer that imports one above it', 'src/domain/bad.ts', '../api/app.ts', 'layer src/domain'],
  [
    'a type import from a layer that must not be imported at all',
    'src/contracts/bad.ts',
    'type ../domain/rules.ts',
    'layer src/contracts',
  ],
  [
    'a value import from a layer whose types alone may be imported',
    'src/api/bad.ts',
    '../issue/chain-records.ts',
    'types only',
  ],
  ['a package outside its home', 'src/issue/bad.ts', 'fastify', 'home of fastify'],
  [
    'a value import of a package of which only types may be imported',
    'src/api/bad.ts',
    'pg',
    'home of pg: types only',
  ],
  ['a package in a pure layer', 'src/domain/bad.ts', 'lodash', 'pure src/domain'],
  ['a built-in module in a pure layer', 'src/domain/bad.ts', 'node:fs', 'pure src/domain'],
  ['an import of workers', 'ops/bad.ts', '../workers/main.ts', 'nothing-imports-workers'],
  ['an import of ops by the product', 'src/issue/bad.ts', '../../ops/tool.ts', 'layer src/issue'],
  [
    'a module of a package of this repository that this layer may not import',
    'src/domain/bad.ts',
    'verifactu-protocol/client/open',
    'home of packages/verifactu/src/client',
  ],
  [
    'an import of the engine by its package',
    'packages/verifactu/src/records/bad.ts',
    '../../../../src/contracts/codes.ts',
    'layer packages/verifactu/src/records',
  ],
  [
    'a built-in module in the pure part of a package',
    'packages/verifactu/src/records/bad.ts',
    'node:fs',
    'pure packages/verifactu/src/records',
  ],
  [
    'an import of a package by the stand-in, which reads the rules independently',
    'packages/aeat-sandbox/src/bad.ts',
    'verifactu-protocol/records/hash',
    'home of packages/verifactu/src/records',
  ],
  [
    'an import of the engine by its client',
    'clients/typescript/src/bad.ts',
    '../../../src/contracts/codes.ts',
    'layer clients/typescript/src',
  ],
  [
    'a built-in module in the client, except in its command line',
    'clients/typescript/src/bad.ts',
    'node:fs',
    'pure clients/typescript/src',
  ],
  ['a folder that has no rule', 'src/utils/bad.ts', '../contracts/codes.ts', 'layer-without-a-rule'],
  [
    'a development package in the product',
    'src/render/bad.ts',
    'vitest',
    'product-without-development-packages',
  ],
  ['an import of a missing file', 'src/render/bad.ts', './absent.ts', 'not-found'],
  ['an import of the lab', 'ops/bad.ts', '../labs/bench/peer.ts', 'nothing-imports-the-lab'],
  ['a package of the lab outside of it', 'ops/bad.ts', 'pg-boss', 'not-found'],
  ['a package that the lab does not list', 'labs/bad.ts', 'unknown', 'not-found in the lab'],
  ['an import cycle', 'src/domain/bad.ts', './worse.ts', 'no-cycle'],
];
/** Returns the file of a case. Each case has its own, so that one check judges all of them. */
const nameBad = (file: string, index: number) => file.replace('bad', `bad-${index}`);

describe('the layer check', () => {
  it('accepts a valid tree', async () => {
    const { violations } = await findLayerViolations(plantTree({}));
    expect(violations).toEqual([]);
  });

  it('refuses every import against the rules, with its rule', async () => {
    const files = BAD.map(([, file, target], index) => [nameBad(file, index), buildImport(target)] as const);
    const cycle = BAD.findIndex(([, , target]) => target === './worse.ts');
    const { violations } = await findLayerViolations(
      plantTree({
        ...Object.fromEntries(files),
        'src/domain/worse.ts': buildImport(`./bad-${cycle}.ts`),
      }),
    );
    const missed = BAD.filter(
      ([, file, , rule], index) =>
        !violations.some((line) => line.startsWith(`${nameBad(file, index)} → `) && line.includes(rule)),
    );
    expect(missed.map(([what]) => what)).toEqual([]);
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
  // As npm links a workspace.
  symlinkSync('../packages/verifactu', path.join(root, 'node_modules/verifactu-protocol'));
  return root;
}
