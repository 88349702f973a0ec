import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Mounts a small in-memory file system at a directory. */
export function mountSmall(directory: string, size: string): Disposable {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'ibe-faults', directory], { stdio: 'pipe' });
  return {
    [Symbol.dispose]() {
      execFileSync('umount', ['-l', directory], { stdio: 'pipe' });
    },
  };
}

/** Reports whether this process may mount: as root, outside most containers. */
export function mayMount(): boolean {
  const directory = mkdtempSync(path.join(tmpdir(), 'ibe-mount-'));
  try {
    mountSmall(directory, '1m')[Symbol.dispose]();
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(directory);
  }
}
