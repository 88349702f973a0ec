import type { CheckAct, LastCheck } from '../../persistence/overview/installation.ts';
import type { Installation } from '../../persistence/overview/overview.ts';
import type { QueueSight } from '../../queue/queue-sight.ts';
import { html, type Html } from '../pages/html.ts';
import { ago } from './show-time.ts';

const CHECKS: readonly (readonly [CheckAct, string])[] = [
  ['database.backup', 'Last backup'],
  ['chain.verify', 'Last verify-chain'],
  ['database.check', 'Last check-invariants'],
];

/** Version, workers, schema, certificates, and when somebody looked after the data. */
export function showInstallation(
  { migrated, certificates, withoutAddress, checks, promised }: Installation,
  { duties }: QueueSight,
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
      <dt>Workers</dt>
      <dd>
        ${duties === null ? 'not known' : duties.map(({ duty, workers }) => `${duty} ${workers}`).join(', ')}
      </dd>
      <dt>Newest migration</dt>
      <dd>${migrated?.newest ?? 'not known'}</dd>
      <dt>What a 201 promises</dt>
      <dd>${promised?.promise ?? 'not known'}</dd>
      <dt>Certificates</dt>
      <dd>
        ${certificates === null ? 'not known' : certificates.length}${
          firstEnd !== undefined &&
          html`, the first ends on
            <time datetime="${new Date(firstEnd).toISOString()}"
              >${new Date(firstEnd).toISOString().slice(0, 10)}</time
            >`
        }
      </dd>
      <dt>Issuers without address</dt>
      <dd>${withoutAddress === null ? 'not known' : issuers}</dd>
      ${CHECKS.map(
        ([act, name]) =>
          html`<dt>${name}</dt>
            <dd>
              ${
                checks === null
                  ? 'not known'
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

function showCheck(check: LastCheck | undefined, now: number): Html | string {
  if (check === undefined) return 'none is written down';
  const { at, operator, details } = check;
  const broken = Number(details['broken'] ?? 0);
  return html`${ago(at, now)} by ${operator}${broken > 0 && html`, <strong>${broken} broken</strong>`}`;
}
