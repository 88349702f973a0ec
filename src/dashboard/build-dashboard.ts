import { fastify, LogController, type FastifyInstance } from 'fastify';
import { createClientCounts } from '../platform/admission/connections/client-counts.ts';
import { installAdmission } from '../platform/admission/connections/admission.ts';
import { createRefusalLog } from '../platform/admission/connections/refusal-log.ts';
import { readProxies } from '../platform/admission/connections/trusted-proxies.ts';
import type { JobQueues } from '../platform/jobs/job-queues.ts';
import { openQueueSnapshot } from '../platform/jobs/queue-snapshot.ts';
import { referencePage } from '../api/reference/reference-page.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import type { OperatorSessions } from '../operators/operator-sessions.ts';
import type { OperationsSource } from './operations/operations-options.ts';
import { pageAssets } from './pages/assets.ts';
import { hideButtons, labelReadOnly } from './read-only-view.ts';
import { openKnownSessions } from './sign-in/known-sessions.ts';
import { signIn } from './sign-in/sign-in.ts';
import { signOut } from './sign-in/sign-out.ts';
import { requireViewer, type Viewer } from './viewer.ts';
import { actRoutes, type ActsOfDashboard } from './acts/act-routes.ts';
import { linkAct } from './acts/link-act.ts';
import { buildBoard } from './board.ts';
import { type ReadJobTruths, describeNow } from './jobs-now/describe-now.ts';
import { authenticate } from './authenticate.ts';
import type { Credentials } from './login.ts';
import { operationsPages } from './operations/operations-routes.ts';
import { buildPageHeaders, removeForeignLinks } from './page-headers.ts';
import { type BeginAct, JOBS, recordChanges } from './record-changes.ts';
import { showAlerts } from './show-alerts.ts';
import { isSameOrigin } from './same-origin.ts';

export type DashboardOptions = {
  readonly jobQueues: Pick<JobQueues, 'queues' | 'connection' | 'prefix'>;
  /** Source of the operations page; null if the dashboard has no database. */
  readonly source: OperationsSource | null;
  readonly version: string;
  readonly credentials: Credentials;
  /** Whether the shared login may change anything. */
  readonly sharedMayAct: boolean;
  /** Sessions of operators; null if only the shared login exists. */
  readonly sessions: OperatorSessions | null;
  /** Records changes; null if all changes are forbidden. */
  readonly beginAct: BeginAct | null;
  /** Reads the current state of the rows of jobs; null without a database. */
  readonly readJobTruths: ReadJobTruths | null;
  /** Acts of operators beyond the queues; null without a database. */
  readonly acts: ActsOfDashboard | null;
  /** Reads alerts for operators. The page omits them if this fails. */
  readonly readOperatorAlerts: () => Promise<readonly string[]>;
  /** Comma-separated addresses or CIDR ranges of proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: string;
  readonly logger: Logger;
};

/**
 * Maximum number of wrong logins per client and minute. Beyond it even the correct password is
 * refused; otherwise the limit would not slow guessing down.
 */
const WRONG_LOGINS = 10;
/** Maximum number of connections. One client gets an eighth of them; a browser uses six. */
const MAX_CONNECTIONS = 256;
/** Routes to which every viewer may post: signing in and out. */
const OF_LOGINS = new Set(['/sign-in', '/sign-out']);
/** Maximum total bytes of unread answers. A page of jobs takes up to a few megabytes. */
const UNREAD_ANSWER_BYTES = 32 * 1024 * 1024;

/**
 * Builds the dashboard's HTTP server without listening. Each request passes these checks in order:
 * the login (401, or 429 after too many wrong ones); the origin of a change and the right to make
 * it (403); the record of the change (503 if it cannot be written); the board.
 */
export function buildDashboard(options: DashboardOptions): FastifyInstance {
  const wrongLogins = createClientCounts({ max: WRONG_LOGINS });
  const isProxy = readProxies(options.trustedProxies);
  const app = fastify({
    loggerInstance: options.logger,
    // The page polls every few seconds, so requests are not logged; changes are logged below.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: isProxy,
    bodyLimit: 16 * 1024,
    requestTimeout: 10_000,
    // The server closes the connection if the client reads nothing of an answer for this time.
    connectionTimeout: 45_000,
    forceCloseConnections: true,
    // Bull Board's API also answers at `/api/`, without its prefix.
    rewriteUrl: ({ url = '/' }) => (url.startsWith('/api/') ? `${JOBS}${url}` : url),
  }) as unknown as FastifyInstance;
  const refusals = createRefusalLog((details, message) => options.logger.warn(details, message));
  app.addHook('onClose', async () => refusals[Symbol.dispose]());
  const connections = installAdmission(app, {
    most: MAX_CONNECTIONS,
    isProxy,
    refusals,
    unreadBytes: UNREAD_ANSWER_BYTES,
    // All authenticated viewers count as one owner, because shares among them would only lock
    // operators out.
    ownerOf: () => null,
  });

  app.addHook('onRequest', (request, reply, next) => {
    reply.headers(buildPageHeaders(request.url));
    next();
  });
  const known = options.sessions && openKnownSessions(options.sessions);
  authenticate(app, {
    credentials: options.credentials,
    sharedMayAct: options.sharedMayAct,
    sessions: known,
    wrongLogins,
    know: (request) => void connections.know(request.raw.socket, null),
  });
  app.addHook('onRequest', (request, reply, next) => {
    const action = { client: request.ip, method: request.method, path: request.originalUrl };
    if (request.method === 'GET' || request.method === 'HEAD') {
      next();
    } else if (isSameOrigin(request.headers)) {
      next();
    } else {
      request.log.warn(action, 'Cross-site request refused');
      reply.code(403).send(buildRefusal('Requests from other sites are refused.'));
    }
  });
  app.addHook('onRequest', (request, reply, next) => {
    const isChange = request.method !== 'GET' && request.method !== 'HEAD';
    // The route is compared, because the same URL can be written in several ways.
    const isOwnLogin = OF_LOGINS.has(request.routeOptions.url ?? '');
    if (!isChange || isOwnLogin || requireViewer(request).mayAct) next();
    else reply.code(403).send(buildRefusal(explainReadOnly(requireViewer(request))));
  });
  if (options.beginAct !== null) recordChanges(app, options.beginAct);
  app.addHook('onSend', async (request, reply, payload) => {
    const type = String(reply.getHeader('content-type'));
    if (typeof payload !== 'string' || !request.routeOptions.url?.startsWith(JOBS)) return payload;
    const mayAct = request.viewer?.mayAct ?? false;
    if (type.startsWith('application/json')) {
      const answer = await describeNow(JSON.parse(payload) as object, options.readJobTruths);
      return JSON.stringify(mayAct ? answer : hideButtons(answer));
    }
    if (!type.startsWith('text/html')) return payload;
    const notices = await options.readOperatorAlerts().catch(() => []);
    const page = mayAct ? payload : labelReadOnly(payload);
    return showAlerts(removeForeignLinks(page), notices, new Date());
  });
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode >= 500)
      request.log.warn({ req: request, res: reply }, 'The dashboard could not answer a request');
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ message: 'Not found' }));
  app.register(pageAssets);
  const { sessions } = options;
  app.register((pages, _options, done) => {
    if (sessions !== null) signIn(pages, { sessions, known: known!, wrongLogins });
    done();
  });
  app.register((pages, _options, done) => {
    signOut(pages, known);
    done();
  });
  app.register(referencePage, { servesApi: false });
  const readQueues = openQueueSnapshot(options.jobQueues);
  app.register(operationsPages, {
    source: options.source,
    readQueues: () => readQueues(new Date()),
    version: options.version,
    loginOf: (request) => requireViewer(request).login,
    // Viewers who may not act see the commands instead.
    showActFor: (request) => (options.acts !== null && requireViewer(request).mayAct ? linkAct : () => null),
  });
  if (options.acts !== null) app.register(actRoutes, options.acts);
  app.get('/', (_request, reply) => reply.redirect('/operations'));
  app.get('/queue/*', (request, reply) => reply.redirect(`${JOBS}${request.url}`, 301));
  app.register(buildBoard({ queues: options.jobQueues.queues, readOnly: options.beginAct === null }), {
    prefix: JOBS,
  });
  return app;
}

function explainReadOnly({ isOwn, login }: Viewer): string {
  return isOwn
    ? `Your login may read, but change nothing. To permit changes: npm run engine -- operator role ${login} --role act`
    : 'The dashboard is read-only (DASHBOARD_READ_ONLY).';
}

/* Returns a refusal in the format in which the board's page shows messages. */
function buildRefusal(message: string) {
  return { error: { key: 'ERRORS.FORBIDDEN' }, message };
}
