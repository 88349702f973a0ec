import { formatMessage } from '../../../contracts/messages/format-message.ts';
import { todayInMadrid } from '../../../domain/reading/madrid-time.ts';
import { readSpfeSettings, type SpfeSettings } from '../../../platform/config/spfe-settings.ts';
import { listSpfeSenders } from '../../statements/spfe.ts';
import { type Finding, skip } from '../finding.ts';
import type { Patient } from '../patient.ts';
import { judgeAddress } from './aeat.ts';

const MOST_NAMED = 3;

/**
 * Checks the public solution of electronic invoices (SPFE): whether its address answers, which is
 * asked for nothing, or that there is no connection to it, with the issuers that wait for one.
 */
export async function checkSpfe({ processes, database }: Patient): Promise<Finding[]> {
  const settings = listTransports(processes);
  if (settings.length === 0)
    return [skip('no process whose settings could be read sends to the public solution')];
  return Promise.all(
    settings.map(({ transport, url }) =>
      transport === 'none' ? tellUnsent(database) : judgeAddress(url, 'SPFE_URL', 'deliveries'),
    ),
  );
}

/** Lists the transports of the processes that send deliveries, each once. */
function listTransports(processes: Patient['processes']): SpfeSettings[] {
  const found = processes.flatMap(({ kind, environment }) => {
    if (environment === undefined) return [];
    const sends =
      kind === 'commands' || (kind === 'worker' && environment.WORKER_QUEUES.split(',').includes('spfe'));
    if (!sends) return [];
    const settings = readSpfeSettings(environment);
    return [[settings.transport === 'none' ? 'none' : settings.url, settings] as const];
  });
  return [...new Map(found).values()];
}

async function tellUnsent(database: Patient['database']): Promise<Finding> {
  const says = `SPFE_TRANSPORT is none: ${formatMessage('spfe_unpublished').en}`;
  if (database === null) return skip(says);
  const senders = await listSpfeSenders(database, todayInMadrid(new Date()), MOST_NAMED + 1);
  if (senders.length === 0) return skip(says);
  const named = senders.slice(0, MOST_NAMED).join(', ') + (senders.length > MOST_NAMED ? ', …' : '');
  return skip(`${says}. It was decided to send the invoices of ${named}, which wait`);
}
