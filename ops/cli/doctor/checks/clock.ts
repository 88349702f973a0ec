import { judgeClocks } from '../../../../src/domain/verifactu/judge-clocks.ts';
import { fail, type Finding, ok, skip, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';
import { type AskedAeat, askAeat, listAddresses } from './ask-aeat.ts';
import { withoutDatabase } from './postgres.ts';

/** Of this machine: processes go by the database's clock, logs by the machine's. */
const MACHINE_SECONDS = 2;
/** AEAT's error 2004: it accepts a record of another time than its own with errors from 240 s on. */
const AEAT_LIMIT_SECONDS = 240;
const AEAT_WARN_SECONDS = 30;
const FIX = 'let NTP set it (timedatectl; systemd-timesyncd or chrony)';

/** The database's clock, by which everything goes, against this machine's and AEAT's. */
export async function checkClock({ database, processes }: Patient): Promise<Finding[]> {
  if (database === null) return withoutDatabase();
  const before = Date.now();
  const { rows } = await database.query<{ now: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
  );
  const offset = rows[0]!.now - (before + Date.now()) / 2;
  const off = formatSeconds(offset);
  const machine =
    Math.abs(offset) > MACHINE_SECONDS * 1000
      ? warn(`this machine's is off from the database's by ${off}`, FIX, 'machine')
      : ok(`this machine's is the database's, within ${off}`, 'machine');
  const [address] = listAddresses(processes);
  return [
    machine,
    address === undefined
      ? skip('nobody whose settings could be read sends to AEAT', 'AEAT')
      : judgeAeat(await askAeat(address), offset),
  ];
}

/** @param offset of the database's clock from this machine's, in ms. */
function judgeAeat(asked: AskedAeat, offset: number): Finding {
  if (asked.kind === 'not asked') return skip(asked.why, 'AEAT');
  if (asked.kind === 'failed' || asked.date === null)
    return skip(asked.kind === 'failed' ? asked.why : 'its answer has no Date', 'AEAT');
  // Its Date is cut to the second.
  const distance = asked.at + offset - (asked.date + 500);
  const off = formatSeconds(distance);
  const aeat = asked.date + 500;
  if (judgeClocks({ aeat, engine: asked.at + offset, machine: asked.at }) === 'aeat')
    return warn(
      `what answers as AEAT tells the time ${new Date(asked.date).toISOString()}, which is earlier than AEAT's service: its clock is wrong, not the database's`,
      'look whether AEAT_URL leads to AEAT; else tell who runs it',
      'AEAT',
    );
  if (Math.abs(distance) > AEAT_LIMIT_SECONDS * 1000)
    return fail(
      `the database's is off from AEAT's by ${off}: AEAT objects (2004)`,
      `on the database's server ${FIX}`,
      'AEAT',
    );
  return Math.abs(distance) > AEAT_WARN_SECONDS * 1000
    ? warn(`the database's is off from AEAT's by ${off}`, `on the database's server ${FIX}`, 'AEAT')
    : ok(`the database's is AEAT's, within ${off}`, 'AEAT');
}

const formatSeconds = (milliseconds: number) => `${(Math.abs(milliseconds) / 1000).toFixed(1)} s`;
