import type { IncomingMessage, ServerResponse } from 'node:http';
import { findGaps } from '../inspection/find-gaps.ts';
import { parseFaults } from '../faults/fault.ts';
import { nameChain } from '../records/record.ts';
import type { StoredRecord } from '../registry/registry.ts';
import { parseSettings } from '../exchange/change-settings.ts';
import { parseCensus } from '../taxpayers/census-file.ts';
import { BOOK_CONTROLS } from './book-controls.ts';
import { type ControlRoutes, slicePage } from './control-handler.ts';
import { SPFE_CONTROLS } from './spfe-controls.ts';
import { readBody } from './read-body.ts';
import type { Sandbox } from './sandbox.ts';
import { sendJson } from './send.ts';

/** The handlers of the control endpoint by method and path. Answers are JSON. */
const ROUTES: ControlRoutes = {
  'GET /control': (sandbox) => ({
    settings: sandbox.settings,
    faults: sandbox.faults.list(),
    envelopes: sandbox.office.log.length,
    records: sandbox.office.registry.records.length,
    messages: sandbox.messages.messages.length,
    entries: sandbox.book.list().length,
    documents: sandbox.spfe.list(sandbox.aeatNow()).length,
    routes: Object.keys(ROUTES),
  }),
  'GET /control/log': ({ office }, { query }) => slicePage(office.log, query, ({ sequence }) => sequence),
  'GET /control/records': ({ office }, { query }) =>
    slicePage(office.registry.records, query, ({ order }) => order).map(describeRecord),
  'GET /control/gaps': ({ office }) => findGaps(office.log),
  'GET /control/faults': ({ faults }) => faults.list(),
  'POST /control/faults': ({ faults }, { body }) => faults.add(parseFaults(body)),
  'DELETE /control/faults': ({ faults }) => {
    faults.clear();
    return [];
  },
  'GET /control/settings': ({ settings }) => settings,
  'POST /control/settings': (sandbox, { body }) => {
    sandbox.change(parseSettings(body));
    return sandbox.settings;
  },
  'POST /control/census': (sandbox, { body }) => {
    const census = parseCensus(body);
    sandbox.replaceCensus(census);
    return census;
  },
  ...BOOK_CONTROLS,
  ...SPFE_CONTROLS,
  'POST /control/reset': (sandbox) => {
    sandbox.reset();
    return { reset: true };
  },
};

/**
 * Answers a request of the control endpoint with JSON: 404 for an unknown route, 400 for a body
 * that is not JSON or has invalid content.
 * @throws BodyTooLarge if the body exceeds its limit.
 */
export async function serveControl(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  sandbox: Sandbox,
): Promise<void> {
  const handler = ROUTES[`${request.method} ${url.pathname}`];
  if (!handler) {
    request.resume();
    sendJson(response, 404, { error: 'No such route', routes: Object.keys(ROUTES) });
    return;
  }
  try {
    const text = (await readBody(request)).toString('utf8');
    const body: unknown = text.trim() === '' ? undefined : JSON.parse(text);
    sendJson(response, 200, handler(sandbox, { query: url.searchParams, body }));
  } catch (error) {
    if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error;
    sendJson(response, 400, { error: error.message });
  }
}

function describeRecord({ order, envelope, record, code, text, idPeticion, presentedAt }: StoredRecord) {
  return {
    order,
    envelope,
    chain: nameChain(record),
    kind: record.kind,
    id: record.id,
    refExterna: record.refExterna,
    previous: record.previous,
    generatedAt: record.generatedAt,
    huella: record.huella,
    state: code === null ? 'Correcto' : 'AceptadoConErrores',
    code,
    text,
    idPeticion,
    presentedAt,
  };
}
