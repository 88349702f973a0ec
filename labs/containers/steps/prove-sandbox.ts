import { readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { findSandboxFaults, type ProcessFacts, readFacts } from '../sandbox.ts';
import type { Stack } from '../stack.ts';

/** Checks the processes of each worker. @throws if Chromium is not in its sandbox. */
export async function proveSandbox(stack: Stack): Promise<{ processes: number; sandboxed: number }> {
  const seen: ProcessFacts[] = [];
  for (const container of await stack.list('worker')) {
    const facts = await listFacts(stack, container);
    const faults = findSandboxFaults(facts);
    if (faults.length > 0) throw new Error(`Chromium is not in its sandbox: ${faults.join('; ')}`);
    for (const fact of facts) seen.push(fact);
  }
  const [{ userNamespace } = { userNamespace: '' }] = seen.filter(({ command }) =>
    command.includes('workers/main.ts'),
  );
  return {
    processes: seen.length,
    sandboxed: seen.filter((one) => one.userNamespace !== userNamespace).length,
  };
}

async function listFacts(stack: Stack, container: string): Promise<ProcessFacts[]> {
  const listed = await stack.docker(['top', container, '-eo', 'pid']);
  const facts = listed.split('\n').slice(1).flatMap(readProcess);
  if (facts.some(({ command }) => command.includes('--type=renderer'))) return facts;
  await wait(500);
  return listFacts(stack, container);
}

function readProcess(pid: string): ProcessFacts[] {
  const place = `/proc/${pid.trim()}`;
  try {
    const command = readFileSync(`${place}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return [readFacts(command, readFileSync(`${place}/status`, 'utf8'), readlinkSync(`${place}/ns/user`))];
  } catch {
    // The process has ended in the meantime.
    return [];
  }
}
