/** The complete response of a server. */
export type ServerAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
};

/**
 * Sends a request to a server that a command-line option names.
 * @throws if no complete response arrives. The error names the option, the server and the cause,
 *   since the runtime only reports "fetch failed".
 */
export async function askServer(option: string, url: URL, init: RequestInit = {}): Promise<ServerAnswer> {
  try {
    const answer = await fetch(url, init);
    const body = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, headers: answer.headers, body };
  } catch (error) {
    throw new Error(`${option} ${url.origin} does not answer: ${explain(error as Error)}`, { cause: error });
  }
}

/**
 * Returns the reason from the cause of an error. An error of several addresses has no message, but
 * a code.
 */
function explain(error: Error): string {
  const { message, code } = (error.cause ?? error) as NodeJS.ErrnoException;
  return message || code || error.message;
}
