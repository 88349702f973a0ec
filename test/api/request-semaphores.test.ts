import fastify from 'fastify';
import { expect, it } from 'vitest';
import { installRequestSemaphores } from '#src/api/limits/request-semaphores.ts';
import { PERMITS, REQUESTS_BESIDE_OTHERS } from '../../src/platform/admission/limits.ts';

it('an organization has many requests in progress while it is alone, and few beside others', async () => {
  const inProgress = new Map<number, (() => void)[]>();
  const progressOf = (organizationId: number) => inProgress.get(organizationId) ?? [];
  const app = fastify();
  app.decorateRequest('organization', null);
  app.addHook('onRequest', async (request) => {
    request.organization = { organizationId: Number(request.headers.organization) } as never;
  });
  installRequestSemaphores(app);
  app.get('/', ({ organization }) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const id = organization!.organizationId;
    inProgress.set(id, [...progressOf(id), () => resolve('')]);
    return promise;
  });
  let answered = 0;
  const ask = async (organizationId: number) => {
    await app.inject({ url: '/', headers: { organization: String(organizationId) } });
    answered += 1;
  };
  const answerAll = (organizationId: number) => {
    const ends = progressOf(organizationId);
    inProgress.delete(organizationId);
    for (const end of ends) end();
  };
  const flood = Array.from({ length: PERMITS.requests.atOnce + 5 }, () => ask(1));
  await expect.poll(() => progressOf(1).length).toBe(PERMITS.requests.atOnce);
  const other = ask(2);
  await expect.poll(() => progressOf(2).length).toBe(1);
  answerAll(1);
  for (let left = 5; left > 0; left -= REQUESTS_BESIDE_OTHERS) {
    await expect.poll(() => answered).toBe(flood.length - left);
    await expect.poll(() => progressOf(1).length).toBe(Math.min(left, REQUESTS_BESIDE_OTHERS));
    answerAll(1);
  }
  await Promise.all(flood);
  answerAll(2);
  await other;
  await app.close();
});
