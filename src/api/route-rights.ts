import type { FastifyInstance } from 'fastify';
import { apiError } from '../contracts/api-error.ts';
import type { KeyRight } from '../contracts/codes.ts';
import { organizationOf } from './authentication.ts';
import { describeError } from './documentation/describe-answers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Right that the API key of the session needs; null if it needs none. */
    right?: KeyRight | null;
  }
}

/** Right that each operation needs. The API does not start if an operation is missing here. */
export const RIGHTS_OF_ROUTES: ReadonlyMap<string, KeyRight | null> = new Map([
  ['endSession', null],
  ['createInvoiceBatch', 'submit'],
  ['validateInvoiceBatch', 'submit'],
  ['previewInvoice', 'submit'],
  ['listInvoiceBatches', 'read'],
  ['getInvoiceBatch', 'read'],
  ['getInvoiceBatchSummary', 'read'],
  ['listBatchInvoices', 'read'],
  ['downloadBatchPdfs', 'read'],
  ['searchBatchInvoices', 'read'],
  ['getBatchInvoice', 'read'],
  ['getRegistration', 'read'],
  ['downloadIssuedInvoicePdf', 'read'],
  ['listDocumentFormats', 'read'],
  ['downloadDocument', 'read'],
  ['downloadBatchDocuments', 'read'],
  ['getRegistrationStatus', 'read'],
  ['getResponsibleDeclaration', null],
  ['listInvoices', 'read'],
  ['getInvoice', 'read'],
  ['lookUpInvoices', 'read'],
  ['listInvoicesOfBatch', 'read'],
  ['listRecipientProfiles', 'read'],
  ['getRecipientProfile', 'read'],
  ['setRecipientProfile', 'recipients'],
  ['removeRecipientProfile', 'recipients'],
  ['annulInvoice', 'correct'],
  ['resendInvoice', 'correct'],
  ['listWebhookEndpoints', 'webhooks'],
  ['getWebhookEndpoint', 'webhooks'],
  ['createWebhookEndpoint', 'webhooks'],
  ['changeWebhookEndpoint', 'webhooks'],
  ['removeWebhookEndpoint', 'webhooks'],
  ['testWebhookEndpoint', 'webhooks'],
]);

/**
 * Refuses requests whose API key lacks the right of the route, and documents this refusal. Runs after
 * authentication and before the body is read.
 * @throws 403; while the API is built, Error for a route that is missing in RIGHTS_OF_ROUTES.
 */
export function installRights(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { operationId = '' } = route.schema ?? {};
    const right = RIGHTS_OF_ROUTES.get(operationId);
    if (right === undefined)
      throw new Error(`${String(route.method)} ${route.url} has no entry in RIGHTS_OF_ROUTES`);
    route.config = { ...route.config, right };
    if (right === null) return;
    const refusal = describeError(`\`forbidden\`: the API key of the session lacks the right \`${right}\``);
    Object.assign(route.schema!.response!, { 403: refusal });
  });
  app.addHook('onRequest', async (request) => {
    const { right } = request.routeOptions.config;
    if (right === null) return;
    if (right === undefined || !organizationOf(request).rights.includes(right))
      throw apiError('missing_right', { right: right ?? 'none' });
  });
}
