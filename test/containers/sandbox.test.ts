import { describe, expect, it } from 'vitest';
import { findSandboxFaults, type ProcessFacts, readFacts } from './run/sandbox.ts';

const STATUS = [
  'Name:\tchromium',
  'NSpid:\t31024\t123\t4\t1',
  'CapEff:\t0000000000000000',
  'NoNewPrivs:\t1',
  'Seccomp:\t2',
  'Seccomp_filters:\t3',
  '',
].join('\n');
const renderer = readFacts('chromium --type=renderer', STATUS, 'user:[7]');
const worker: ProcessFacts = {
  command: 'node workers/main.ts',
  depth: 2,
  capabilities: '0000000000000000',
  filters: 1,
  hasNoNewPrivileges: true,
  userNamespace: 'user:[1]',
};
const change = (changes: Partial<ProcessFacts>) => [worker, { ...renderer, ...changes }];

describe('the status of a process in the kernel', () => {
  it('contains the depth of its namespaces, its capabilities and the number of its system call filters', () => {
    expect(renderer).toEqual({
      command: 'chromium --type=renderer',
      depth: 4,
      capabilities: '0000000000000000',
      filters: 3,
      hasNoNewPrivileges: true,
      userNamespace: 'user:[7]',
    });
  });
});

describe('the sandbox of Chromium', () => {
  it('is complete if each renderer has its own namespaces and filters, and no capability', () => {
    expect(findSandboxFaults([worker, renderer])).toEqual([]);
  });

  it.each([
    ['without a renderer', [worker], 'there is no renderer'],
    ['without a worker', [renderer], 'there is no worker'],
    ['that was switched off', change({ command: '--no-sandbox --type=renderer' }), 'with --no-sandbox'],
    ['in the namespace of the container', change({ userNamespace: 'user:[1]' }), 'namespace of its worker'],
    ['that sees the other processes', change({ depth: 2 }), 'sees the processes'],
    ['with a capability', change({ capabilities: '0000000000200000' }), 'has capabilities'],
    ['without filters of its own', change({ filters: 1 }), 'no filter'],
    ['that may gain privileges', change({ hasNoNewPrivileges: false }), 'may gain privileges'],
  ])('is incomplete %s', (_what, processes, fault) => {
    expect(findSandboxFaults(processes).join('; ')).toContain(fault);
  });
});
