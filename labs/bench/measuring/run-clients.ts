/**
 * Lets several clients send requests at the same time. Each sends its next request when the last
 * one is answered, until all are sent.
 */
export async function runClients(
  clients: number,
  requests: number,
  send: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const run = async () => {
    while (next < requests) {
      next += 1;
      await send(next - 1);
    }
  };
  await Promise.all(Array.from({ length: clients }, run));
}
