import { openApiClient } from './api-client.ts';
import type { LocalSettings } from '../engine/engine-environment.ts';
import { isSampleDue, runSample, type SampleResult } from './run-sample.ts';
import { decideSampleRegister, setSampleProfiles } from './sample-profiles.ts';
import type { Secrets } from '../engine/secrets.ts';
import { runSteps } from '../engine/step-list.ts';

/**
 * Sends the sample batch of `npm start`, if it is due.
 * @param databaseUrl an address with an operator's rights.
 * @param report called with the reason if the sample cannot be sent.
 * @returns undefined if the organization has batches already, or its key is revoked; the engine
 *   runs in either case.
 */
export async function sendSample(
  settings: LocalSettings,
  secrets: Secrets,
  databaseUrl: string,
  report: (message: string) => void,
): Promise<SampleResult | undefined> {
  const client = await openApiClient(settings);
  if (client === null) {
    report(
      'The API key of .local/secrets.json is revoked, so no sample is sent. `npm run engine -- org key` creates another key',
    );
    return undefined;
  }
  if (!(await isSampleDue(client))) return undefined;
  let result: SampleResult | undefined;
  const run = async (step: { progress: (text: string) => void }) => {
    await setSampleProfiles(databaseUrl, settings.BOOTSTRAP_ORGANIZATION);
    await decideSampleRegister(databaseUrl, settings.BOOTSTRAP_ORGANIZATION, new Date());
    result = await runSample(client, secrets, step.progress);
  };
  await runSteps([{ title: 'Send a sample batch of 31 invoices', run }], { concurrent: false });
  return result;
}
