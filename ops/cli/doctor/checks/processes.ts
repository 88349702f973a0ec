import {
  adviseDifference,
  describeDifference,
  explainDifference,
} from '../../../../src/console/overview/judge-processes.ts';
import { compareProcesses } from '../../../../src/console/overview/compare-processes.ts';
import { listProcesses } from '../../../../src/platform/process/processes.ts';
import { fail, type Finding, ok, skip, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';
import { withoutDatabase } from './postgres.ts';

/** "Undefined table": migrations are pending, which their own check tells. "Insufficient privilege": a login that may not ask. */
const CANNOT_ASK = ['42P01', '42501'];

/** Whether all processes that run, on whatever machine, are of one release and have the same Redis, address of AEAT and so on. */
export async function checkProcesses({ database }: Patient): Promise<Finding[]> {
  if (database === null) return withoutDatabase();
  try {
    const processes = await listProcesses(database);
    if (processes.length === 0)
      return [skip('no process has told within the last minute that it works on this database')];
    const found = compareProcesses(processes, Date.now()).map((difference) => {
      const says = `${describeDifference(difference)}. ${explainDifference(difference)}`;
      return (difference.setting === 'version' ? warn : fail)(says, adviseDifference(difference));
    });
    if (found.length > 0) return found;
    const count = `${processes.length} ${processes.length === 1 ? 'process runs' : 'processes run'}`;
    return [ok(`${count}, and nothing differs that must not`)];
  } catch (error) {
    if (!CANNOT_ASK.includes((error as { code?: string }).code ?? '')) throw error;
    return [skip('this login may not ask, or migrations are pending')];
  }
}
