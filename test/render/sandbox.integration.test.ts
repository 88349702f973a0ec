import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findChromiumAccount, writeAccountLauncher } from '../../ops/local/servers/chromium-account.ts';
import { findExecutable } from '../../ops/local/boot/find-executable.js';
import { launchChromium } from '../../src/render/browser/chromium-launch.ts';
import { isJudged } from '../support/not-judged.ts';

/* The limits of a page that breaks out of Chromium's renderer. */
const account = findChromiumAccount();

function readStatus(pid: number | string): Record<string, string> {
  const lines = readFileSync(`/proc/${pid}/status`, 'utf8').split('\n');
  return Object.fromEntries(lines.map((line) => line.split(':\t') as [string, string]));
}

/**
 * Whether the kernel allows the account of Chromium to create user namespaces, which its sandbox
 * needs.
 */
function allowsNamespaces(): boolean {
  const become = account ? [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'] : [];
  const unshare = ['unshare', '--user', '--pid', '--fork', 'true'];
  const [program = '', ...args] = account ? [account.setpriv, ...become, ...unshare] : unshare;
  return spawnSync(program, args).status === 0;
}

const hasUnshare = isJudged(findExecutable(['unshare']), "Chromium's sandbox", 'there is no unshare');

describe.runIf(hasUnshare)('Chromium', () => {
  it('uses its sandbox if the kernel allows it, and none of its processes is root or can change its user', async () => {
    const chromium = await launchChromium(process.env['CHROMIUM_PATH']!);
    try {
      expect(chromium.sandboxed).toBe(allowsNamespaces());
      const page = await chromium.browser.newPage();
      const statuses = (await chromium.listProcessIds()).map(readStatus);
      expect(statuses.length).toBeGreaterThan(2);
      const ids = [account?.uid ?? process.getuid!(), account?.gid ?? process.getgid!()];
      for (const { Uid, Gid, CapEff } of statuses) {
        expect(CapEff).toMatch(/^0+$/);
        expect([Uid, Gid]).toEqual(ids.map((id) => `${id}\t${id}\t${id}\t${id}`));
      }
      // A sandboxed renderer process has a filter of system calls and its own process ids.
      const confined = statuses.filter(({ Seccomp, NSpid }) => Seccomp === '2' && NSpid?.includes('\t'));
      expect(confined.length > 0).toBe(chromium.sandboxed);
      await page.close();
    } finally {
      await chromium.browser.close();
    }
  });

  const hasAccount = isJudged(
    account,
    'what the account of Chromium can read',
    'Chromium has an account of its own only as root',
  );
  it.runIf(hasAccount)('cannot read the environment or the files of the user who started it', () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'ibe-secret-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const secret = path.join(directory, 'secret');
    writeFileSync(secret, 'secret', { mode: 0o600 });
    const read = (file: string) => {
      const cat = writeAccountLauncher('/bin/cat', account!);
      const { status, stdout } = spawnSync(cat, [file], { encoding: 'utf8' });
      return { status, stdout };
    };
    expect(read('/proc/self/status').stdout).toContain(`Uid:\t${account!.uid}`);
    for (const file of [secret, `/proc/${process.pid}/environ`, '/etc/shadow'])
      expect({ file, ...read(file) }).toEqual({ file, status: 1, stdout: '' });
  });
});
