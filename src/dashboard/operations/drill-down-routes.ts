import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import type { Html } from '../../domain/html/html-template.ts';
import { html } from '../pages/html.ts';
import { layOut } from '../pages/layout.ts';
import { sendIfNew, sendPage } from '../pages/send-page.ts';
import { orderOf } from '../viewer.ts';
import type { OperationsOptions } from './operations-options.ts';
import { showBatch } from './show-batch.ts';
import { showChain } from './show-chain.ts';
import { showDeclaration } from './show-declaration.ts';
import { NO_ANSWER, NO_DATABASE } from './unknown.ts';

/** Interval within which a viewer who keeps a page open counts as one view. */
const LOOK_MS = 10 * 60_000;
const MOST_LOOKS = 1000;

/** Subject of a page about one object, as it appears in the path. */
type Subject = 'batches' | 'chains';

/**
 * Routes `/operations/batches/17` and `/operations/chains/2`, which update themselves like the
 * operations page, and `/operations/declaration`.
 */
export const drillDownPages: FastifyPluginCallback<OperationsOptions> = (app, options, done) => {
  const { source, version, loginOf, showActFor } = options;
  /**
   * Time of the last recorded view by batch and operator, because the live page polls every two
   * seconds.
   */
  const looks = new Map<string, number>();

  /**
   * Records a view of a batch.
   * @returns false if it could not be recorded.
   */
  async function writeLook(
    request: FastifyRequest,
    batchId: number,
    organizationId: number,
  ): Promise<boolean> {
    const order = orderOf(request);
    const key = `${batchId} ${order.operator}`;
    if (performance.now() - (looks.get(key) ?? -Infinity) < LOOK_MS) return true;
    try {
      await source!.recordLook(order, { act: 'batch.look', organizationId, subjectId: batchId });
    } catch (error) {
      request.log.error(
        { err: error, batchId },
        'A view of a batch could not be recorded, so its messages are not shown',
      );
      return false;
    }
    if (looks.size >= MOST_LOOKS) looks.clear();
    looks.set(key, performance.now());
    return true;
  }

  const show: Readonly<Record<Subject, (request: FastifyRequest, id: number) => Promise<Html | null>>> = {
    async batches(request, id) {
      const batch = await source!.readBatch(id);
      if (batch === null) return null;
      const isWritten = batch.faults.length === 0 || (await writeLook(request, id, batch.organizationId));
      return showBatch(batch, isWritten, Date.now(), showActFor(request));
    },
    async chains(request, id) {
      const sight = await source!.readChain(id);
      return sight && showChain(sight, Date.now(), showActFor(request));
    },
  };

  async function build(subject: Subject, request: FastifyRequest, reply: FastifyReply): Promise<Html> {
    if (source === null) return NO_DATABASE;
    const { id } = request.params as { id: string };
    try {
      const shown = await show[subject](request, Number(id));
      if (shown !== null) return shown;
      reply.code(404);
      return html`<p><a href="/operations">← Operations</a></p>
        <h1>Nothing has the id ${id}</h1>`;
    } catch (error) {
      request.log.warn({ err: error }, 'The database could not be read for a page of the dashboard');
      return NO_ANSWER;
    }
  }

  for (const [subject, name] of [
    ['batches', 'Batch'],
    ['chains', 'Chain'],
  ] as const) {
    const path = `/operations/${subject}/:id(^[1-9]\\d{0,14}$)`;
    app.get(path, async (request, reply) => {
      const { id } = request.params as { id: string };
      const main = await build(subject, request, reply);
      const liveFrom = `/operations/${subject}/${id}/now`;
      const login = loginOf(request);
      const live = reply.statusCode === 200 ? { liveFrom } : {};
      return sendPage(reply, layOut({ title: `${name} ${id}`, place: '/operations', main, login, ...live }));
    });
    app.get(`${path}/now`, async (request, reply) =>
      sendIfNew(request, reply, await build(subject, request, reply)),
    );
  }
  app.get('/operations/declaration', async (request, reply) => {
    const login = loginOf(request);
    const read = async () => showDeclaration(await source!.readDeclaration(version), version);
    const main = source === null ? NO_DATABASE : await read().catch(() => NO_ANSWER);
    return sendPage(reply, layOut({ title: 'Declaración responsable', place: '/operations', main, login }));
  });
  done();
};
