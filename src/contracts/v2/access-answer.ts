import { type Static, Type } from 'typebox';
import { instant, nullable, wordOf } from '../answers.ts';
import { CENSUS_MODES, CENSUS_WHEN_UNAVAILABLE, KEY_RIGHTS, OUTSIDE_REASONS } from '../codes.ts';
import { MAX_BATCH_INVOICES } from '../limits.ts';
import { REGISTERS, SETTLEMENT_PERIODS } from '../registers.ts';

const closed = { additionalProperties: false };

/** The answer of GET /me: what the credentials of a request give access to. */
export const AccessAnswer = Type.Object(
  {
    data: Type.Object(
      {
        organization: Type.Object(
          {
            id: Type.Integer({ minimum: 1, description: 'Id of the organization at this engine.' }),
            name: Type.String({ description: 'Name of the organization.' }),
            verifactu: Type.Boolean({
              description: 'Whether its invoices are registered with VeriFactu.',
            }),
            outside_reason: Type.Union([wordOf(OUTSIDE_REASONS), Type.Null()], {
              description: 'Why its invoices are not registered with VeriFactu; null if they are.',
            }),
            migrating: Type.Boolean({
              description:
                'Whether it migrates from another system: then issue dates more than 30 days back are accepted.',
            }),
            unique_external_ids: Type.Boolean({
              description:
                'Whether each `external_invoice_id` is used once: an invoice with one that another invoice has, which did not fail, is refused.',
            }),
            census: wordOf(CENSUS_MODES, {
              description:
                "What it does with what AEAT's census says of the issuers and Spanish recipients of its invoices before they are issued: `off` does not ask, `warn` adds warnings, `refuse` fails an invoice whose parties AEAT does not identify.",
            }),
            census_when_unavailable: wordOf(CENSUS_WHEN_UNAVAILABLE, {
              description:
                'With `refuse`: whether batches are issued with a warning while the census does not answer (`proceed`), or wait for it for up to 24 hours (`hold`).',
            }),
            paused_at: nullable(
              Type.String({
                ...instant,
                description:
                  'Since when the operator has paused the organization: its invoices are accepted and wait to be issued. Null if it is not paused.',
              }),
            ),
          },
          { ...closed, title: 'Organization' },
        ),
        key: Type.Object(
          {
            id: Type.Integer({
              minimum: 1,
              description: 'Id of the API key, by which an operator changes or revokes it.',
            }),
            prefix: Type.String({
              description: 'The first characters of the API key.',
              examples: ['org_live_Ab3x'],
            }),
          },
          { ...closed, title: 'ApiKey', description: 'The API key of the request, or of its session.' },
        ),
        session_expires_at: nullable(
          Type.String({
            ...instant,
            description: 'When the session of the request expires; null if it was sent with the API key.',
          }),
        ),
        rights: Type.Array(wordOf(KEY_RIGHTS), { description: 'What the API key may do.' }),
        issuer_nifs: nullable(
          Type.Array(Type.String(), {
            description: 'NIFs of the issuers for which it may issue; null if any issuer is allowed.',
          }),
        ),
        registers: nullable(
          Type.Array(
            Type.Object(
              {
                issuer_nif: Type.String({ description: 'NIF of the issuer.' }),
                register: wordOf(REGISTERS, {
                  description: 'The register at AEAT for its invoices with issue dates from that day on.',
                }),
                period: Type.Union([wordOf(SETTLEMENT_PERIODS), Type.Null()], {
                  description: 'Its settlement period in SII; null with VeriFactu.',
                }),
                from: Type.String({ format: 'date', description: 'From which issue date on.' }),
              },
              { ...closed, title: 'IssuerRegister' },
            ),
            {
              description:
                'What was decided about the registers of these issuers, by NIF and date; null if any issuer is allowed. An issuer without a decision is in the register of the organization: `organization.verifactu`.',
            },
          ),
        ),
        environment: wordOf(['production', 'test'], {
          description:
            'Where invoices are registered: at AEAT, or in a test environment, where they have no effect.',
        }),
        limits: Type.Object(
          {
            requests_per_minute: Type.Integer({
              description:
                'Number of requests per minute for the whole organization, apart from those that create invoices, which have no such limit.',
            }),
            invoices_per_batch: Type.Integer({
              description: 'Number of invoices in a batch.',
              examples: [MAX_BATCH_INVOICES],
            }),
            body_bytes: Type.Integer({ description: 'Size of the body of a batch, in bytes.' }),
            failed_invoices_per_hour: Type.Integer({
              description: 'Number of invoices that may fail validation within an hour.',
            }),
            invoice_wait_seconds: Type.Integer({
              description: 'Number of seconds for which `POST /invoices` waits until an invoice is issued.',
            }),
            seconds_between_batches: Type.Integer({
              description:
                'Number of seconds between two batches or single invoices; 0 if there is no such limit.',
            }),
          },
          { ...closed, title: 'AccessLimits' },
        ),
      },
      { ...closed, title: 'Access' },
    ),
  },
  { ...closed, title: 'AccessAnswer' },
);
export type AccessAnswer = Static<typeof AccessAnswer>;
