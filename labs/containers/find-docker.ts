import { existsSync, mkdirSync, readdirSync, readFileSync, copyFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from '../../ops/local/boot/boot-report.js';
import { findExecutable } from '../../ops/local/boot/find-executable.js';
import { runCommand } from './run-command.ts';

/**
 * The newer suite with Docker, because that of Debian 12 is too old for `name:` and
 * `start_interval`.
 */
const NEWER_SUITE = 'trixie';
const NEWER = ['docker.io', 'docker-cli', 'docker-compose', 'docker-buildx'];
const PACKAGES = [...NEWER, 'mmdebstrap'];
const COMPOSE = '/usr/libexec/docker/cli-plugins/docker-compose';
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** The files with apt's package sources on this machine. */
const listSources = (): string[] =>
  ['/etc/apt/sources.list', ...listParts('/etc/apt/sources.list.d')].filter(existsSync);

/** Finds the Debian mirror of this machine. @throws SetupError if apt's sources name none. */
export function requireMirror(): string {
  const mirror = findMirror(
    listSources()
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n'),
  );
  if (mirror === undefined)
    throw new SetupError(
      'apt names no mirror of Debian, which base images are made of',
      'Name one in /etc/apt/sources.list, and run this again.',
    );
  return mirror;
}

/** @returns undefined if these sources name no mirror. */
function findMirror(sources: string): string | undefined {
  const said = sources.replaceAll(/^\s*#.*$/gm, '');
  return /\bhttps?:\/\/[\w.:-]+\/(?:[\w.-]+\/)*debian(?=[\s/]|$)/.exec(said)?.[0];
}

/** Builds apt's preferences for the newer suite: only these packages come from it. */
function buildPins(): string {
  return [
    'Package: *',
    `Pin: release n=${NEWER_SUITE}`,
    'Pin-Priority: -1',
    '',
    `Package: ${NEWER.join(' ')}`,
    `Pin: release n=${NEWER_SUITE}`,
    'Pin-Priority: 990',
    '',
  ].join('\n');
}

/** Finds a running daemon that this process may use. */
export async function isDaemonThere(env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const docker = findExecutable(['docker']);
  if (docker === undefined) return false;
  const { code } = await runCommand(docker, ['info'], { env, codes: [0, 1] });
  return code === 0;
}

/**
 * Makes sure that Docker and mmdebstrap are installed.
 * @param work the directory for apt's lists of the newer suite; the configuration of the machine is
 *   not changed.
 * @throws SetupError if they cannot be installed.
 */
export async function requireDocker(work: string, isRoot = process.getuid?.() === 0): Promise<void> {
  const advice = 'Start a Docker daemon yourself (26 or newer, with compose and buildx), and run this again.';
  if (!isRoot) throw new SetupError('No Docker daemon here, and only root can start one', advice);
  const isThere = findExecutable(['dockerd']) !== undefined && existsSync(COMPOSE);
  if (isThere && findExecutable(['mmdebstrap']) !== undefined) return;
  if (findExecutable(['apt-get']) === undefined)
    throw new SetupError('No Docker here, and no apt that could install it', advice);
  const release = readFileSync('/etc/os-release', 'utf8');
  if (!/^VERSION_CODENAME=bookworm$/m.test(release))
    throw new SetupError('No Docker here, and this is not Debian 12, whose packages are known', advice);
  const mirror = requireMirror();
  const apt = path.join(work, 'apt');
  for (const name of ['parts', 'pins', 'lists/partial']) mkdirSync(path.join(apt, name), { recursive: true });
  for (const file of listSources()) copyFileSync(file, path.join(apt, 'parts', path.basename(file)));
  writeFileSync(
    path.join(apt, 'parts', `${NEWER_SUITE}.list`),
    `deb [signed-by=${KEYRING}] ${mirror} ${NEWER_SUITE} main\n`,
  );
  writeFileSync(path.join(apt, 'pins', 'docker'), buildPins());
  const options = [
    ['Dir::Etc::SourceList', '/dev/null'],
    ['Dir::Etc::SourceParts', path.join(apt, 'parts')],
    ['Dir::Etc::PreferencesParts', path.join(apt, 'pins')],
    ['Dir::State::Lists', path.join(apt, 'lists')],
  ].flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await runCommand('apt-get', [...options, 'update'], { env });
  await runCommand('apt-get', [...options, 'install', '--yes', '--no-install-recommends', ...PACKAGES], {
    env,
  });
}

function listParts(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => /\.(?:list|sources)$/.test(name))
    .map((name) => path.join(directory, name));
}
