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
  it('are found again through the link in .local', () => {
    const { local, outside, open } = openPlaces();
    const home = open();
    expect(path.dirname(home)).toBe(outside);
    expect(readlinkSync(path.join(local, 'postgres'))).toBe(home);
    expect(open()).toBe(home);
    expect(findUnlinked(local, outside)).toEqual([]);
  });

  it('start empty if .local was removed, and the former data are reported', () => {
    const { local, outside, open } = openPlaces();
    const former = open();
    rmSync(local, { recursive: true });
    mkdirSync(local);
    expect(open()).not.toBe(former);
    expect(findUnlinked(local, outside)).toEqual([former]);
  });

  it('start empty if the link was moved away, which still leads to the former data', () => {
    const { local, outside, open } = openPlaces();
    const former = open();
    renameSync(path.join(local, 'postgres'), path.join(local, 'postgres-before'));
    expect(open()).not.toBe(former);
    expect(findUnlinked(local, outside)).toEqual([]);
  });

  it('are not created if there are unreachable data in .local', () => {
    const { local, open } = openPlaces();
    mkdirSync(path.join(local, 'postgres'));
    expect(() => open()).toThrow('The account that PostgreSQL runs under cannot reach');
  });
});
