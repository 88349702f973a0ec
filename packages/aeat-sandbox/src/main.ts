#!/usr/bin/env node
import { once } from 'node:events';
import { type AeatSandbox, openAeatSandbox } from './open-aeat-sandbox.ts';
import { readOptions, USAGE } from './read-options.ts';

/* Runs the stand-in for AEAT until SIGINT or SIGTERM. */
try {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options) {
    await using sandbox = await openAeatSandbox(options);
    console.log(describeStart(sandbox, process.stdout.isTTY));
    await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  } else {
    console.log(USAGE);
  }
} catch (error) {
  console.error(explain(error as NodeJS.ErrnoException));
  process.exitCode = 1;
}

/** Describes the addresses, for people or as a log line. */
function describeStart(
  { soapUrl, siiUrls, censusUrl, spfeUrl, qrUrl, url }: AeatSandbox,
  isForPeople: boolean,
): string {
  const control = `${url}/control`;
  if (isForPeople) {
    return [
      `AEAT stand-in: ${soapUrl}`,
      `SII:           ${siiUrls.invoices}`,
      `Census:        ${censusUrl}`,
      `SPFE:          ${spfeUrl}`,
      `QR page:       ${qrUrl}`,
      `Control:       ${control}`,
    ].join('\n');
  }
  const { pid } = process;
  const line = { level: 'info', time: new Date().toISOString(), process: 'aeat-sandbox', pid };
  return JSON.stringify({
    ...line,
    soapUrl,
    siiUrls,
    censusUrl,
    spfeUrl,
    qrUrl,
    control,
    message: 'The stand-in for AEAT is listening',
  });
}

/** Explains an error of the system with the option that led to the address or directory. */
function explain({ syscall, code, message }: NodeJS.ErrnoException): string {
  const isAddress = syscall === 'listen' || syscall === 'bind' || syscall === 'getaddrinfo';
  if (isAddress && (code === 'EADDRINUSE' || code === 'EACCES'))
    return `--port (AEAT_SANDBOX_PORT): ${message}`;
  if (isAddress) return `--host (AEAT_SANDBOX_HOST): ${message}`;
  return code?.startsWith('E') && syscall !== undefined
    ? `--state (AEAT_SANDBOX_STATE): ${message}`
    : message;
}
