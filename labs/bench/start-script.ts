import path from 'node:path';
import { startEngineProcess } from '../../ops/local/engine/engine-process.ts';
import { LOCAL } from '../../ops/local/boot/layout.ts';

export type Started = AsyncDisposable & { readonly pid: number };

let started = 0;

/**
 * Starts a script of this project as a separate process and waits until it is ready. Its output
 * goes to `.local/logs`.
 */
export async function startScript(options: {
  readonly name: string;
  readonly script: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly opsPort?: number;
  readonly isReady: (pid: number | undefined) => Promise<boolean>;
}): Promise<Started> {
  started += 1;
  const supervised = startEngineProcess({
    ...options,
    name: `bench-${options.name}-${started}`,
    environment: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: path.join(LOCAL, 'compile-cache'),
      ...options.environment,
    },
    report: (message) => console.log(`! ${message}`),
  });
  await supervised.waitUntilReady(() => options.isReady(supervised.pid));
  return { pid: supervised.pid!, [Symbol.asyncDispose]: () => supervised.stop() };
}
