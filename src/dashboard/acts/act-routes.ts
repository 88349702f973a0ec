import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { ActorRefused, findTextFault } from '../../contracts/acts.ts';
import { normaliseText } from '../../contracts/shown-text.ts';
import { type ActName, type Became, NotBegun, OFFERED_ACTS } from './offered-act.ts';
import type { OfferedActs } from './open-acts.ts';
import type { CorrectionOrder } from '../../operate/orders/orders.ts';
import { type FormBody, readForms } from '../pages/read-forms.ts';
import { sendIfNew, sendPage } from '../pages/send-page.ts';
import { isFormToken } from '../sign-in/form-token.ts';
import { explainRefused, orderOf, requireViewer } from '../viewer.ts';
import { confirmPage, orderPage, outcomePage, showOrder } from './act-pages.ts';

export type ActsOfDashboard = {
  readonly offered: OfferedActs;
  readonly findOrder: (id: number) => Promise<CorrectionOrder | null>;
};

type Asked = { Params: { act: string; id: string }; Body: FormBody };
type Named = { readonly act: ActName; readonly id: number };

/**
 * Routes of the acts: a page that asks for confirmation (`GET /acts/chain.resume/2`) and its form.
 * The plugin must run behind the login and the check of the right to act.
 */
export const actRoutes: FastifyPluginCallback<ActsOfDashboard> = (app, { offered, findOrder }, done) => {
  readForms(app);

  app.get<Asked>('/acts/:act/:id', async (request, reply) => {
    const named = readName(request.params);
    if (named === null) return answerNothingDone(request, reply);
    return confirm(request, reply, named);
  });

  app.post<Asked>('/acts/:act/:id', async (request, reply) => {
    const viewer = requireViewer(request);
    const named = readName(request.params);
    if (named === null) return answerNothingDone(request, reply);
    const { act, id } = named;
    const { token, seen = '', reason: typed = '', outside_census: chosen } = request.body;
    const again = (status: number, problem: string) =>
      confirm(request, reply.code(status), named, { problem, reason: typed });
    if (!isFormToken(viewer.formToken, token))
      return again(
        403,
        'Nothing was done: the form belonged to another session. Confirm this new form instead.',
      );
    const reason = normaliseText(typed.trim());
    const fault = findTextFault(reason);
    if (fault !== undefined) return again(400, `Nothing was done: the reason ${fault.words.en}.`);
    const order = { ...orderOf(request), reason, seen, isChosen: chosen === 'yes' };
    const told = { act, id, operator: order.operator, client: order.client };
    let became: Became;
    try {
      became = await offered[act].carryOut(id, order);
    } catch (error) {
      if (error instanceof ActorRefused) {
        request.log.warn({ err: error, ...told }, 'An act was refused because its operator lacks the right');
        return again(403, explainRefused(viewer));
      }
      const isBegun = !(error instanceof NotBegun);
      request.log.error(
        { err: error, ...told },
        isBegun ? 'It is unknown whether an act was carried out' : 'An act could not be started',
      );
      return answerFailure(request, reply, named, isBegun);
    }
    request.log.info({ ...told, became: became.kind }, 'An operator confirmed an act');
    switch (became.kind) {
      case 'ordered':
        return reply.redirect(`/acts/orders/${became.orderId}`, 303);
      case 'changed':
        return again(
          409,
          'Nothing was done: the state has changed since you opened the form. Check the current state, then confirm again.',
        );
      case 'refused':
        return again(409, `Nothing was done. ${became.why}`);
      case 'done':
        return sendPage(
          reply,
          outcomePage({ title: nameAct(named), heading: 'Done.', told: became.told, viewer }),
        );
    }
  });

  app.get<{ Params: { id: string } }>('/acts/orders/:id', async (request, reply) => {
    const order = await look(request.params.id);
    return order === null
      ? answerNothingDone(request, reply)
      : sendPage(reply, orderPage(order, requireViewer(request)));
  });
  app.get<{ Params: { id: string } }>('/acts/orders/:id/now', async (request, reply) => {
    const order = await look(request.params.id);
    return order === null ? answerNothingDone(request, reply) : sendIfNew(request, reply, showOrder(order));
  });

  async function look(text: string): Promise<CorrectionOrder | null> {
    const id = readId(text);
    return id === null ? null : findOrder(id);
  }

  async function confirm(
    request: FastifyRequest,
    reply: FastifyReply,
    named: Named,
    more: { readonly problem?: string; readonly reason?: string } = {},
  ): Promise<FastifyReply> {
    let sight;
    try {
      sight = await offered[named.act].look(named.id);
    } catch (error) {
      request.log.error({ err: error, ...named }, 'The state for an act could not be read');
      return answerFailure(request, reply, named, false);
    }
    if (sight === null) return answerNothingDone(request, reply);
    return sendPage(reply, confirmPage({ ...named, sight, viewer: requireViewer(request), ...more }));
  }
  done();
};

function readId(text: string): number | null {
  const id = Number(text);
  return /^[1-9]\d*$/.test(text) && Number.isSafeInteger(id) ? id : null;
}

function readName({ act, id: text }: Asked['Params']): Named | null {
  const name = OFFERED_ACTS.find((each) => each === act);
  const id = readId(text);
  return name === undefined || id === null ? null : { act: name, id };
}

const nameAct = ({ act, id }: Named) => `${act} ${id}`;

function answerNothingDone(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const viewer = requireViewer(request);
  const page = outcomePage({
    title: 'Not found',
    heading: 'Nothing was done.',
    told: 'There is no such act, or nothing with this id.',
    viewer,
  });
  return sendPage(reply.code(404), page);
}

function answerFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  named: Named,
  isBegun: boolean,
): FastifyReply {
  const told = isBegun
    ? 'The answer was lost, so the act may or may not have been carried out. Check the current state; npm run engine -- audit shows the recorded acts.'
    : 'Every act is recorded in the database, but the database is not available now, or Redis does not answer. Try again later.';
  const page = outcomePage({
    title: nameAct(named),
    heading: isBegun ? 'The outcome is unknown.' : 'Nothing was done.',
    told,
    viewer: requireViewer(request),
    again: `/acts/${named.act}/${named.id}`,
  });
  return sendPage(reply.code(503), page);
}
