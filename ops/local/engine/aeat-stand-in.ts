import path from 'node:path';
import { startEngineProcess } from './engine-process.ts';
import { LOCAL, ROOT } from '../boot/layout.ts';
import type { Shutdown } from './shutdown.ts';
import type { Steps } from './step-list.ts';

/** The wait between two envelopes in seconds. AEAT starts with 60. */
const WAIT_SECONDS = 3;

/**
 * Builds the step that starts the stand-in for AEAT if no other service is set. Its census lacks
 * two recipients of the sample: one of their records is accepted with errors, the other is
 * rejected.
 * @param port the port in AEAT_URL of the engine's processes.
 */
export function buildStandInStep(
  port: number,
  environment: NodeJS.ProcessEnv,
  shutdown: Shutdown,
  report: (message: string) => void,
): Steps[number] {
  return {
    title: 'AEAT stand-in',
    async run() {
      const supervised = startEngineProcess({
        name: 'aeat-sandbox',
        script: 'packages/aeat-sandbox/src/main.ts',
        args: [
          `--port=${port}`,
          `--wait=${WAIT_SECONDS}`,
          `--state=${path.join(LOCAL, 'aeat-sandbox')}`,
          `--census=${path.join(ROOT, 'ops', 'local', 'sample', 'census.json')}`,
        ],
        environment,
        report,
      });
      shutdown.add('servers', supervised);
      await supervised.waitUntilReady(() => answers(`http://127.0.0.1:${port}/control`));
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => null);
  return answer?.ok ?? false;
}
