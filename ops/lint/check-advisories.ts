import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { joinVerdicts, judgeAudit, type Verdict, type Vulnerability } from './judge-audit.ts';

/*
 * `npm run check:advisories`: fails for packages with known vulnerabilities of severity high or
 * critical. If the registry does not answer (offline, or its audit endpoint is refused), the check
 * passes with a prominent message, because the failure cannot be fixed here.
 */

/**
 * Packages with accepted vulnerabilities, which only tests use: s3rver, a substitute for S3 on
 * loopback that receives only requests of the tests, needs a busboy whose dicer a form can crash
 * (CVE-2022-24434), and a fast-xml-parser older than 4.2.4 (CVE-2023-34104).
 */
const STAND_IN = new Set(['s3rver', 'busboy', 'dicer', 'fast-xml-parser']);
const DIRECTORIES = ['.', 'labs'];
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, { dev?: boolean }>;
};
const isAccepted = ({ name, nodes = [] }: Vulnerability) =>
  STAND_IN.has(name) && nodes.length > 0 && nodes.every((node) => lock.packages[node]?.dev === true);

/** Audits every package of a directory's lockfile. */
async function audit(directory: string): Promise<Verdict> {
  const child = spawn('npm', ['audit', '--json', '--audit-level=high'], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'ignore'],
    // The npm that runs this script sets the directory of the project in the environment.
    env: {
      ...process.env,
      npm_config_local_prefix: path.resolve(directory),
      npm_config_fetch_retries: '0',
      npm_config_fetch_timeout: '20000',
    },
  });
  const exited = once(child, 'close');
  const report = await text(child.stdout);
  await exited;
  return judgeAudit(report, directory === '.' ? isAccepted : undefined);
}

const verdict = joinVerdicts(await Promise.all(DIRECTORIES.map(audit)));
if (verdict.known) {
  for (const hole of verdict.holes) console.error(hole);
  console.log(`${verdict.holes.length} packages with known vulnerabilities of severity high or critical`);
  process.exitCode = verdict.holes.length > 0 ? 1 : 0;
} else {
  console.log(
    `NOT CHECKED: the registry does not report whether packages have known vulnerabilities (${verdict.reason}). Run this check with another registry.`,
  );
}
