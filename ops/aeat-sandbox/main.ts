import { once } from 'node:events';
import { openAeatSandbox } from './open-aeat-sandbox.ts';
import { readOptions, USAGE } from './read-options.ts';

/* Runs the stand-in for AEAT until it is told to stop. */
try {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options) {
    await using sandbox = await openAeatSandbox(options);
    console.log(`AEAT stand-in: ${sandbox.soapUrl}`);
    console.log(`QR page:       ${sandbox.qrUrl}`);
    console.log(`Control:       ${sandbox.url}/control`);
    await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  } else {
    console.log(USAGE);
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
