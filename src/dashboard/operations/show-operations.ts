import { markCommands } from './mark-commands.ts';
import { type Sight, judgeOverview } from '../../monitor/judge-overview.ts';
import type { Html } from '../../domain/html/html-template.ts';
import { html } from '../pages/html.ts';
import { showChains } from './show-chains.ts';
import { showFailures, showUncorrected } from './show-faults.ts';
import { type ShowAct, showVerdict } from './show-findings.ts';
import { showPanels } from './panel.ts';
import { showSii } from './show-sii.ts';
import { showSpfe } from './show-spfe.ts';
import { showInstallation } from './show-installation.ts';
import { showLoad } from './show-load.ts';
import { formatMoment } from '../../monitor/finding.ts';
import { showBatches, showFigures } from './show-work.ts';

/**
 * Returns the main part of the operations page: first what needs an operator, then the state of
 * everything.
 */
export function showOperations(sight: Sight, version: string, showAct: ShowAct): Html {
  const { overview, installation, queues } = sight;
  const {
    at,
    work,
    batches,
    chains,
    remission,
    sii,
    siiIssuers,
    spfe,
    spfeIssuers,
    uncorrected,
    failures,
    load,
  } = overview;
  const { filled, calm } = showPanels([
    showBatches(batches, at),
    showChains(chains, remission, at),
    showSii(siiIssuers, sii, at, showAct),
    showSpfe({ issuers: spfeIssuers, measures: spfe, processes: overview.processes }, at, showAct),
    showUncorrected(uncorrected, at),
    showFailures(failures, at),
    showLoad(load, showAct),
  ]);
  return html`${showVerdict(judgeOverview(sight), at, showAct)} ${showFigures(work, queues.samples ?? [], at)}
    <div class="stack">
      ${filled}
      <div class="beside">
        ${calm} ${showInstallation(installation, queues, overview.processes, version, at)}
      </div>
    </div>
    <p class="as-of">As of ${formatMoment(at, at)}; the page updates itself.</p>`;
}

/**
 * Returns the same part for a page without data.
 * @param todo the remedy.
 */
export function showNothing(what: string, why: string, todo: string, isFault: boolean): Html {
  return html`<section class="verdict ${isFault ? 'act' : 'calm-not'}" aria-labelledby="verdict">
    <div role="status"><h1 id="verdict">${what}</h1></div>
    <ul class="findings">
      <li class="finding ${isFault && 'act'}">
        <p>${why}</p>
        <p><strong>To do:</strong> ${markCommands(todo)}</p>
      </li>
    </ul>
  </section>`;
}
