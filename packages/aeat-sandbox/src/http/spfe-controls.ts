import { enterEvents, parseEvents } from '../spfe/book/parse-events.ts';
import { documentOf } from '../spfe/book/spfe-book.ts';
import { findViolations } from '../spfe/inspection/find-violations.ts';
import { slicePage, type ControlRoutes } from './control-handler.ts';

/** The routes of the control endpoint for the SPFE. */
export const SPFE_CONTROLS: ControlRoutes = {
  'GET /control/spfe/book': (sandbox, { query }) => {
    const nif = query.get('nif');
    const entries = sandbox.spfe
      .list(sandbox.aeatNow())
      .map((entry, index) => ({ order: index + 1, ...entry }));
    const wanted = entries.filter(({ code }) => nif === null || code.nif === nif);
    return slicePage(wanted, query, ({ order }) => order).map(
      ({ admission: { document: _document, ...admission }, history: _history, ...entry }) => ({
        ...entry,
        admission,
      }),
    );
  },
  'GET /control/spfe/document': (sandbox, { query }) => {
    const [nif = '', number = '', date = ''] = ['nif', 'number', 'date'].map((name) => query.get(name) ?? '');
    const entry = sandbox.spfe.find({ nif, number, date }, sandbox.aeatNow());
    if (!entry) throw new TypeError('there is no such invoice');
    const { sha256, isCopy } = entry.admission;
    return { document: documentOf(entry), sha256, isCopy };
  },
  'GET /control/spfe/invariants': (sandbox) =>
    findViolations(sandbox.messages.messages, sandbox.spfe.list(sandbox.aeatNow())),
  'POST /control/spfe/events': (sandbox, { body }) => ({
    entered: enterEvents(sandbox.spfe, parseEvents(body), sandbox.aeatNow()),
  }),
};
