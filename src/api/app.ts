import { type PermitLimit, PERMITS, UNREAD_ANSWER_LIMITS } from '../platform/admission/limits.ts';
import sensible from '@fastify/sensible';
import {
  fastify,
  LogController,
  type FastifyInstance,
  type FastifyHttpOptions,
  type FastifyRequest,
  type RawServerDefault,
} from 'fastify';
import { apiError } from '../contracts/api-error.ts';
import { API_VERSIONS } from '../contracts/codes.ts';
import { clientNetwork } from '../platform/admission/connections/client-network.ts';
import { installAdmission } from '../platform/admission/connections/admission.ts';
import { createRefusalLog } from '../platform/admission/connections/refusal-log.ts';
import { readProxies } from '../platform/admission/connections/trusted-proxies.ts';
import { createSemaphore } from '../platform/admission/semaphore.ts';
import { limitOrganizationConnections } from '../platform/admission/organization-connections.ts';
import { createAcceptance } from './acceptance.ts';
import { createIssuedBatches } from './await-issued.ts';
import { createIntake } from '../accept/intake.ts';
import { installAmbiguityCheck } from './limits/ambiguous-requests.ts';
import { installAuthentication } from './authentication.ts';
import { createBodyBudget } from '../platform/admission/body-budget.ts';
import { installEncodingCheck } from './bodies/body-encodings.ts';
import { explainRefused, createAuthenticator } from '../organizations/access/sessions.ts';
import { chooseLanguage } from './choose-language.ts';
import type { Dependencies } from './dependencies.ts';
import { type Documents, installDocumentation } from './documentation/install-documentation.ts';
import { installBodyDrain } from './bodies/drain-body.ts';
import { createFailedInvoicesRate } from './limits/failed-invoices-rate.ts';
import { installRequestSemaphores } from './limits/request-semaphores.ts';
import { answerError, installErrors } from './answers/errors.ts';
import { installParameters } from './queries/compile-parameters.ts';
import { installRights } from './route-rights.ts';
import { installRateLimit, createCounters } from './limits/rate-limits.ts';
import { installBodies } from './bodies/request-bodies.ts';
import { rawErrorAnswer, refuseTunnels } from './answers/raw-answers.ts';
import { createPdfReader } from '../deliver/read-stored-pdfs.ts';
import { readRequestId } from './request-id.ts';
import { SECURITY_HEADERS } from './answers/security-headers.ts';
import { traceRequests } from './trace-requests.ts';
import { installMethodCheck } from './answers/wrong-methods.ts';
import { batchDocumentRoutes } from './routes/batch-documents.ts';
import { batchPdfRoutes } from './routes/batch-pdfs.ts';
import { batchInvoiceRoutes } from './routes/batch-invoices.ts';
import { correctionRoutes } from './routes/corrections.ts';
import { createBatchRoutes } from './routes/create-invoice-batch.ts';
import { documentRoutes } from './routes/documents.ts';
import { batchRoutes } from './routes/invoice-batch.ts';
import { batchReadRoutes } from './routes/invoice-batches.ts';
import { pdfRoutes } from './routes/pdfs.ts';
import { previewRoutes } from './routes/preview-invoice.ts';
import { registrationStatusRoute } from './routes/registration-status.ts';
import { responsibleDeclarationRoute } from './routes/responsible-declaration.ts';
import { logoutRoute, sessionRoutes } from './routes/sessions.ts';
import { validateBatchRoutes } from './routes/validate-invoice-batch.ts';
import { ENGLISH_CODE_PAGE } from '../contracts/v2/code-reference.ts';
import { CODES_PATH } from '../contracts/v2/details.ts';
import { SPANISH_CODE_PAGE } from '../contracts/v2/spanish-code-reference.ts';
import { writeCodePage } from './reference/code-page.ts';
import { batchListRoutes } from './v2/batches.ts';
import { bookRoutes } from './v2/books.ts';
import { creditInvoiceRoute } from './v2/credit-invoice.ts';
import { createInvoiceRoute } from './v2/create-invoice.ts';
import { eventRoutes } from './v2/events.ts';
import { invoiceRoutes } from './v2/invoices.ts';
import { accessRoute } from './v2/me.ts';
import { paymentRoutes } from './v2/payments.ts';
import { spfeRoutes } from './v2/spfe.ts';
import { spfeStatusRoutes } from './v2/spfe-status.ts';
import { replayRoutes } from './v2/replay-events.ts';
import { recipientProfileRoutes } from './v2/recipient-profiles.ts';
import { bothRegistersRoute } from './v2/registration-status.ts';
import { seriesRoutes } from './v2/series.ts';
import { webhookEndpointRoutes } from './v2/webhook-endpoints.ts';
import { API_FORMS, type ApiForm } from './versions.ts';

/** A read of the API normally takes milliseconds; PostgreSQL cancels a read after this time. */
const LONGEST_READ_MS = 10_000;

/** Builds the API server. The caller starts listening. */
export async function buildApp(dependencies: Dependencies): Promise<FastifyInstance> {
  const { environment, logger, metrics, limits } = dependencies;
  const isProxy = readProxies(environment.TRUSTED_PROXIES);
  const app: FastifyInstance = fastify(buildServerOptions(isProxy, dependencies));
  await app.register(sensible);
  installErrors(app);
  const refusals = createRefusalLog((details, message) => logger.warn(details, message));
  const refusalsOfKnown = createRefusalLog((details, message) => logger.info(details, message));
  app.addHook('onClose', async () => {
    refusals[Symbol.dispose]();
    refusalsOfKnown[Symbol.dispose]();
  });
  const connections = installAdmission(app, {
    most: environment.CONNECTION_LIMIT,
    isProxy,
    onRefused: (share) => metrics.connectionsRefused.inc({ share }),
    refusals,
    unreadBytes: limits?.unreadAnswerBytes ?? UNREAD_ANSWER_LIMITS.bytes,
    ownerOf: nameOwner,
  });
  limitOrganizationConnections(dependencies.pool, {
    withPermit: createSemaphore(PERMITS.connections),
    longestReadMs: limits?.longestReadMs ?? LONGEST_READ_MS,
  });
  const intake = createIntake(dependencies.examiner, dependencies.pool, dependencies.now);
  const pdfReader = createPdfReader(dependencies.pool, dependencies.extractor, dependencies.outside);
  const openDownloads = (permits: PermitLimit) =>
    createSemaphore({ ...permits, patienceMs: limits?.downloadPatienceMs ?? permits.patienceMs });
  const downloads = openDownloads(PERMITS.downloads);
  const zipPermits = {
    withPermit: openDownloads(PERMITS.zips),
    whileBegun: openDownloads({
      ...PERMITS.begunZips,
      atOnce: limits?.begunZips ?? PERMITS.begunZips.atOnce,
    }),
    whileJudged: openDownloads(PERMITS.judging),
  };
  const books = {
    whileWritten: openDownloads(PERMITS.books),
    whileAnyWritten: openDownloads(PERMITS.allBooks),
  };
  const corrections = {
    withPermit: createSemaphore(PERMITS.corrections),
    withSharedPermit: createSemaphore(PERMITS.allCorrections),
  };
  traceRequests(app, dependencies.traces, isProxy);
  const withBody = installBodies(app, createBodyBudget(environment.BODY_BUDGET), metrics);
  installParameters(app);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));

  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id).headers(SECURITY_HEADERS);
  });
  app.decorateRequest('organization', null);
  app.decorateRequest('refusedSecret', null);
  const explain = ({ refusedSecret: secret }: FastifyRequest) =>
    secret === null ? undefined : () => explainRefused(dependencies.pool, secret, dependencies.now());
  installAmbiguityCheck(app);
  installEncodingCheck(app);
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    metrics.requestSeconds.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    const { statusCode: status } = reply;
    const told = { method: request.method, route, status, ms: Math.round(reply.elapsedTime) };
    if (status >= 500) return request.log.warn(told, 'Request answered');
    if (status < 400) return request.log.info(told, 'Request answered');
    const details = { client: request.ip, requestId: request.id, ...told };
    if (request.organization === null) {
      refusals.note(clientNetwork(request.ip), details, 'Unauthenticated request refused', explain(request));
    } else {
      const { organizationId } = request.organization;
      refusalsOfKnown.note(nameOwner(request)!, { organizationId, ...details }, 'Request refused');
    }
  });

  const issued = createIssuedBatches(dependencies.pool);
  app.decorate('endWaits', () => issued.stop());
  app.addHook('preClose', async () => issued.stop());
  installBodyDrain(app);
  const documents = await installDocumentation(app);
  installMethodCheck(app);
  const counters = createCounters(app, dependencies.redis);
  const authenticator = createAuthenticator(dependencies.pool, dependencies.now);
  await app.register(sessionRoutes, {
    ...dependencies,
    withBody,
    authenticator,
    redis: counters,
  });
  await app.register(async (authenticated) => {
    installAuthentication(authenticated, authenticator);
    authenticated.addHook('onRequest', async (request, reply) => {
      if (connections.know(request.raw.socket, nameOwner(request))) return;
      reply.header('Connection', 'close');
      throw apiError('busy_connections', {});
    });
    installRights(authenticated);
    installRequestSemaphores(authenticated);
    await authenticated.register(logoutRoute, { authenticator });
    const acceptance = createAcceptance(authenticated, {
      ...dependencies,
      withBody,
      intake,
      failedInvoices: createFailedInvoicesRate(counters, environment.FAILED_INVOICES_PER_HOUR),
    });
    await authenticated.register(createBatchRoutes, { ...dependencies, acceptance });
    await authenticated.register(createInvoiceRoute, { ...dependencies, acceptance, issued });
    await authenticated.register(creditInvoiceRoute, { ...dependencies, acceptance, issued, withBody });
    const openForm = (form: ApiForm) => ({
      ...dependencies,
      form,
      prefix: form.prefix,
      withBody,
      intake,
      pdfReader,
    });
    await authenticated.register(async (reads) => {
      await installRateLimit(reads, counters, {
        max: environment.READ_RATE_LIMIT,
        key: 'organization',
      });
      const v1 = openForm(API_FORMS[1]);
      await reads.register(validateBatchRoutes, v1);
      await reads.register(correctionRoutes, { ...v1, ...corrections });
      await reads.register(batchReadRoutes, v1);
      await reads.register(batchRoutes, v1);
      await reads.register(batchInvoiceRoutes, v1);
      await reads.register(registrationStatusRoute, v1);
      await reads.register(responsibleDeclarationRoute, v1);
      await reads.register(pdfRoutes, { ...v1, withPermit: downloads });
      await reads.register(batchPdfRoutes, { ...v1, ...zipPermits });
      await reads.register(documentRoutes, { ...v1, withPermit: downloads });
      await reads.register(batchDocumentRoutes, { ...v1, ...zipPermits });
      const v2 = openForm(API_FORMS[2]);
      await reads.register(accessRoute, v2);
      await reads.register(validateBatchRoutes, v2);
      await reads.register(previewRoutes, v2);
      await reads.register(batchListRoutes, v2);
      await reads.register(batchRoutes, v2);
      await reads.register(invoiceRoutes, v2);
      await reads.register(correctionRoutes, { ...v2, ...corrections });
      await reads.register(bothRegistersRoute, v2);
      await reads.register(responsibleDeclarationRoute, v2);
      await reads.register(pdfRoutes, { ...v2, withPermit: downloads });
      await reads.register(batchPdfRoutes, { ...v2, ...zipPermits });
      await reads.register(documentRoutes, { ...v2, withPermit: downloads });
      await reads.register(batchDocumentRoutes, { ...v2, ...zipPermits });
      await reads.register(bookRoutes, { ...v2, ...books });
      await reads.register(paymentRoutes, v2);
      await reads.register(spfeRoutes, v2);
      await reads.register(spfeStatusRoutes, { ...v2, openPermits: openDownloads });
      await reads.register(recipientProfileRoutes, v2);
      await reads.register(seriesRoutes, v2);
      await reads.register(webhookEndpointRoutes, v2);
      await reads.register(replayRoutes, v2);
      await reads.register(eventRoutes, v2);
    });
  });
  serveDocuments(app, documents);
  // The module that renders the reference page is loaded only if the page is enabled.
  if (environment.DOCS) {
    const { referencePage } = await import('./reference/reference-page.ts');
    await app.register(referencePage, { servesApi: true });
  }
  // A server may ignore an unknown expectation (RFC 9110, 10.1.1). Node's own answer would have no
  // body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  refuseTunnels(app.server);
  await app.ready();
  return app;
}

/**
 * Serves the OpenAPI document of each version and the reference of the codes. Each is built when it
 * is first requested, in each of its languages.
 */
function serveDocuments(app: FastifyInstance, documents: Documents): void {
  for (const version of API_VERSIONS) {
    let document: string | undefined;
    app.get(`${API_FORMS[version].prefix}/openapi.json`, { schema: { hide: true } }, (_request, reply) =>
      reply.type('application/json; charset=utf-8').send((document ??= JSON.stringify(documents[version]()))),
    );
  }
  const pages = { en: ENGLISH_CODE_PAGE, es: SPANISH_CODE_PAGE };
  const written = new Map<keyof typeof pages, string>();
  app.get(CODES_PATH, { schema: { hide: true } }, (request, reply) => {
    const language = chooseLanguage(request, reply);
    const page = written.get(language) ?? writeCodePage(pages[language]);
    written.set(language, page);
    return reply.type('text/html; charset=utf-8').send(page);
  });
}

function nameOwner({ organization }: FastifyRequest): string | null {
  return organization && `organization ${organization.organizationId}`;
}

function buildServerOptions(
  isProxy: (address: string) => boolean,
  { logger, limits }: Pick<Dependencies, 'logger' | 'limits'>,
): FastifyHttpOptions<RawServerDefault> {
  return {
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: readRequestId,
    trustProxy: isProxy,
    // The server closes the connection of a client that sends its headers or its request more
    // slowly than this.
    requestTimeout: 60_000,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 2000, requireHostHeader: false },
    keepAliveTimeout: 72_000,
    // The server closes the connection if the client reads nothing of an answer for this time,
    // because unread answers occupy memory.
    connectionTimeout: limits?.unreadAnswerMs ?? 45_000,
    forceCloseConnections: 'idle',
    // While the process stops, requests that still arrive on a busy connection are answered; then
    // the connection is closed.
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => {
      if (socket.writable) socket.end(rawErrorAnswer(error));
      else socket.destroy();
    },
    frameworkErrors: answerError,
    rewriteUrl: ({ url = '/' }) => makeDecodable(url),
    // Ids of any length up to the header limit reach their routes.
    routerOptions: { maxParamLength: 16 * 1024 },
  };
}

/**
 * Escapes the percent signs of a path that cannot be decoded. The path is then answered like any
 * other unknown path or id.
 */
function makeDecodable(url: string): string {
  const end = url.search(/[?#]/);
  const path = end === -1 ? url : url.slice(0, end);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}
