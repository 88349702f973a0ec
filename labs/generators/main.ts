import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../ops/local/boot/layout.ts';
import { PLANTED } from '../../test/contracts/support/build-value.ts';
import { openLaterEngine } from '../../test/clients/support/later-engine.ts';
import { END, type Generator, GENERATORS, PRELUDE } from './generators.ts';
import { MORE_GENERATORS } from './more-generators.ts';

/*
 * `node labs/generators/main.ts [NAME] [ADDRESS KEY]` generates clients from the OpenAPI document of
 * version 2 with generators from npm, each in a directory of its own that is removed afterwards.
 * Each client is compiled in TypeScript's strict mode, and reads the answers of an engine of a later
 * version, with members and values of enumerations that the document does not have. With the address
 * and an API key of a running engine (`npm start`), it also reads that engine's answers. Prints the
 * table in docs/clients.md.
 */

/** The packages that compile and run a client, whatever its generator. */
const TOOLS = { typescript: '5.9.3', esbuild: '0.27.2', '@types/node': '24.10.1' };
const STRICT = ['--noEmit', '--strict', '--skipLibCheck', '--types', 'node'];
const MODULES = ['--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'];
const LIBRARIES = ['--lib', 'es2022,dom,dom.iterable', '--allowImportingTsExtensions'];

type Result = { readonly generator: Generator; readonly failure: string | null };

/** Generates, compiles and runs the client of a generator. */
async function judge(generator: Generator, engine: readonly string[]): Promise<Result> {
  const directory = mkdtempSync(path.join(tmpdir(), 'generator-'));
  const run = async (command: string, env: Readonly<Record<string, string>> = {}) => {
    const PATH = `${path.join(directory, 'node_modules/.bin')}:${process.env['PATH']}`;
    const { stdout } = await promisify(execFile)('sh', ['-c', command], {
      cwd: directory,
      env: { ...process.env, NODE_OPTIONS: '', PATH, ...env },
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  };
  const write = (file: string, text: string) => writeFileSync(path.join(directory, file), text);
  try {
    const described = { private: true, type: 'module', dependencies: { ...TOOLS, ...generator.packages } };
    write('package.json', JSON.stringify(described));
    cpSync(path.join(ROOT, 'src/generated/openapi-v2.json'), path.join(directory, 'openapi.json'));
    for (const [file, text] of Object.entries(generator.files ?? {})) write(file, text);
    write('use.ts', [PRELUDE, generator.program, END].join(''));
    await run('npm install --no-audit --no-fund');
    await run(generator.command);
    await run(['tsc', ...STRICT, ...MODULES, ...LIBRARIES, 'use.ts'].join(' '));
    await run('esbuild use.ts --bundle --platform=node --format=esm --packages=external --outfile=use.mjs');
    await using later = await openLaterEngine();
    const read = await run('node use.mjs', { BASE: later.url, KEY: 'any' });
    const [, , , , state] = JSON.parse(read) as unknown[];
    if (state !== PLANTED) throw new Error(`The client read the state ${String(state)}`);
    const [url, key] = engine;
    if (url !== undefined && key !== undefined) await run('node use.mjs', { BASE: url, KEY: key });
    return { generator, failure: null };
  } catch (error) {
    const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string };
    return { generator, failure: [message, stdout, stderr].join('\n').slice(0, 3000) };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

const [first = '', ...rest] = process.argv.slice(2);
const isAddress = first.startsWith('http');
const engine = isAddress ? [first, ...rest] : rest;
const chosen = [...GENERATORS, ...MORE_GENERATORS].filter(({ name }) => isAddress || name.includes(first));
console.log('| generator | version | answers are checked | result |\n|---|---|---|---|');
for (const generator of chosen) {
  const { failure } = await judge(generator, engine);
  const [version] = Object.values(generator.packages);
  console.log(
    `| ${generator.name} | ${version} | ${generator.checks} | ${failure === null ? 'accepts both' : 'fails'} |`,
  );
  if (failure === null) continue;
  console.error(failure);
  process.exitCode = 1;
}
