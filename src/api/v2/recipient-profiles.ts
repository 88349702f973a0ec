import { formatInstant } from '../../contracts/instant.ts';
import type { FastifyPluginAsync } from 'fastify';
import { Type } from 'typebox';
import { refuseFindings } from '../../accept/refuse-findings.ts';
import { ApiError, apiError } from '../../contracts/api-error.ts';
import { single } from '../../contracts/answers.ts';
import { cursorList } from '../../contracts/v2/cursor-lists.ts';
import {
  RECIPIENT_PROFILE,
  RecipientProfileInput,
  RecipientProfileView,
} from '../../contracts/v2/recipient-profiles.ts';
import { readProfiledNumber } from '../../domain/recipients/profiled-number.ts';
import { readRecipientProfile } from '../../domain/recipients/read-recipient-profile.ts';
import {
  changeOwnProfile,
  getRecipientProfile,
  listRecipientProfiles,
  type StoredProfile,
} from '../../organizations/recipients/recipient-profiles.ts';
import { organizationOf, sessionOf } from '../authentication.ts';
import type { WithBody } from '../bodies/request-bodies.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeAnswer, describeError, documentErrors } from '../documentation/describe-answers.ts';
import { buildCursorAnswer, CursorParameters, type CursorQuery, readCursorRequest } from './cursors.ts';
import { openBodyReader } from '../bodies/open-body-reader.ts';
import { viewRouting } from '../../deliver/writing/view-document.ts';

const BODY_LIMIT = 16 * 1024;
const PATH = '/recipient_profiles';
const TAG = ['Recipient profiles'];
const Params = Type.Object({
  document_number: Type.String({
    description:
      'Number of the recipient, as invoices state it in `document_number`: a NIF, a VAT number of another member state, or a tax number of another country.',
  }),
});
type ByNumber = { Params: { document_number: string } };

/** Routes of version 2 with which a client manages the profiles of its recipients. */
export const recipientProfileRoutes: FastifyPluginAsync<
  Dependencies & { readonly withBody: WithBody }
> = async (app, { pool, withBody, now }) => {
  const readBody = openBodyReader(RecipientProfileInput);

  app.get<{ Querystring: CursorQuery }>(
    PATH,
    {
      config: { right: 'read' },
      schema: {
        operationId: 'listRecipientProfiles',
        summary: 'List recipient profiles',
        description: 'Lists the profiles of the recipients of the organization, the last change first.',
        tags: TAG,
        querystring: CursorParameters,
        response: {
          200: describeAnswer('A page of profiles', cursorList(RecipientProfileView)),
          ...documentErrors(400, 401, 429, 500, 503),
        },
      },
    },
    async (request) => {
      const { organizationId } = organizationOf(request);
      const list = { organizationId, path: PATH, filter: {} };
      const { limit, before } = readCursorRequest(request.query, list);
      const page = { before: before.id, most: limit + 1 };
      const found = await listRecipientProfiles(pool, organizationId, page);
      const shown = found.slice(0, limit);
      const last = found.length > limit ? shown.at(-1)!.id : null;
      const next = last === null ? null : { at: last, id: last };
      return buildCursorAnswer({ items: shown.map(viewProfile), next }, list);
    },
  );

  app.get<ByNumber>(
    `${PATH}/:document_number`,
    {
      config: { right: 'read' },
      schema: {
        operationId: 'getRecipientProfile',
        summary: 'Get a recipient profile',
        description: 'Returns the profile of a recipient.',
        tags: TAG,
        params: Params,
        response: {
          200: describeAnswer('The profile', single(RecipientProfileView)),
          ...documentErrors(400, 401, 404, 429, 500, 503),
        },
      },
    },
    async (request) => {
      const number = readProfiledNumber(request.params.document_number);
      const { organizationId } = organizationOf(request);
      const found = number === null ? null : await getRecipientProfile(pool, organizationId, number);
      if (found === null) throw apiError('unknown_recipient_profile', {});
      return { data: viewProfile(found) };
    },
  );

  app.put<ByNumber>(
    `${PATH}/:document_number`,
    {
      bodyLimit: BODY_LIMIT,
      config: { right: 'recipients' },
      schema: {
        operationId: 'setRecipientProfile',
        summary: 'Set a recipient profile',
        description:
          'Sets the profile of a recipient, which completes the invoices to it that are issued from now on: they contain its values where they state none of their own. Invoices that were issued before do not change. The recipient is identified with `nif`, `nie`, `eu_vat` or `international_vat_number`. The body replaces the whole profile.',
        tags: TAG,
        params: Params,
        body: RECIPIENT_PROFILE.schema,
        response: {
          200: describeAnswer('The profile', single(RecipientProfileView)),
          ...documentErrors(400, 401, 408, 413, 415, 429, 500, 503),
          422: describeError('`validation_failed`: the details say what is wrong with the profile'),
        },
      },
    },
    async (request) => {
      const number = readProfiledNumber(request.params.document_number);
      const input = await withBody(request, async (bytes) => readBody(bytes));
      if (number === null) throw apiError('wrong_recipient_number', {});
      const read = readRecipientProfile(input, number);
      if ('findings' in read) throw new ApiError(refuseFindings(read.findings));
      const session = sessionOf(request);
      const at = now();
      const outcome = await changeOwnProfile(pool, session, number, read.profile, at);
      if (outcome === 'forbidden') throw apiError('missing_right', { right: 'recipients' });
      // The answer is what this request set, although another request may have changed it since.
      const before =
        outcome === 'same' ? await getRecipientProfile(pool, session.organizationId, number) : null;
      const changedAt = before?.changedAt ?? formatInstant(at);
      return { data: viewProfile({ number, profile: read.profile, changedAt }) };
    },
  );

  app.delete<ByNumber>(
    `${PATH}/:document_number`,
    {
      config: { right: 'recipients' },
      schema: {
        operationId: 'removeRecipientProfile',
        summary: 'Remove a recipient profile',
        description: 'Removes the profile of a recipient. Invoices that were issued with it do not change.',
        tags: TAG,
        params: Params,
        response: {
          204: { description: 'The profile is removed', type: 'null' },
          ...documentErrors(400, 401, 404, 415, 429, 500, 503),
        },
      },
    },
    async (request, reply) => {
      const number = readProfiledNumber(request.params.document_number);
      if (number === null) throw apiError('unknown_recipient_profile', {});
      const outcome = await changeOwnProfile(pool, sessionOf(request), number, null, now());
      if (outcome === 'forbidden') throw apiError('missing_right', { right: 'recipients' });
      if (outcome === 'unknown') throw apiError('unknown_recipient_profile', {});
      return reply.code(204).send();
    },
  );
};

function viewProfile({ number, profile, changedAt }: Omit<StoredProfile, 'id'>): RecipientProfileView {
  return {
    document_number: number,
    ...viewRouting(profile),
    spfe_channel: profile.spfeChannel ?? null,
    accepts_without_pdf_since: profile.acceptsWithoutPdfSince ?? null,
    buyer_reference: profile.buyerReference ?? null,
    accounting_reference: profile.accountingReference ?? null,
    default_unit_code: profile.defaultUnitCode ?? null,
    changed_at: changedAt,
  };
}
