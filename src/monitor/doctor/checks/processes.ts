import { adviseDifference, describeDifference, explainDifference } from '../../judge-processes.ts';
import { compareProcesses } from '../../compare-processes.ts';
import { listProcesses } from '../../../platform/process/processes.ts';
import { fail, type Finding, ok, skip, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';
import { withoutDatabase } from './postgres.ts';

/**
 * "Undefined table": migrations are pending, which another check reports. "Insufficient privilege":
 * the login may not read the table.
 */
const CANNOT_ASK = ['42P01', '42501'];

/**
 * Checks that all running processes, on all machines, have the same release, Redis, address of AEAT
 * and so on.
 */
export async function checkProcesses({ database }: Patient): Promise<Finding[]> {
  if (database === null) return withoutDatabase();
  try {
    const processes = await listProcesses(database);
    if (processes.length === 0)
      return [skip('no process has registered itself in this database within the last minute')];
    const found = compareProcesses(processes, Date.now()).map((difference) => {
      const says = `${describeDifference(difference)}. ${explainDifference(difference)}`;
      return (difference.setting === 'version' ? warn : fail)(says, adviseDifference(difference));
    });
    if (found.length > 0) return found;
    const count = `${processes.length} ${processes.length === 1 ? 'process runs' : 'processes run'}`;
    return [ok(`${count}, with the same release and the same settings where they must agree`)];
  } catch (error) {
    if (!CANNOT_ASK.includes((error as { code?: string }).code ?? '')) throw error;
    return [skip('this login may not read the processes, or migrations are pending')];
  }
}
