import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '#src/cli/commands.ts';
import { ALLOCATION } from '../../ops/local/boot/node-flags.ts';
import { Environment } from '#src/platform/config/environment.ts';
import {
  listEngine,
  readCompose,
  readCopied,
  readInstructions,
  readScript,
  readStages,
  ROOT,
} from './compose-file.ts';

const TARGETS = ['api', 'worker'];
const engine = listEngine(readCompose());

type Package = { dependencies: Record<string, string> };
const dependencies = Object.assign(
  {},
  ...['package.json', 'packages/verifactu/package.json', 'packages/aeat-sandbox/package.json'].map(
    (file) => (JSON.parse(readFileSync(new URL(file, ROOT), 'utf8')) as Package).dependencies,
  ),
) as Package['dependencies'];

/** Lists every file and package that a program imports, directly or indirectly. */
function collectImports(entry: string, seen = { files: new Set<string>(), packages: new Set<string>() }) {
  if (seen.files.has(entry)) return seen;
  seen.files.add(entry);
  if (!entry.endsWith('.ts')) return seen;
  const source = readFileSync(new URL(entry, ROOT), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const statements = source.matchAll(
    /^(?:import|export)\s+(?!type\b)[^;]*?from\s+'([^'\s]+)'|\bimport\('([^']+)'\)/gm,
  );
  for (const [, named, dynamic] of statements) {
    const specifier = (named ?? dynamic)!;
    const local = specifier.startsWith('#src/') ? specifier.replace('#', './') : specifier;
    if (specifier.startsWith('.'))
      collectImports(new URL(local, new URL(entry, ROOT)).href.replace(ROOT.href, ''), seen);
    else if (specifier.startsWith('#src/')) collectImports(specifier.slice(1), seen);
    else if (specifier.startsWith('verifactu-protocol/'))
      collectImports(`packages/verifactu/src${specifier.slice(specifier.indexOf('/'))}.ts`, seen);
    else if (!isBuiltin(specifier)) seen.packages.add(/^(?:@[^/]+\/)?[^/]+/.exec(specifier)![0]);
  }
  return seen;
}

describe('the images', () => {
  it.each(TARGETS)(
    'run %s as an unprivileged user under tini, with a health check on the operations port',
    (target) => {
      expect(readInstructions(target, 'USER').at(-1)).toBe('node');
      expect(readInstructions(target, 'ENTRYPOINT').at(-1)).toBe('["/usr/bin/tini", "--"]');
      expect(readInstructions(target, 'HEALTHCHECK').at(-1)).toContain(
        'CMD ["node", "ops/docker/check-health.ts"]',
      );
      expect(readInstructions(target, 'EXPOSE').at(-1)).toContain('9464');
    },
  );

  it.each(TARGETS)('contain in %s only the collected files, without a shell or package manager', (target) => {
    expect(readStages().find(({ name }) => name === 'runtime')!.base).toBe('scratch');
    expect(readInstructions(target, 'RUN')).toEqual([]);
    expect(readInstructions(target, 'COPY')[0]).toBe(`--from=${target}-files /files /`);
    expect(readInstructions(`${target}-files`, 'RUN').at(-1)).toContain(
      'collect-files /files /usr/local/bin/node ',
    );
  });

  it('contain Chromium only in the worker', () => {
    expect(readInstructions('worker', 'ENV').join(' ')).toContain(
      'CHROMIUM_PATH=/usr/lib/chromium/chromium-headless-shell',
    );
    expect(readInstructions('worker-files', 'RUN').join(' ')).toMatch(/install .*chromium-headless-shell/);
    expect(readInstructions('api-files', 'RUN').join(' ')).not.toContain('chromium-headless-shell');
  });

  it('install no development package, and run no install script', () => {
    expect(readInstructions('packages', 'RUN').join(' ')).toMatch(
      /npm ci --omit=dev --omit=optional --ignore-scripts/,
    );
  });

  it.each(TARGETS)('set only variables in %s that the engine, Node or the C library knows', (target) => {
    const names = readInstructions(target, 'ENV').flatMap((text) => text.match(/\b[A-Z_]+(?==)/g) ?? []);
    const others = [
      'PATH',
      'NODE_ENV',
      'HOME',
      'XDG_CACHE_HOME',
      'XDG_CONFIG_HOME',
      ...Object.keys(ALLOCATION),
    ];
    expect([...Object.keys(Environment.properties), ...others]).toEqual(expect.arrayContaining(names));
  });

  it.each(engine)('contain everything that %s imports', (_name, { command }, target) => {
    const { files, packages } = collectImports(readScript(command).script);
    const copied = readCopied(target);
    const missing = [...files].filter(
      (file) => !copied.some((path) => file === path || file.startsWith(`${path}/`)),
    );
    expect(missing).toEqual([]);
    expect([...packages].filter((name) => !(name in dependencies))).toEqual([]);
    expect(files.size).toBeGreaterThan(1);
  });

  it('contain everything that the commands of docs/operating.md import', () => {
    const { files } = collectImports('src/cli/main.ts');
    const copied = readCopied('api');
    const missing = [...files].filter(
      (file) => !copied.some((path) => file === path || file.startsWith(`${path}/`)),
    );
    expect(missing).toEqual([]);
    expect([...files]).toEqual(
      expect.arrayContaining(Object.keys(COMMANDS).map((name) => `src/cli/${name}.ts`)),
    );
  });

  it.each(TARGETS)('copy to %s only files that exist and that .dockerignore includes', (target) => {
    const lines = readFileSync(new URL('.dockerignore', ROOT), 'utf8').split('\n');
    const allowed = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    expect(lines.find((line) => line !== '' && !line.startsWith('#'))).toBe('*');
    for (const path of readCopied(target)) {
      expect(existsSync(new URL(path, ROOT))).toBe(true);
      expect(allowed).toContain(path);
    }
  });
});
