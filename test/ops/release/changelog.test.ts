import { describe, expect, it } from 'vitest';
import { dateUnreleased, readUnreleased, readUpgrading } from '../../../ops/release/changelog.ts';

const CHANGELOG = `# Changelog

## [Unreleased]

### Upgrading

- Migrate first.

### Money

- Cents.

## [0.1.0] - 2026-11-21

The first version.
`;

describe('a release of the changelog', () => {
  it('moves the unreleased entries to the version with its date, and leaves none unreleased', () => {
    const released = dateUnreleased(CHANGELOG, '0.2.0', '2026-12-01');
    expect(released).toBe(
      CHANGELOG.replace('## [Unreleased]\n', '## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n'),
    );
    expect(() => readUnreleased(released)).toThrow('nothing to release');
    expect(() => dateUnreleased(CHANGELOG, '0.1.0', '2026-12-01')).toThrow('has 0.1.0 already');
  });

  it('finds the steps for an upgrade', () => {
    expect(readUpgrading(readUnreleased(CHANGELOG))).toBe('- Migrate first.');
    expect(readUpgrading('### Upgrading\n\n- Last.\n')).toBe('- Last.');
    expect(readUpgrading('### Money\n\n- Cents.')).toBe('');
  });
});
