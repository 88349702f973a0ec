import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { print } from '../../src/cli/print.ts';
import { runCommand } from '../../src/cli/run-command.ts';
import { LOCAL, ROOT } from '../local/boot/layout.ts';
import { hasPassed } from '../local/testing/passed-before.ts';
import { buildImages, findDocker, listImageBuilds, packProject } from './build-artefacts.ts';
import { dateUnreleased, readUnreleased } from './changelog.ts';
import { ReleaseRefused } from './release-refused.ts';
import { openRepository, readNeeds, type Repository, requireReady } from './repository.ts';
import { writeBill, writeDigests } from './write-proofs.ts';
import { DUMPS, nameDump, requireNoDump, writeDump } from './upgrade-dump.ts';
import { describeNeeds } from './upgrade-needs.ts';
import { CLIENT_FILES, requireAgreement, requireNewer, setTags, setVersion } from './versions.ts';

/*
 * npm run release: checks, tags and builds a version, and prints what an upgrade to it needs.
 * Nothing is pushed.
 */

const VERSIONED = [
  'package.json',
  'package-lock.json',
  ...CLIENT_FILES,
  ...globSync('packages/*/package.json', { cwd: ROOT }),
];
const CHANGELOG = 'CHANGELOG.md';
/** The tests that a release runs: both tiers, as CI does. */
const TESTS = ['npm run test', 'npm run test:rest'];
/** The file with the version that the Kubernetes overlays run. */
const KUBERNETES = 'ops/kubernetes/components/release/kustomization.yaml';

const program = new Command('release')
  .description('check, tag and build a version, and print what an upgrade to it needs')
  .argument('<version>', 'the new version, such as 0.2.0; must be newer than the last one')
  .option('--dry-run', 'print everything, and change nothing')
  .action(async (version: string, { dryRun = false }: { dryRun?: boolean }) => {
    const repository = openRepository(ROOT);
    const { version: before } = JSON.parse(read('package.json')) as { version: string };
    requireNewer(version, before);
    requireReady(repository, version);
    requireNoDump(ROOT, version);
    const notes = readUnreleased(read(CHANGELOG));
    const files = buildFiles(before, version);
    await (dryRun ? printSteps(version, repository, files) : release(version, repository, files));
    await print(describeNeeds(readNeeds(repository, notes), repository.lastVersion));
  });

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** Builds the files that a release changes, with their new texts. */
function buildFiles(before: string, version: string): ReadonlyMap<string, string> {
  const today = new Date().toISOString().slice(0, 10);
  const versioned = new Map([
    ...VERSIONED.map((file) => [file, setVersion(read(file), before, version)] as const),
    [KUBERNETES, setTags(read(KUBERNETES), version)],
  ]);
  requireAgreement(versioned, version);
  return new Map([...versioned, [CHANGELOG, dateUnreleased(read(CHANGELOG), version, today)]]);
}

async function printSteps(
  version: string,
  { commit }: Repository,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  const builds = listImageBuilds(version, commit).map((args) => `docker ${args.join(' ')}`);
  await print([
    `Version ${version} of ${commit} would be released with these steps:`,
    ...TESTS.map((command) => `  ${command}`),
    `  ${describeLongForm()}`,
    `  write ${[...files.keys(), nameDump(version)].join(', ')}`,
    `  git commit, git tag v${version}`,
    '  npm pack',
    ...(findDocker() === undefined ? [NO_DOCKER] : builds).map((line) => `  ${line}`),
  ]);
}

async function release(
  version: string,
  { git }: Repository,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  const longForm = describeLongForm();
  for (const command of TESTS) {
    const { status } = spawnSync(command, { cwd: ROOT, stdio: 'inherit', shell: true });
    if (status !== 0) throw new ReleaseRefused(`${command} failed: nothing was changed`);
  }
  if (!writeDump(ROOT, version)) {
    git(['restore', '--', DUMPS]);
    git(['clean', '--quiet', '--force', '--', DUMPS]);
    throw new ReleaseRefused('npm run upgrade:dump failed: nothing was changed');
  }
  for (const [file, text] of files) writeFileSync(path.join(ROOT, file), text);
  git(['add', '--all', '--', DUMPS]);
  git(['commit', '--quiet', `--message=Version ${version}`, '--', ...files.keys(), DUMPS]);
  git(['tag', '--annotate', `v${version}`, `--message=Version ${version}`, `--message=${longForm}`]);
  await print(`v${version} is tagged; git push --follow-tags publishes it`);
  const packed = packProject(ROOT);
  const show = (file: string) => path.relative(ROOT, file);
  await print(`Packed ${show(packed)}`);
  const directory = path.dirname(packed);
  const docker = findDocker();
  if (docker === undefined) {
    const digests = writeDigests(directory, [packed], {});
    return print([NO_DOCKER, `Digests are in ${show(digests)}`]);
  }
  const images = buildImages(docker, ROOT, version, git(['rev-parse', '--short', 'HEAD']));
  const bills = Object.keys(images).map((image) => writeBill(docker, ROOT, image, directory));
  const digests = writeDigests(directory, [packed, ...bills], images);
  await print([
    `Built ${Object.keys(images).length} images of ${version}`,
    `Their bills of materials are in ${bills.map(show).join(', ')}`,
    `Digests are in ${show(digests)}`,
  ]);
}

/** Returns a line that says whether the long form of the tests passed for what is released. */
function describeLongForm(): string {
  return hasPassed(ROOT, path.join(LOCAL, 'test-long'))
    ? 'The long form of the tests (npm run test:long) passed for these sources.'
    : 'The long form of the tests (npm run test:long) did not run to its end for these sources here.';
}

const NO_DOCKER = 'No image is built: Docker is not installed, or its daemon does not answer';

await runCommand(program);
