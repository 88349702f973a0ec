import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { SetupError } from '../boot/boot-report.js';
import { keepLogSmall } from './keep-log-small.ts';
import { describeLog, findCause } from './logs.ts';

export type SupervisedOptions = {
  readonly name: string;
  readonly log: string;
  readonly start: () => ChildProcess;
  /** The signal that ends the process in an orderly way. */
  readonly stopSignal: 'SIGINT' | 'SIGTERM';
  /** The time in ms after which a process that does not end is killed. */
  readonly patience: number;
  /** Called when the process ended unexpectedly and is started again. */
  readonly report: (message: string) => void;
};

export type Supervised = {
  readonly name: string;
  /** The id of the current process. */
  readonly pid: number | undefined;
  /**
   * Waits until the process answers. From then on it is started again whenever it ends
   * unexpectedly.
   * @throws SetupError if it ends before that or takes longer than a minute.
   */
  waitUntilReady(isReady: () => Promise<boolean>): Promise<void>;
  /** Ends the process in an orderly way, or kills it after `patience`. */
  stop(): Promise<void>;
  kill(): void;
  /** Starts the process again after `stop`. */
  startAgain(): void;
};

const READY_TIMEOUT = 60_000;
const FIRST_PAUSE = 500;
const MAX_PAUSE = 30_000;
/** The run time in ms after which the pause before the next restart is the shortest again. */
const STEADY = 60_000;

/** Starts a process and keeps it running. The process must lead its own process group. */
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
      report(
        `${name} ${end}: ${findCause(options.log)}; starting it again in ${pause / 1000} s (log: ${options.log})`,
      );
      setTimeout(() => stopping || launch(), pause);
      pause = Math.min(pause * 2, MAX_PAUSE);
    });
  };
  const signalGroup = (signal: NodeJS.Signals) => {
    if (child.pid === undefined || hasEnded(child)) return;
    try {
      process.kill(-child.pid, signal);
    } catch {
      // The process has just ended.
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
        // Another failure, which is reported already, stopped this process.
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
