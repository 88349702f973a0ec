import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { holdProcessLock, isProcessAlive, withProcessLock } from '../../../../ops/local/boot/process-lock.js';

function buildLockPath(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'lock-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return path.join(directory, 'lock');
}

function findDeadProcess(): number {
  return spawnSync(process.execPath, ['--version']).pid;
}

describe('a process lock', () => {
  it('allows one task at a time', async () => {
    const lock = buildLockPath();
    let running = 0;
    let most = 0;
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
    };
    await Promise.all([withProcessLock(lock, work), withProcessLock(lock, work)]);
    expect(most).toBe(1);
    expect(existsSync(lock)).toBe(false);
  });

  it('is released when the task fails', async () => {
    const lock = buildLockPath();
    await expect(withProcessLock(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(existsSync(lock)).toBe(false);
  });

  it('is free if its process no longer exists', async () => {
    const lock = buildLockPath();
    writeFileSync(lock, String(findDeadProcess()));
    await expect(withProcessLock(lock, async () => {})).resolves.toBeUndefined();
  });

  it('names the process that holds it', () => {
    const lock = buildLockPath();
    writeFileSync(lock, String(process.pid));
    expect(() => holdProcessLock(lock, 'npm start')).toThrow(
      `npm start is already running here (process ${process.pid})`,
    );
  });
});

describe('isProcessAlive', () => {
  it('distinguishes a running Node.js from one that ended', () => {
    expect(isProcessAlive(process.pid)).toBe(true);
    expect(isProcessAlive(findDeadProcess())).toBe(false);
  });

  it.each([0, -1, Number.NaN, 1.5])('returns false for %s', (pid) => {
    expect(isProcessAlive(pid)).toBe(false);
  });

  it.runIf(process.platform === 'linux')(
    'returns false for another program that got the same id later',
    () => {
      const other = spawn('sleep', ['60']);
      onTestFinished(() => void other.kill());
      expect(isProcessAlive(other.pid ?? 0)).toBe(false);
    },
  );
});
