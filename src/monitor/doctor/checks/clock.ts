import { judgeClocks } from 'verifactu-protocol/remission/judge-clocks';
import { fail, type Finding, ok, skip, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';
import { type AskedAeat, askAeat, listAddresses } from './ask-aeat.ts';
import { withoutDatabase } from './postgres.ts';

/**
 * The allowed offset of this machine's clock. Processes use the database's clock, logs the
 * machine's.
 */
const MACHINE_SECONDS = 2;
/** AEAT's error 2004: from an offset of 240 s on, AEAT accepts a record only with errors. */
const AEAT_LIMIT_SECONDS = 240;
const AEAT_WARN_SECONDS = 30;
const FIX = 'synchronize it with NTP (timedatectl; systemd-timesyncd or chrony)';

/** Compares the database's clock, which the whole engine uses, with this machine's and AEAT's. */
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
      ? warn(`this machine's clock differs from the database's by ${off}`, FIX, 'machine')
      : ok(`this machine's clock agrees with the database's within ${off}`, 'machine');
  const [address] = listAddresses(processes);
  return [
    machine,
    address === undefined
      ? skip('no process whose settings could be read sends to AEAT', 'AEAT')
      : judgeAeat(await askAeat(address), offset),
  ];
}

/** @param offset the offset of the database's clock from this machine's, in ms. */
function judgeAeat(asked: AskedAeat, offset: number): Finding {
  if (asked.kind === 'not asked') return skip(asked.why, 'AEAT');
  if (asked.kind === 'failed' || asked.date === null)
    return skip(asked.kind === 'failed' ? asked.why : 'its response has no Date header', 'AEAT');
  // The Date header is truncated to seconds.
  const distance = asked.at + offset - (asked.date + 500);
  const off = formatSeconds(distance);
  const aeat = asked.date + 500;
  if (judgeClocks({ aeat, own: asked.at + offset, machine: asked.at }) === 'aeat')
    return warn(
      `the service at AEAT_URL reports the time ${new Date(asked.date).toISOString()}, when AEAT's service did not exist yet: its clock is wrong, not the database's`,
      'check whether AEAT_URL leads to AEAT; otherwise tell the operator of that service',
      'AEAT',
    );
  if (Math.abs(distance) > AEAT_LIMIT_SECONDS * 1000)
    return fail(
      `the database's clock differs from AEAT's by ${off}: AEAT accepts records only with error 2004`,
      `on the database's server, ${FIX}`,
      'AEAT',
    );
  return Math.abs(distance) > AEAT_WARN_SECONDS * 1000
    ? warn(`the database's clock differs from AEAT's by ${off}`, `on the database's server, ${FIX}`, 'AEAT')
    : ok(`the database's clock agrees with AEAT's within ${off}`, 'AEAT');
}

const formatSeconds = (milliseconds: number) => `${(Math.abs(milliseconds) / 1000).toFixed(1)} s`;
