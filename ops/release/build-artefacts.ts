import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { findExecutable } from '../local/boot/find-executable.js';

const DOCKERFILE = 'ops/docker/Dockerfile';
const TARGETS = ['api', 'worker'] as const;

/** Packs the files of a release. @returns the archive. */
export function packProject(root: string): string {
  const directory = path.join(root, '.local', 'release');
  mkdirSync(directory, { recursive: true });
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', directory], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  return path.join(directory, filename);
}

/** Lists the commands that build the images of a version. */
export function listImageBuilds(version: string, revision: string): string[][] {
  return TARGETS.map((target) => [
    'build',
    `--file=${DOCKERFILE}`,
    `--target=${target}`,
    `--tag=${nameImage(target, version)}`,
    `--build-arg=VERSION=${version}`,
    `--build-arg=REVISION=${revision}`,
    '.',
  ]);
}

/** Finds Docker; undefined if it is not installed, or its daemon does not answer. */
export function findDocker(): string | undefined {
  const docker = findExecutable(['docker']);
  return docker !== undefined &&
    spawnSync(docker, ['info'], { stdio: 'ignore', timeout: 10_000 }).status === 0
    ? docker
    : undefined;
}

/** Builds the images with Docker's output on the terminal. @returns their ids by name. */
export function buildImages(
  docker: string,
  root: string,
  version: string,
  revision: string,
): Record<string, string> {
  for (const args of listImageBuilds(version, revision))
    execFileSync(docker, args, { cwd: root, stdio: 'inherit' });
  const names = TARGETS.map((target) => nameImage(target, version));
  const read = (name: string) =>
    execFileSync(docker, ['image', 'inspect', '--format', '{{.Id}}', name], { encoding: 'utf8' }).trim();
  return Object.fromEntries(names.map((name) => [name, read(name)]));
}

const nameImage = (target: (typeof TARGETS)[number], version: string) =>
  `invoice-batch-engine-${target}:${version}`;
