import { readFileSync } from 'node:fs';

/**
 * Returns the seconds for which the cores of this machine have been busy since it started, with any
 * process. Linux only.
 */
export function readMachineTime(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0, steal = 0] = line
    .split(/ +/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softIrq + steal) / TICKS_PER_SECOND;
}

const TICKS_PER_SECOND = 100;
