import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Manifest } from './manifest.ts';
import { ROOT } from './render.ts';

const OTHERS: Readonly<Record<string, string>> = {
  'keda.sh': '@kubernetes-models/keda',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
};

/**
 * Returns the module with the schema of an object. The packages generate it from Kubernetes'
 * OpenAPI document and from the operators' CRDs.
 */
export function nameSchemaModule({ apiVersion, kind }: Manifest): string {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  return [OTHERS[group!] ?? 'kubernetes-models', group, version, kind].filter(Boolean).join('/');
}

/**
 * Checks objects against their schemas as TypeScript literals: unknown, missing and wrong fields
 * are errors at any depth.
 * @returns the errors, one per line.
 */
export function findSchemaFaults(manifests: readonly Manifest[]): string[] {
  mkdirSync(path.join(ROOT, '.local'), { recursive: true });
  // The directory is inside the project, where its packages are found.
  const directory = mkdtempSync(path.join(ROOT, '.local/schemas-'));
  try {
    for (const [index, manifest] of manifests.entries()) {
      const { kind, metadata } = manifest;
      const imported = `import type { I${kind} } from '${nameSchemaModule(manifest)}';`;
      const literal = `export const manifest: I${kind} = ${JSON.stringify(manifest, null, 1)};`;
      writeFileSync(
        path.join(directory, `${index}-${kind}-${metadata.name}.ts`),
        `${imported}\n${literal}\n`,
      );
    }
    const compilerOptions = { noEmit: true, strict: true, module: 'NodeNext', skipLibCheck: true, types: [] };
    writeFileSync(path.join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    const tsc = path.join(ROOT, 'node_modules/typescript-7/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [tsc, '--project', directory], {
      cwd: directory,
      encoding: 'utf8',
    });
    return stdout.split('\n').filter(Boolean);
  } finally {
    rmSync(directory, { recursive: true });
  }
}
