import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import { explainTry } from '../../../operate/chains/describe-failures.ts';
import { listOpenRemissions, measureRemission } from '../../../operate/chains/remissions.ts';
import { showControls } from '../../../contracts/acts.ts';
import { fail, type Finding, ok, skip, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';
import { askAeat, explainNotAsked, listAddresses } from './ask-aeat.ts';

const PATIENCE_MS = 10_000;
const DAY_MS = 24 * 3600 * 1000;
const SOON_DAYS = 14;
/** The maximum number of chains with an incident whose last attempts are read. */
const LOOKED_AT = 100;

/**
 * Checks the service that receives the records: whether it answers and, with TLS, whether its
 * certificate is trusted, names the host and is valid for long enough.
 */
export async function checkAeat({ processes, database }: Patient): Promise<Finding[]> {
  const addresses = listAddresses(processes);
  if (addresses.length === 0) return [skip('no process whose settings could be read sends to AEAT')];
  const [incidents, ...found] = await Promise.all([
    readIncidents(database),
    ...addresses.map((address) => judgeAddress(address, 'AEAT_URL', 'records')),
  ]);
  return incidents === null ? found : found.map((finding) => addIncidents(finding, incidents));
}

/**
 * Describes the chains that cannot reach AEAT, from the tables; null if there are none or the login
 * cannot read them.
 */
async function readIncidents(database: Patient['database']): Promise<string | null> {
  if (database === null) return null;
  try {
    const { incidents } = await measureRemission(database, new Date());
    if (incidents === 0) return null;
    const chains = await listOpenRemissions(database, LOOKED_AT);
    const tries = chains.flatMap(({ lastTry }) => lastTry ?? []).toSorted((a, b) => b.at - a.at);
    const why = tries[0] === undefined ? 'no attempt is recorded' : showControls(explainTry(tries[0]));
    const have = incidents === 1 ? '1 chain has' : `${incidents} chains have`;
    return `${have} an incident: ${why}`;
  } catch {
    return null;
  }
}

/**
 * Adds the incidents of the workers to a finding: they may have failed although the address
 * answers.
 */
function addIncidents(finding: Finding, incidents: string): Finding {
  const says = `${finding.says}, but ${incidents}`;
  if (finding.severity === 'fail') return { ...finding, says };
  return warn(
    says,
    'npm run engine -- chains shows the cause, and when each chain is tried again (docs/runbooks/aeat.md)',
    finding.of,
  );
}

/**
 * Judges whether a service answers and, with TLS, whether its certificate is trusted, names the host
 * and is valid for long enough. It is asked for nothing.
 * @param setting in which the address is.
 * @param what waits for the service.
 */
export async function judgeAddress(
  address: string,
  setting: 'AEAT_URL' | 'SPFE_URL',
  what: 'records' | 'deliveries',
): Promise<Finding> {
  const why = explainNotAsked(address);
  if (why !== null) return skip(why);
  const waits = `${what} wait meanwhile and are sent later`;
  return new URL(address).protocol === 'https:'
    ? judgeCertificate(address, setting, waits)
    : judgePlain(address, setting, waits);
}

async function judgePlain(address: string, setting: string, waits: string): Promise<Finding> {
  const asked = await askAeat(address);
  const { origin } = new URL(address);
  return asked.kind === 'failed'
    ? fail(asked.why, `start it, or correct ${setting}; ${waits}`)
    : ok(`${origin} answers without TLS, so it is a stand-in for AEAT`);
}

/** Opens a TLS connection without sending anything or presenting a client certificate. */
async function judgeCertificate(address: string, setting: string, waits: string): Promise<Finding> {
  const { hostname, host, port } = new URL(address);
  const socket = connect({
    host: hostname,
    port: Number(port || 443),
    servername: hostname,
    rejectUnauthorized: false,
    timeout: PATIENCE_MS,
  });
  try {
    await Promise.race([
      once(socket, 'secureConnect'),
      once(socket, 'timeout').then(() => Promise.reject(new Error('no answer in 10 s'))),
    ]);
    return judgePeer(socket, host, setting);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return fail(
      `${host} cannot be reached: ${code ?? message}`,
      `start it, or correct ${setting} or the network; ${waits}`,
    );
  } finally {
    socket.destroy();
  }
}

function judgePeer(socket: TLSSocket, host: string, setting: string): Finding {
  // Node and OpenSSL check chain, host and expiry as they do when a message is sent.
  if (!socket.authorized)
    return fail(
      `the certificate of ${host} is not trusted: ${String(socket.authorizationError)}`,
      `workers send nothing there: correct ${setting}, or the certificate authorities that Node trusts (NODE_EXTRA_CA_CERTS)`,
    );
  const ends = Date.parse(socket.getPeerCertificate().valid_to);
  const days = Math.floor((ends - Date.now()) / DAY_MS);
  return days < SOON_DAYS
    ? warn(`the certificate of ${host} expires in ${days} days`, 'ask the operator of that host to renew it')
    : ok(`${host} answers, and its certificate is trusted and valid for ${days} days`);
}
