import { parseMatchings } from '../sii/book/parse-matchings.ts';
import { matchingOf } from '../sii/consulta/find-entries.ts';
import { slicePage, type ControlRoutes } from './control-handler.ts';
import type { Sandbox } from './sandbox.ts';

/** The routes of the control endpoint for SII and the census service. */
export const BOOK_CONTROLS: ControlRoutes = {
  'GET /control/messages': ({ messages }, { query }) => {
    const service = query.get('service');
    const wanted = messages.messages.filter((message) => service === null || message.service === service);
    return slicePage(wanted, query, ({ sequence }) => sequence).map(({ raw: _raw, ...message }) => message);
  },
  'GET /control/message': ({ messages }, { query }) => {
    const raw = messages.readRaw(Number(query.get('sequence')));
    if (!raw) throw new TypeError('sequence: there is no such message');
    return raw;
  },
  'GET /control/book': (sandbox, { query }) => listEntries(sandbox, query),
  'POST /control/matching': ({ book, now }, { body }) => ({
    matched: book.match(parseMatchings(body), now()),
  }),
};

/** Lists a page of the entries, numbered in the order of their first registration. */
function listEntries({ book }: Sandbox, query: URLSearchParams): unknown[] {
  const nif = query.get('nif');
  const entries = book
    .list()
    .map((entry, index) => ({ order: index + 1, ...entry, matching: matchingOf(entry) }));
  const wanted = entries.filter(({ id }) => nif === null || id.nif === nif);
  return [...slicePage(wanted, query, ({ order }) => order)];
}
