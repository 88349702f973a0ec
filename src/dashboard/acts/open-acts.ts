import { offerComparing, offerResuming, offerSending } from './chain-acts.ts';
import { offerAcknowledging } from './finding-acts.ts';
import { offerCorrection } from './invoice-acts.ts';
import type { ActContext, ActName, OfferedAct } from './offered-act.ts';
import { offerPausing } from './organization-acts.ts';
import { offerSiiResuming } from './register-acts.ts';
import { offerSpfeResuming } from './spfe-acts.ts';
import { offerBatchRetry, offerPdfRetry } from './retry-acts.ts';

export type OfferedActs = Readonly<Record<ActName, OfferedAct>>;

/** Returns all acts that operators can perform in the dashboard. */
export function openActs(context: ActContext): OfferedActs {
  return {
    'chain.resume': offerResuming(context),
    'chain.compare': offerComparing(context),
    'chain.send': offerSending(context),
    'invoice.resend': offerCorrection(context, 'resend'),
    'invoice.annul': offerCorrection(context, 'annul'),
    'batch.retry': offerBatchRetry(context),
    'pdf.retry': offerPdfRetry(context),
    'organization.pause': offerPausing(context, true),
    'organization.resume': offerPausing(context, false),
    'finding.acknowledge': offerAcknowledging(context),
    'register.resume': offerSiiResuming(context),
    'spfe.resume': offerSpfeResuming(context),
  };
}
