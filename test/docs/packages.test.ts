import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import clientJson from '../../clients/typescript/package.json' with { type: 'json' };
import { ALL_DOCUMENTS } from './support/documents.ts';

const ROOT = new URL('../../', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, ROOT), 'utf8');

/** The files that contain messages and help texts. */
const SOURCES = ['src', 'ops', 'packages', 'workers', 'clients'].flatMap((directory) =>
  readdirSync(new URL(`${directory}/`, ROOT), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|js|json|md|ya?ml|sh)$/.test(name) && !name.includes('node_modules'))
    .map((name) => `${directory}/${name}`),
);

/**
 * Returns the packages that npm or another tool would fetch from its registry and run. Anyone could
 * have registered such a name.
 */
function listFetched(text: string): string[] {
  const commands =
    /\b(?:npx|npm exec|bunx|pnpm dlx|yarn dlx)((?: +--?[\w-]+(?:=\S+)?)*) +(@?[a-z0-9][\w./-]*)/g;
  return [...text.matchAll(commands)].map(([, , name]) => name!);
}

describe('commands that fetch and run a package', () => {
  it("name only the project's own package in documents, messages and help texts", () => {
    const foreign = [...new Set([...ALL_DOCUMENTS, ...SOURCES])].flatMap((file) =>
      listFetched(read(file))
        .filter((name) => name !== clientJson.name)
        .map((name) => `${file}: ${name}`),
    );
    expect(foreign).toEqual([]);
  });
});
