import type { FastifyPluginAsync } from 'fastify';
import { Type } from 'typebox';
import { isNif, normaliseIdentifier } from 'verifactu-protocol/records/nif';
import type { Intake } from '../../accept/intake.ts';
import { refuseFindings } from '../../accept/refuse-findings.ts';
import { ApiError, apiError } from '../../contracts/api-error.ts';
import { single } from '../../contracts/answers.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import { cursorList } from '../../contracts/v2/cursor-lists.ts';
import {
  SERIES_INPUT,
  SeriesChangeView,
  SeriesInput,
  SeriesNumberView,
  SeriesView,
  START_YEARS,
} from '../../contracts/v2/series.ts';
import { refuseIssuer } from '../../domain/invoice/read-issuer-and-number.ts';
import { buildFinding, type Finding, sayAbout } from '../../domain/reading/findings.ts';
import { findCodeFault } from '../../domain/series/read-series.ts';
import {
  asMember,
  getSeries,
  type ListedSeries,
  listChanges,
  listNumbers,
  listSeries,
  setOwnSeries,
} from '../../organizations/series/series.ts';
import { viewCounters } from '../../organizations/series/view-counters.ts';
import { organizationOf, sessionOf } from '../authentication.ts';
import { openBodyReader } from '../bodies/open-body-reader.ts';
import type { WithBody } from '../bodies/request-bodies.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeAnswer, describeError, documentErrors } from '../documentation/describe-answers.ts';
import { exactText } from '../queries/parameters.ts';
import { buildCursorAnswer, CursorParameters, type CursorQuery, readCursorRequest } from './cursors.ts';

const BODY_LIMIT = 16 * 1024;
const PATH = '/series';
const TAG = ['Series'];
const Params = Type.Object({ code: Type.String({ description: 'Code of the series.' }) });
const issuer = exactText('NIF of the issuer of the series.');
const OfIssuer = Type.Object({ issuer_nif: issuer });
type OfCode = { Params: { code: string }; Querystring: { issuer_nif: string } };

/** Routes of version 2 with which a client manages its series of invoice numbers. */
export const seriesRoutes: FastifyPluginAsync<
  Dependencies & {
    readonly withBody: WithBody;
    readonly intake: Pick<Intake, 'issuersOfOthers' | 'knownSeries'>;
  }
> = async (app, { pool, withBody, now, intake }) => {
  const readBody = openBodyReader(SeriesInput);

  /** Finds the series that a request names. @throws 404 if there is none. */
  const find = async (organizationId: number, { params, query }: OfCodeRequest) => {
    const nif = normaliseIdentifier(query.issuer_nif);
    // What is no code or no NIF names no series, and may be a text that PostgreSQL cannot compare.
    const isName = findCodeFault(params.code) === null && isNif(nif);
    const found =
      isName && (await getSeries(asMember(pool, organizationId), organizationId, nif, params.code));
    if (!found) throw apiError('unknown_series', {});
    return found;
  };

  app.get<{ Querystring: CursorQuery & { issuer_nif?: string } }>(
    PATH,
    {
      config: { right: 'read' },
      schema: {
        operationId: 'listSeries',
        summary: 'List series',
        description: 'Lists the series of the organization, the newest first.',
        tags: TAG,
        querystring: Type.Object({
          ...CursorParameters.properties,
          issuer_nif: Type.Optional(exactText('Only series of this issuer.')),
        }),
        response: {
          200: describeAnswer('A page of series', cursorList(SeriesView)),
          ...documentErrors(400, 401, 429, 500, 503),
        },
      },
    },
    async (request) => {
      const { organizationId } = organizationOf(request);
      const { issuer_nif: given } = request.query;
      const issuerNif = given === undefined ? null : normaliseIdentifier(given);
      const list = { organizationId, path: PATH, filter: { issuerNif } };
      const { limit, before } = readCursorRequest(request.query, list);
      const filter = { issuerNif, code: null };
      const part = { before: before.id, most: limit + 1 };
      const found = await listSeries(asMember(pool, organizationId), organizationId, filter, part);
      return buildCursorAnswer(
        pageOf(found.map(viewSeries), found, limit, ({ id }) => id),
        list,
      );
    },
  );

  app.get<OfCode>(
    `${PATH}/:code`,
    {
      config: { right: 'read' },
      schema: {
        operationId: 'getSeries',
        summary: 'Get a series',
        description: 'Returns a series of an issuer with the last numbers that it gave.',
        tags: TAG,
        params: Params,
        querystring: OfIssuer,
        response: {
          200: describeAnswer('The series', single(SeriesView)),
          ...documentErrors(400, 401, 404, 429, 500, 503),
        },
      },
    },
    async (request) => ({ data: viewSeries(await find(organizationOf(request).organizationId, request)) }),
  );

  app.put<OfCode>(
    `${PATH}/:code`,
    {
      bodyLimit: BODY_LIMIT,
      config: { right: 'series' },
      schema: {
        operationId: 'setSeries',
        summary: 'Create or change a series',
        description:
          'Creates a series of an issuer, or changes it. The body replaces the whole series, except that a start, a start year and types that it leaves out keep their values. The pattern, the types and the start cannot change once the series has given a number. A series is never removed: `closed` stops it.',
        tags: TAG,
        params: Params,
        querystring: OfIssuer,
        body: SERIES_INPUT.schema,
        response: {
          200: describeAnswer('The series', single(SeriesView)),
          ...documentErrors(400, 401, 408, 413, 415, 429, 500, 503),
          422: describeError('`validation_failed`: the details say what is wrong with the series'),
        },
      },
    },
    async (request) => {
      const input = await withBody(request, async (bytes) => readBody(bytes));
      const session = sessionOf(request);
      const { code } = request.params;
      const issuerNif = normaliseIdentifier(request.query.issuer_nif);
      const findings = [...findCode(code), ...(await findIssuer(issuerNif, organizationOf(request)))];
      if (findings.length > 0) throw new ApiError(refuseFindings(findings));
      const outcome = await setOwnSeries(pool, session, { issuerNif, code, input, now: now() });
      intake.knownSeries.forget(session.organizationId);
      if (outcome.kind === 'refused') throw new ApiError(refuseFindings(outcome.findings));
      if (outcome.kind === 'forbidden') throw apiError('missing_right', { right: 'series' });
      return { data: viewSeries(await find(session.organizationId, request)) };
    },
  );

  async function findIssuer(
    nif: string,
    { organizationId, issuerNifs }: { organizationId: number; issuerNifs: ReadonlySet<string> | null },
  ): Promise<Finding[]> {
    if (!isNif(nif)) return [buildFinding('issuer_nif', 'invalid', formatMessage('not_valid'), 1123)];
    const standings = await intake.issuersOfOthers.find(organizationId, [nif]);
    const isAllowed = issuerNifs?.has(nif) !== false && standings.get(nif) !== 'bound';
    return isAllowed ? [] : [refuseIssuer(nif)];
  }

  app.get<OfCode & { Querystring: CursorQuery }>(
    `${PATH}/:code/changes`,
    {
      config: { right: 'read' },
      schema: {
        operationId: 'listSeriesChanges',
        summary: 'List the changes of a series',
        description: 'Lists the versions of a series with who stored them, the last first.',
        tags: TAG,
        params: Params,
        querystring: Type.Object({ ...CursorParameters.properties, issuer_nif: issuer }),
        response: {
          200: describeAnswer('A page of changes', cursorList(SeriesChangeView)),
          ...documentErrors(400, 401, 404, 429, 500, 503),
        },
      },
    },
    async (request) => {
      const { organizationId } = organizationOf(request);
      const { id } = await find(organizationId, request);
      const list = { organizationId, path: `${PATH}/changes`, filter: { id } };
      const { limit, before } = readCursorRequest(request.query, list);
      const part = { before: before.id, most: limit + 1 };
      const found = await listChanges(asMember(pool, organizationId), organizationId, id, part);
      const shown = found.map((change) => ({
        pattern: change.pattern,
        invoice_types: [...change.invoiceTypes],
        start: change.start,
        start_year: change.startYear,
        closed: change.isClosed,
        changed_at: change.changedAt,
        changed_by: change.changedBy,
      }));
      return buildCursorAnswer(
        pageOf(shown, found, limit, (change) => change.id),
        list,
      );
    },
  );

  app.get<OfCode & { Querystring: CursorQuery & { year?: number } }>(
    `${PATH}/:code/numbers`,
    {
      config: { right: 'read' },
      schema: {
        operationId: 'listSeriesNumbers',
        summary: 'List the numbers of a series',
        description:
          'Lists the numbers that a series gave in a year with their invoices, the last first. Numbers that it skipped, because invoices that were issued before state them, are listed too.',
        tags: TAG,
        params: Params,
        querystring: Type.Object({
          ...CursorParameters.properties,
          issuer_nif: issuer,
          year: Type.Optional(
            Type.Integer({
              ...START_YEARS,
              description:
                'The year, by the issue date. Default: the last one with numbers. Without effect if the pattern has no year.',
            }),
          ),
        }),
        response: {
          200: describeAnswer('A page of numbers', cursorList(SeriesNumberView)),
          ...documentErrors(400, 401, 404, 429, 500, 503),
        },
      },
    },
    async (request) => {
      const { organizationId } = organizationOf(request);
      const { id, startYear, counters } = await find(organizationId, request);
      const year = startYear === null ? 0 : (request.query.year ?? counters[0]?.year ?? startYear);
      const list = { organizationId, path: `${PATH}/numbers`, filter: { id, year } };
      const { limit, before } = readCursorRequest(request.query, list);
      const part = { before: before.id, most: limit + 1 };
      const found = await listNumbers(asMember(pool, organizationId), organizationId, { id, year }, part);
      const shown = found.map((each) => ({
        counter: each.counter,
        number_serie: each.number,
        invoice_id: each.id,
        invoice_type: each.invoiceType,
        issue_date: each.issueDate,
        issued_at: each.issuedAt,
        stated: each.isStated,
      }));
      return buildCursorAnswer(
        pageOf(shown, found, limit, ({ counter }) => counter),
        list,
      );
    },
  );
};

type OfCodeRequest = {
  readonly params: { readonly code: string };
  readonly query: { readonly issuer_nif: string };
};

function findCode(code: string): Finding[] {
  const fault = findCodeFault(code);
  if (fault === null) return [];
  return [
    {
      field: 'code',
      code: 'invalid',
      aeatCode: null,
      message: sayAbout(formatMessage('series_code'), fault),
    },
  ];
}

/** Returns a page of a list of which one more item than its limit was read. */
function pageOf<Item, Row>(
  items: readonly Item[],
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => number,
) {
  const last = rows.length > limit ? positionOf(rows[limit - 1]!) : null;
  return { items: items.slice(0, limit), next: last === null ? null : { at: last, id: last } };
}

function viewSeries(series: ListedSeries): SeriesView {
  const counters = viewCounters(series);
  return {
    id: series.id,
    issuer_nif: series.issuerNif,
    code: series.code,
    pattern: series.pattern,
    invoice_types: [...series.invoiceTypes],
    start: series.start,
    start_year: series.startYear,
    closed_at: series.closedAt,
    created_at: series.createdAt,
    changed_at: series.changedAt,
    counters,
    last_number: counters[0]?.last_number ?? null,
  };
}
