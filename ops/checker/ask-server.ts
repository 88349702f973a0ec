/** What a server answered, as a whole. */
export type ServerAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
};

/**
 * Asks a server that an option named.
 * @throws where no whole answer comes, with the option, the server and the cause: the runtime says "fetch failed".
 */
export async function askServer(option: string, url: URL, init: RequestInit = {}): Promise<ServerAnswer> {
  try {
    const answer = await fetch(url, init);
    const body = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, headers: answer.headers, body };
  } catch (error) {
    throw new Error(`${option} ${url.origin} cannot be asked: ${explain(error as Error)}`, { cause: error });
  }
}

/** The cause says why; several addresses that were tried make one without a message. */
function explain(error: Error): string {
  const { message, code } = (error.cause ?? error) as NodeJS.ErrnoException;
  return message || code || error.message;
}
