import path from 'node:path';
import { changeSources, copyOlderSources, copySources } from './contexts.ts';
import { VERSIONS } from './stack.ts';
import type { Results } from './results.ts';

type Docker = (args: readonly string[]) => Promise<string>;
const TARGETS = ['api', 'worker'] as const;

/**
 * Builds the images: the current ones from scratch and again after a change of the sources, and
 * those from before an upgrade.
 */
export async function buildImages(
  docker: Docker,
  work: string,
): Promise<Pick<Results, 'images' | 'upgradedFrom'>> {
  const context = copySources(work, 'newer');
  const build = async (from: string, target: string, version: string) => {
    const started = performance.now();
    const file = path.join(from, 'ops', 'docker', 'Dockerfile');
    const tag = `invoice-batch-engine-${target}:${version}`;
    await docker([
      'build',
      '--quiet',
      '--pull=false',
      '--file',
      file,
      '--target',
      target,
      '--tag',
      tag,
      from,
    ]);
    return (performance.now() - started) / 1000;
  };
  await docker(['builder', 'prune', '--all', '--force']);
  const cold = { api: 0, worker: 0 };
  for (const target of TARGETS) cold[target] = await build(context, target, VERSIONS.newer);
  const images = { api: await describe('api'), worker: await describe('worker') };
  changeSources(context);
  for (const target of TARGETS) images[target].rebuildSeconds = await build(context, target, VERSIONS.newer);
  const older = await copyOlderSources(work);
  for (const target of TARGETS) await build(older?.context ?? context, target, VERSIONS.older);
  return { images, upgradedFrom: older?.commit ?? null };

  async function describe(target: (typeof TARGETS)[number]) {
    const image = `invoice-batch-engine-${target}:${VERSIONS.newer}`;
    const bytes = Number(await docker(['image', 'inspect', '--format', '{{.Size}}', image]));
    return {
      megabytes: bytes / 1e6,
      buildSeconds: cold[target],
      rebuildSeconds: 0,
      debianPackages: (await listDebianPackages(docker, image)).length,
    };
  }
}

/** Lists the Debian packages in an image, as scanners find them. */
async function listDebianPackages(docker: Docker, image: string): Promise<string[]> {
  const script = `console.log(require('node:fs').readdirSync('/var/lib/dpkg/status.d').join('\\n'))`;
  return (await docker(['run', '--rm', '--network=none', image, 'node', '-e', script])).split('\n');
}
