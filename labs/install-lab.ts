import path from 'node:path';
import { showStep } from '../ops/local/boot/boot-report.js';
import { findInstalled, installPackages, workOnPackages } from '../ops/local/boot/install-packages.js';
import { LOCAL } from '../ops/local/boot/layout.ts';
import { withProcessLock } from '../ops/local/boot/process-lock.js';

/*
 * Installs the packages that only the benchmark and the formal model need: the libraries that the
 * engine is compared with, and Quint. They have their own package file and lockfile, so that
 * neither `npm start` nor `npm test` nor a plain `npm ci` installs them. The commands that need
 * them install them on first use. protobufjs is one of them because Quint loads it without listing
 * it.
 */

export const LAB = import.meta.dirname;
const MEGABYTES = 70;

/**
 * Installs the packages in the lab's lockfile if they are not installed yet.
 * @throws SetupError if the lockfile is missing or npm fails.
 */
export async function installLab(): Promise<void> {
  if (findInstalled(LAB) === 'all') return;
  await withProcessLock(path.join(LOCAL, 'install-lab.lock'), async () => {
    // The process that held the lock may have installed the packages.
    if (findInstalled(LAB) === 'all') return;
    const options = { withDevelopment: false, logs: path.join(LOCAL, 'logs') };
    const growing = { directory: workOnPackages(LAB), megabytes: MEGABYTES };
    await showStep('Install the packages of the lab', () => installPackages(LAB, 'none', options), growing);
  });
}
