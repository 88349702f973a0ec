import type { ActName } from './offered-act.ts';
import type { FindingAct } from '../../monitor/finding.ts';
import type { Html } from '../../domain/html/html-template.ts';
import { html } from '../pages/html.ts';
import { ACT_LABELS } from './act-pages.ts';

/** Returns a link to the confirmation page of an act, or null for an act that is not offered. */
export function linkAct({ act, id }: FindingAct): Html | null {
  const label = ACT_LABELS[act as ActName] as string | undefined;
  if (label === undefined) return null;
  const [what] = act.split('.', 1);
  return html`<a class="button" href="/acts/${act}/${id}"
    >${label}<span class="unseen"> ${what} ${id}</span></a
  >`;
}
