import { cpSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findExecutable } from '../../ops/local/boot/find-executable.js';
import { ROOT } from '../../ops/local/boot/layout.ts';
import { findPostgres } from '../../ops/local/servers/postgres-binaries.ts';
import { runCommand } from './run-command.ts';

const BASES = path.join(ROOT, 'ops', 'docker', 'bases');
const DEBIAN = 'invoice-batch-engine-debian';
const AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt';

/** The base images of the engine's images and of compose. */
const BASE_IMAGES = ['node:24-bookworm-slim', 'postgres:18-bookworm', 'redis:7-bookworm'] as const;

/**
 * The apt configuration of the official image. Without it, each layer keeps the downloads of apt.
 */
const DEBIAN_FILE = [
  'FROM debian-as-it-came',
  `RUN for line in 'debian bookworm' 'debian bookworm-updates' 'debian-security bookworm-security'; do set -- $line; echo "deb MIRROR$1 $2 main"; done > /etc/apt/sources.list`,
  `RUN printf '%s\\n' 'DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb /var/cache/apt/archives/partial/*.deb /var/cache/apt/*.bin || true"; };' 'Dir::Cache::pkgcache "";' 'Dir::Cache::srcpkgcache "";' 'Acquire::Languages "none";' > /etc/apt/apt.conf.d/docker-clean`,
  '',
].join('\n');

/**
 * Builds the base images under their official names from packages of Debian and npm, if no registry
 * is reachable.
 * @param mirror the mirror of Debian.
 * @returns the built images.
 */
export async function makeBaseImages(
  docker: (args: readonly string[], input?: string) => Promise<string>,
  work: string,
  mirror: string,
): Promise<string[]> {
  const missing: string[] = [];
  for (const image of BASE_IMAGES)
    if ((await docker(['images', '--quiet', image])) === '') missing.push(image);
  if (missing.length === 0) return [];
  const place = path.join(work, 'bases');
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  const archive = path.join(place, 'debian.tar');
  await runCommand('mmdebstrap', [
    '--variant=minbase',
    '--include=ca-certificates',
    'bookworm',
    archive,
    mirror,
  ]);
  await docker(['import', archive, 'debian-as-it-came']);
  await docker(
    ['build', '--quiet', '--tag', DEBIAN, '-'],
    DEBIAN_FILE.replace('MIRROR', mirror.replace(/debian$/, '')),
  );
  for (const image of missing) await build(image);
  rmSync(place, { recursive: true, force: true });
  return missing;

  async function build(image: string): Promise<void> {
    const [name = ''] = image.split(':');
    const context = path.join(place, name);
    mkdirSync(context);
    await FILL[name]?.(context);
    const file = path.join(BASES, `${name}.Dockerfile`);
    await docker(['build', '--quiet', '--pull=false', '--tag', image, '--file', file, context]);
  }
}

const FILL: Readonly<Record<string, (context: string) => Promise<void>>> = {
  async node(context) {
    cpSync(process.execPath, path.join(context, 'node'));
    // The npm of this machine: the Node.js that a fresh clone fetches comes without one.
    const npm = path.resolve(realpathSync(findExecutable(['npm'])!), '..', '..');
    cpSync(npm, path.join(context, 'npm'), { recursive: true });
    writeFileSync(path.join(context, 'authorities.crt'), readFileSync(AUTHORITIES));
  },
  async postgres(context) {
    const native = path.dirname(path.dirname(findPostgres().postgres));
    cpSync(native, path.join(context, 'postgres'), { recursive: true, verbatimSymlinks: true });
    cpSync(path.join(BASES, 'postgres-entrypoint.sh'), path.join(context, 'postgres-entrypoint.sh'));
  },
};
