import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../ops/local/boot/layout.ts';
import { findBridges, findMounts, findTraces } from './run/daemon.ts';
import { buildPins, findMirror, requireDocker } from './run/find-docker.ts';
import { describeResults, LARGEST, type Results } from './run/results.ts';
import { findPlainLines } from './run/steps/prove-logs.ts';

describe('npm run test:containers', () => {
  it('uses the package sources of the machine, and only Docker’s packages from Debian’s newer suite', () => {
    const sources =
      '# http://localhost:81/archive/debian\nURIs: http://localhost/pub/debian\nSuites: bookworm\n';
    expect(findMirror(sources)).toBe('http://localhost/pub/debian');
    expect(findMirror('deb https://localhost/debian bookworm main\n')).toBe('https://localhost/debian');
    expect(findMirror('deb http://localhost/debian-security bookworm-security main\n')).toBeUndefined();
    expect(findMirror('URIs: http://localhost/ubuntu\n')).toBeUndefined();
    expect(buildPins()).toMatch(
      /^Package: \*\n.*\nPin-Priority: -1\n\nPackage: docker\.io [^*]*\n.*\nPin-Priority: 990\n$/,
    );
  });

  it('removes only the firewall rules that its daemon created', () => {
    const rules = [
      '-P FORWARD ACCEPT',
      '-N DOCKER',
      '-N OTHER',
      '-A FORWARD -j OTHER',
      '-A FORWARD -o docker0 -j DOCKER',
      '-A POSTROUTING -s 10.214.3.0/24 ! -o br-2d9a -j MASQUERADE',
      '-A DOCKER -i docker0 -j RETURN',
    ].join('\n');
    expect(findTraces(rules)).toEqual([
      ['-D', 'FORWARD', '-o', 'docker0', '-j', 'DOCKER'],
      ['-D', 'POSTROUTING', '-s', '10.214.3.0/24', '!', '-o', 'br-2d9a', '-j', 'MASQUERADE'],
      ['-F', 'DOCKER'],
      ['-X', 'DOCKER'],
    ]);
  });

  it('removes only its own bridges and mounts', () => {
    const addresses = [
      'lo               UNKNOWN        127.0.0.1/8',
      'docker0          DOWN           10.213.0.1/24',
      'br-649570ab3daa  UP             10.214.2.1/24',
      'br-0000000000aa  UP             172.18.0.1/16',
      'eth0             UP             10.214.9.9/24',
    ].join('\n');
    expect(findBridges(addresses)).toEqual(['docker0', 'br-649570ab3daa']);
    const mounts =
      'nsfs /tmp/one/exec/netns/a nsfs rw 0 0\ntmpfs /tmp/other/x tmpfs rw 0 0\nnsfs /tmp/one/exec/netns/a/b nsfs rw 0 0\n';
    expect(findMounts(mounts, '/tmp/one')).toEqual(['/tmp/one/exec/netns/a/b', '/tmp/one/exec/netns/a']);
  });

  it('finds log lines that are not JSON', () => {
    expect(findPlainLines('{"level":"info"}\n\n  {"level":"warn"}\n')).toEqual([]);
    expect(findPlainLines('{"level":"info"}\nWarning: careful\n12\n')).toEqual(['Warning: careful', '12']);
  });

  it('reports why it cannot run, and the remedy', async () => {
    await expect(requireDocker('/nowhere', false)).rejects.toThrow(
      /^No Docker daemon here, and only root can start one\n {2}Start a Docker daemon yourself/,
    );
  });
});

describe('the results of npm run test:containers', () => {
  const results = JSON.parse(readFileSync(path.join(ROOT, 'ops/docker/results.json'), 'utf8')) as Results;

  it('agree with docs/containers.md', () => {
    const file = path.join(ROOT, 'docs/containers.md');
    const whole = readFileSync(file, 'utf8').replace(
      /(<!-- results -->\n)[^]*?(<!-- \/results -->)/,
      (_, begin, end) => `${begin}${describeResults(results)}${end}`,
    );
    if (process.env['UPDATE_GOLDEN']) writeFileSync(file, whole);
    expect(readFileSync(file, 'utf8')).toBe(whole);
  });

  it('have images that are small enough, a sandbox around Chromium, and memory below the limits', () => {
    for (const name of ['api', 'worker'] as const)
      expect(results.images[name].megabytes).toBeLessThanOrEqual(LARGEST[name]);
    expect(results.sandbox.sandboxed).toBeGreaterThan(0);
    for (const { peakMegabytes, limitMegabytes } of results.memory)
      expect(peakMegabytes).toBeLessThan(limitMegabytes);
    expect(existsSync(path.join(ROOT, 'ops/docker/chromium-seccomp.json'))).toBe(true);
  });
});
