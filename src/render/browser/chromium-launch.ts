import { tmpdir } from 'node:os';
import type { Browser } from 'playwright-core';
import { killProcessGroup, readProcessGroup } from './process-group.ts';

/**
 * Arguments in addition to those of playwright, which already disable background networking,
 * component updates and first-run tasks. Disabling name resolution is the last of several
 * protections around the page.
 */
const ARGUMENTS = [
  '--disable-sync',
  '--disable-breakpad',
  '--disable-domain-reliability',
  '--disable-gpu',
  '--no-pings',
  '--font-render-hinting=none',
  // With a limited script heap, V8 collects the garbage of each render batch early: a fifth less
  // memory at no measurable cost in time.
  '--js-flags=--max-old-space-size=256',
  '--host-resolver-rules=MAP * ~NOTFOUND',
];

/**
 * The complete environment of Chromium. It contains none of the worker's secrets. A launcher script
 * sets additional variables itself.
 */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: tmpdir(), LANG: 'C.UTF-8', TZ: 'UTC' };

/** A running Chromium that can be closed gracefully or killed with all its processes. */
export type RunningChromium = {
  readonly browser: Browser;
  readonly pid: number;
  /**
   * false when Chromium runs without its sandbox: as root, or where the system does not allow one.
   */
  readonly sandboxed: boolean;
  /** Lists the current process ids of the process tree. */
  listProcessIds(): Promise<number[]>;
  /** Kills all processes. Resolves when playwright has detected the end. */
  kill(): Promise<void>;
};

async function launch(executablePath: string, sandboxed: boolean): Promise<Browser> {
  // Imported lazily: a process that renders nothing starts faster without it and uses 60 MB less
  // memory.
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath,
    args: ARGUMENTS,
    chromiumSandbox: sandboxed,
    env: ENVIRONMENT,
    timeout: 20_000,
    // The worker handles signals. The browser ends with its pipe if the worker is killed.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

async function launchSandboxedIfPossible(
  executablePath: string,
): Promise<{ browser: Browser; sandboxed: boolean }> {
  // The sandbox is tried also as root, because a launcher may run Chromium under its own account.
  try {
    return { browser: await launch(executablePath, true), sandboxed: true };
  } catch {
    // User namespaces are unavailable (as in many containers), or Chromium runs as root. The other
    // protections around the page remain.
  }
  return { browser: await launch(executablePath, false), sandboxed: false };
}

/**
 * Starts Chromium.
 * @throws when the executable does not start.
 */
export async function launchChromium(executablePath: string): Promise<RunningChromium> {
  const { browser, sandboxed } = await launchSandboxedIfPossible(executablePath);
  const session = await browser.newBrowserCDPSession();
  const listProcesses = async () => (await session.send('SystemInfo.getProcessInfo')).processInfo;
  const pid = (await listProcesses()).find(({ type }) => type === 'browser')?.id;
  if (pid === undefined) throw new Error('The process id of Chromium is unknown');
  const group = readProcessGroup(pid);
  return {
    browser,
    pid,
    sandboxed,
    listProcessIds: async () => (await listProcesses()).map(({ id }) => id),
    kill: async () => {
      killProcessGroup(group);
      await browser.close();
    },
  };
}
