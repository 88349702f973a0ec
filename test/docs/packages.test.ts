import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import clientJson from '../../clients/typescript/package.json' with { type: 'json' };
import { isRightNode } from '../../ops/local/boot/pinned-node.js';
import { ALL_DOCUMENTS } from './support/documents.ts';

const ROOT = new URL('../../', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, ROOT), 'utf8');

/** The files that contain messages and help texts. */
const SOURCES = ['src', 'ops', 'packages', 'workers', 'clients'].flatMap((directory) =>
  readdirSync(new URL(`${directory}/`, ROOT), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|js|json|md|ya?ml|sh)$/.test(name) && !name.includes('node_modules'))
    .map((name) => `${directory}/${name}`),
);

/** Returns the packages that npm or another tool would fetch from its registry and run. Anyone could have registered such a name. */
function listFetched(text: string): string[] {
  const commands =
    /\b(?:npx|npm exec|bunx|pnpm dlx|yarn dlx)((?: +--?[\w-]+(?:=\S+)?)*) +(@?[a-z0-9][\w./-]*)/g;
  return [...text.matchAll(commands)].map(([, , name]) => name!);
}

describe('commands that fetch and run a package', () => {
  it('are found for every tool', () => {
    const text = '`npx ibe`, npx --yes @a/b, npm exec -- c, npx --no invoice-batch-engine-client submit';
    expect(listFetched(text)).toEqual(['ibe', '@a/b', 'c', clientJson.name]);
  });

  it("name only the project's own package in documents, messages and help texts", () => {
    const foreign = [...new Set([...ALL_DOCUMENTS, ...SOURCES])].flatMap((file) =>
      listFetched(read(file))
        .filter((name) => name !== clientJson.name)
        .map((name) => `${file}: ${name}`),
    );
    expect(foreign).toEqual([]);
  });
});

describe.each(['docs/guide.md', 'docs/guia.md', 'docs/clients.md'])(
  'the Node.js version in %s',
  (document) => {
    it('is accepted by npm start, and the PATH contains the installed one', () => {
      const versions = [...read(document).matchAll(/Node (24[.\d]*)/g)].map(([, version]) => version!);
      expect(versions.length).toBeGreaterThan(0);
      for (const version of versions) {
        const [, minor = ''] = version.split('.');
        expect([isRightNode(version), isRightNode(`24.${Number(minor) - 1}.0`)]).toEqual([true, false]);
      }
      expect(read(document)).toContain('export PATH="$PWD/node_modules/.bin:$PATH"');
    });
  },
);

it.each(['docs/guide.md', 'docs/guia.md'])('%s names the packages that the PHP program needs', (document) => {
  expect(read(document)).toContain('`apt install php-cli php-curl`');
});
