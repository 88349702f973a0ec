import { mkdirSync, mkdtempSync, readlinkSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findUnlinked, followLink } from '../../../../ops/local/servers/outside-data.ts';

function openPlaces() {
  const directory = mkdtempSync(path.join(tmpdir(), 'outside-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const local = path.join(directory, 'local');
  const outside = path.join(directory, 'outside');
  mkdirSync(local);
  mkdirSync(outside);
  const open = () => {
    const home = followLink(path.join(local, 'postgres'), outside);
    mkdirSync(home, { recursive: true });
    return home;
  };
  return { local, outside, open };
}

describe('data outside of the project', () => {
  it('are found again by the link in .local', () => {
    const { local, outside, open } = openPlaces();
    const home = open();
    expect(path.dirname(home)).toBe(outside);
    expect(readlinkSync(path.join(local, 'postgres'))).toBe(home);
    expect(open()).toBe(home);
    expect(findUnlinked(local, outside)).toEqual([]);
  });

  it('are begun anew when .local was removed, and the former ones are told', () => {
    const { local, outside, open } = openPlaces();
    const former = open();
    rmSync(local, { recursive: true });
    mkdirSync(local);
    expect(open()).not.toBe(former);
    expect(findUnlinked(local, outside)).toEqual([former]);
  });

  it('are begun anew when the link was moved away, which still leads to the former ones', () => {
    const { local, outside, open } = openPlaces();
    const former = open();
    renameSync(path.join(local, 'postgres'), path.join(local, 'postgres-before'));
    expect(open()).not.toBe(former);
    expect(findUnlinked(local, outside)).toEqual([]);
  });

  it('are not begun beside those that lie in .local, out of reach', () => {
    const { local, open } = openPlaces();
    mkdirSync(path.join(local, 'postgres'));
    expect(() => open()).toThrow('is out of reach for the account that PostgreSQL runs under');
  });
});
