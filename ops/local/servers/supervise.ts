import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { SetupError } from '../boot/boot-report.js';
import { keepLogSmall } from './keep-log-small.ts';
import { describeLog } from './logs.ts';

export type SupervisedOptions = {
  readonly name: string;
  readonly log: string;
  readonly start: () => ChildProcess;
  /** Ends the process in an orderly way. */
  readonly stopSignal: 'SIGINT' | 'SIGTERM';
  /** How long an orderly end may take before the process is killed, in ms. */
  readonly patience: number;
  /** Told when the process ended by itself and is started again. */
  readonly report: (message: string) => void;
};

export type Supervised = {
  readonly name: string;
  /** Of the process that runs now. */
  readonly pid: number | undefined;
  /**
   * Waits until the process answers; from then on it is started again whenever it ends by itself.
   * @throws SetupError when it ends before that or takes longer than a minute.
   */
  waitUntilReady(isReady: () => Promise<boolean>): Promise<void>;
  /** Ends the process in an orderly way, or kills it when it is out of patience. */
  stop(): Promise<void>;
  kill(): void;
  /** Starts it again after `stop`. */
  startAgain(): void;
};

const READY_TIMEOUT = 60_000;
const FIRST_PAUSE = 500;
const MAX_PAUSE = 30_000;
/** A process that lived this long starts with the shortest pause again, in ms. */
const STEADY = 60_000;

/** Starts a process and keeps it running. It must lead a process group of its own. */
export function superviseProcess(options: SupervisedOptions): Supervised {
  const { name, report } = options;
  let child: ChildProcess;
  let ready = false;
  let stopping = false;
  let pause = FIRST_PAUSE;

  const launch = () => {
    const started = Date.now();
    child = options.start();
    child.once('error', () => {});
    child.once('exit', (code, signal) => {
      if (!ready || stopping) return;
      if (Date.now() - started > STEADY) pause = FIRST_PAUSE;
      const end = signal ? `was ended by ${signal}` : `ended with code ${code}`;
      report(`${name} ${end}; starting it again in ${pause / 1000} s (log: ${options.log})`);
      setTimeout(() => stopping || launch(), pause);
      pause = Math.min(pause * 2, MAX_PAUSE);
    });
  };
  const signalGroup = (signal: NodeJS.Signals) => {
    if (child.pid === undefined || hasEnded(child)) return;
    try {
      process.kill(-child.pid, signal);
    } catch {
      // It ended in this moment.
    }
  };
  launch();
  keepLogSmall(options.log);

  return {
    name,
    get pid() {
      return child.pid;
    },
    async waitUntilReady(isReady) {
      const deadline = Date.now() + READY_TIMEOUT;
      while (!(await isReady())) {
        // Somebody else's failure ended this one: there is nothing to add to what is being told already.
        if (stopping) await new Promise(() => {});
        if (hasEnded(child)) throw new SetupError(`${name} did not start`, describeLog(options.log));
        if (Date.now() > deadline)
          throw new SetupError(`${name} is not ready after a minute`, describeLog(options.log));
        await delay(40);
      }
      ready = true;
    },
    async stop() {
      stopping = true;
      if (child.pid === undefined || hasEnded(child)) return;
      const ended = once(child, 'exit');
      signalGroup(options.stopSignal);
      const timer = setTimeout(() => signalGroup('SIGKILL'), options.patience);
      await ended;
      clearTimeout(timer);
    },
    kill() {
      stopping = true;
      signalGroup('SIGKILL');
    },
    startAgain() {
      stopping = false;
      launch();
    },
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
}
