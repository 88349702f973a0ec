import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasPassed, locatePassedFiles, notePassed } from '../../../../ops/local/testing/passed-before.ts';
import { readPassedFiles } from '../../../support/passed-files.ts';

function makeDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'passed-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

/** Makes a repository with one committed file. */
function makeRepository() {
  const root = makeDirectory();
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.invalid', ...args], {
      cwd: root,
    });
  const change = (text: string) => writeFileSync(path.join(root, 'source'), text);
  const commit = () => {
    git('add', '--all');
    git('commit', '--quiet', '--message=Change');
  };
  git('init', '--quiet');
  change('first');
  commit();
  return { root, change, commit };
}

describe('the test files that passed in the long form', () => {
  it('are noted for the committed sources only, and found again for the same ones', () => {
    const { root, change, commit } = makeRepository();
    const into = makeDirectory();
    const locate = () => locatePassedFiles(root, into, 'unit');
    const first = locate()!;
    appendFileSync(first, '{"file":"test/a.test.ts","passed":2,"skipped":1}\n');
    expect(readPassedFiles(first)).toEqual([{ file: 'test/a.test.ts', passed: 2, skipped: 1 }]);

    change('second');
    expect(locate()).toBeUndefined();
    commit();
    expect(readPassedFiles(locate())).toEqual([]);
    change('first');
    commit();
    expect(locate()).toBe(first);
  });

  it('were all of them only for the sources for which that was noted', () => {
    const { root, change, commit } = makeRepository();
    const into = makeDirectory();
    expect(hasPassed(root, into)).toBe(false);
    notePassed(root, into);
    expect(hasPassed(root, into)).toBe(true);
    change('second');
    notePassed(root, into);
    expect(hasPassed(root, into)).toBe(false);
    commit();
    expect(hasPassed(root, into)).toBe(false);
  });

  it('are read without a line that was not written to its end', () => {
    const place = path.join(makeDirectory(), 'unit.jsonl');
    writeFileSync(place, '{"file":"test/a.test.ts","passed":1,"skipped":0}\n{"file":"test/b');
    expect(readPassedFiles(place).map(({ file }) => file)).toEqual(['test/a.test.ts']);
  });

  it('are none where the sources are in no repository', () => {
    expect(locatePassedFiles(makeDirectory(), makeDirectory(), 'unit')).toBeUndefined();
  });
});
