import type { CheckAct, LastCheck } from '../../monitor/statements/installation.ts';
import type { Installation, Overview } from '../../monitor/statements/overview.ts';
import type { QueueSnapshot } from '../../platform/jobs/queue-snapshot.ts';
import type { Html } from '../../domain/html/html-template.ts';
import { html } from '../pages/html.ts';
import { ago } from './show-time.ts';

const CHECKS: readonly (readonly [CheckAct, string])[] = [
  ['database.backup', 'Last backup'],
  ['chain.verify', 'Last verify-chain'],
  ['database.check', 'Last check-invariants'],
];

/**
 * Shows the version, the processes, the schema, the certificates and the last checks of the data.
 */
export function showInstallation(
  { migrated, certificates, withoutAddress, checks, promised }: Installation,
  { duties }: QueueSnapshot,
  processes: Overview['processes'],
  version: string,
  now: number,
): Html {
  const issuers = withoutAddress?.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const firstEnd = certificates
    ?.map(({ notAfter }) => notAfter)
    .filter((end) => end > now)
    .toSorted((a, b) => a - b)[0];
  return html`<section class="panel" id="installation" aria-labelledby="installation-title" tabindex="-1">
    <h2 id="installation-title">Installation</h2>
    <dl class="facts">
      <dt>Version</dt>
      <dd>${version} (<a href="/operations/declaration" lang="es">declaración responsable</a>)</dd>
      <dt>Processes</dt>
      <dd>${processes === null ? 'unknown' : countProcesses(processes)}</dd>
      <dt>Workers</dt>
      <dd>
        ${duties === null ? 'unknown' : duties.map(({ duty, workers }) => `${duty} ${workers}`).join(', ')}
      </dd>
      <dt>Newest migration</dt>
      <dd>${migrated?.newest ?? 'unknown'}</dd>
      <dt>Guarantee of a 201</dt>
      <dd>${promised?.promise ?? 'unknown'}</dd>
      <dt>Certificates</dt>
      <dd>
        ${certificates === null ? 'unknown' : certificates.length}${
          firstEnd !== undefined &&
          html`, the first ends on
            <time datetime="${new Date(firstEnd).toISOString()}"
              >${new Date(firstEnd).toISOString().slice(0, 10)}</time
            >`
        }
      </dd>
      <dt>Issuers without address</dt>
      <dd>${withoutAddress === null ? 'unknown' : issuers}</dd>
      ${CHECKS.map(
        ([act, name]) =>
          html`<dt>${name}</dt>
            <dd>
              ${
                checks === null
                  ? 'unknown'
                  : showCheck(
                      checks.find((check) => check.act === act),
                      now,
                    )
              }
            </dd>`,
      )}
    </dl>
  </section>`;
}

/** Maximum number of releases that are listed. */
const MOST_RELEASES = 2;

/** Returns the processes of each release: `ingress 1, worker 3 of release 0.2.0`. */
function countProcesses(processes: NonNullable<Overview['processes']>): string {
  const releases = [...Map.groupBy(processes, ({ version }) => version)];
  const told = releases.slice(0, MOST_RELEASES).map(([release, ofRelease]) => {
    const roles = Map.groupBy(ofRelease, ({ role }) => role);
    return `${[...roles].map(([role, { length }]) => `${role} ${length}`).join(', ')} of release ${release}`;
  });
  const left = releases.length - MOST_RELEASES;
  return [...told, ...(left > 0 ? [`${left} more releases`] : [])].join('; ');
}

function showCheck(check: LastCheck | undefined, now: number): Html | string {
  if (check === undefined) return 'none is recorded';
  const { at, operator, details } = check;
  const broken = Number(details['broken'] ?? 0);
  return html`${ago(at, now)} by ${operator}${broken > 0 && html`, <strong>${broken} broken</strong>`}`;
}
