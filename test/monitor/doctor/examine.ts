import { type DoctorOptions, openPatient } from '#src/monitor/doctor/patient.ts';
import { type Kind, takeOwnLogin } from '#src/monitor/doctor/process-settings.ts';
import { ALL_CHECKS, runChecks } from '#src/monitor/doctor/run-checks.ts';

/** Runs one check of the doctor. @returns each finding as a text: severity, object and message. */
export async function examine(
  check: string,
  processes: Readonly<Record<string, NodeJS.ProcessEnv>>,
  options: Partial<DoctorOptions> = {},
): Promise<string[]> {
  const settings = Object.entries(processes).map(([name, variables]) => ({
    ...takeOwnLogin(name.split('-', 1)[0] as Kind, variables),
    name,
  }));
  await using patient = await openPatient(settings, {
    backups: undefined,
    backupHours: 26,
    disks: [],
    ...options,
  });
  const checks = ALL_CHECKS.filter(({ name }) => name === check);
  const lines = await runChecks(checks, patient);
  // Every warning and failure has a remedy.
  const isAdvised = lines.every(
    ({ severity, fix }) => (severity === 'warn' || severity === 'fail') === Boolean(fix),
  );
  if (!isAdvised) throw new Error(`no advice: ${JSON.stringify(lines)}`);
  return lines.map(({ severity, of, says }) => [severity, of ?? check, says].join(' | '));
}
