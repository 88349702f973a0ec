import type { RemissionSummary } from '../operate/chains/remissions.ts';
import { adviseHalted } from '../operate/chains/describe-chain.ts';
import { adviseTry, explainTry, needsPerson } from '../operate/chains/describe-failures.ts';
import { explainExcessiveWait, findNextTry, isTooFarAhead } from '../operate/chains/describe-next-try.ts';
import { countOf, type Finding, formatMoment, HOUR, MINUTE, nameSome, OF_ENGINE } from './finding.ts';

/*
 * Findings about records that do not reach AEAT: chains that are halted, closed, failing, or not
 * sent by any worker. Chains with the same reason share a finding.
 */

/** Time beyond AEAT's waiting time and the sender's lease. */
const LATE_MS = 10 * MINUTE;
const CLOSED_LONG_MS = HOUR;

/** Status of a chain towards AEAT. The first statuses need a person. */
export type ChainStatus =
  | 'halted'
  | 'ahead'
  | 'failing'
  | 'closed'
  | 'late'
  | 'overlong'
  | 'waiting'
  | 'clear';

/**
 * Returns the one status of a chain that matters most. A chain is `late` if no worker has sent its
 * records ten minutes after they could be sent.
 * @param now in milliseconds since 1970.
 */
export function judgeChain(chain: RemissionSummary, now: number): ChainStatus {
  if (chain.haltedAt !== null) return 'halted';
  if (chain.compareSince === null && chain.pending > 0 && isTooFarAhead(chain, now)) return 'ahead';
  if (chain.incidentSince !== null && chain.compareSince === null) return 'failing';
  if (chain.compareSince !== null) return 'closed';
  if (chain.pending === 0) return 'clear';
  const free = Math.max(chain.pendingSince ?? now, findNextTry(chain, now) ?? chain.nextAllowedAt ?? 0);
  if (now - free > LATE_MS) return 'late';
  return chain.excessiveWaitSeconds === null ? 'waiting' : 'overlong';
}

/** Returns the findings about the chains. */
export function judgeChains(chains: readonly RemissionSummary[], now: number): Finding[] {
  const by = Map.groupBy(chains, (chain) => judgeChain(chain, now));
  return [
    ...groupsOf(by.get('halted'), ({ haltedReason }) => haltedReason ?? '').map(describeHalted),
    ...groupsOf(by.get('ahead'), () => '').map((group) => describeAhead(group, now)),
    ...groupsOf(by.get('failing'), explainLast).map((group) => describeFailing(group, now)),
    ...groupsOf(by.get('late'), () => '').map(describeLate),
    ...groupsOf(by.get('overlong'), (chain) => explainExcessiveWait(chain) ?? '').map((group) =>
      describeOverlong(group, now),
    ),
    ...groupsOf(by.get('closed'), () => '').map((group) => describeClosed(group, now)),
  ];
}

type ChainGroup = readonly [RemissionSummary, ...RemissionSummary[]];

function groupsOf(
  chains: readonly RemissionSummary[] = [],
  reasonOf: (chain: RemissionSummary) => string,
): ChainGroup[] {
  return [...Map.groupBy(chains, reasonOf).values()] as unknown as ChainGroup[];
}

const idsOf = (chains: ChainGroup) => chains.map(({ chainId }) => chainId);
const nameChains = (chains: ChainGroup) =>
  chains.length === 1
    ? `Chain ${chains[0].chainId} of issuer ${chains[0].issuerNif}`
    : `${chains.length} chains (${nameSome(idsOf(chains))})`;
const countPending = (chains: ChainGroup) =>
  countOf(
    chains.reduce((sum, { pending }) => sum + pending, 0),
    'record',
  );
const first = (times: readonly (number | null)[]) => {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : known.reduce((least, time) => Math.min(least, time));
};

function describeHalted(chains: ChainGroup): Finding {
  const [chain] = chains;
  return {
    id: `halted-${chain.chainId}`,
    ...OF_ENGINE,
    urgency: 'act',
    what: `${nameChains(chains)} ${chains.length === 1 ? 'is' : 'are'} halted; ${countPending(chains)} not sent`,
    since: first(chains.map(({ haltedAt }) => haltedAt)),
    why: chain.haltedReason,
    todo: adviseHalted(chain),
    acts: [
      { act: 'chain.resume', id: chain.chainId },
      ...(chain.compareSince === null ? [{ act: 'chain.compare', id: chain.chainId }] : []),
    ],
    section: 'chains',
  };
}

function describeAhead(chains: ChainGroup, now: number): Finding {
  const next = chains.reduce((last, { nextAllowedAt }) => Math.max(last, nextAllowedAt ?? 0), 0);
  return {
    id: 'chains-ahead',
    ...OF_ENGINE,
    urgency: 'act',
    what: `${countPending(chains)} of ${nameChains(chains).replace(/^Chain/, 'chain')} wait until ${formatMoment(next, now)}, longer than AEAT asks for`,
    since: first(chains.map(({ pendingSince }) => pendingSince)),
    why: 'The clock of the database was ahead when the time of the next message was stored',
    todo: 'check the clock of PostgreSQL, then npm run engine -- chains send --reason …, which corrects all such chains',
    acts: chains.map(({ chainId }) => ({ act: 'chain.send', id: chainId })).slice(0, 1),
    section: 'chains',
  };
}

function explainLast({ lastTry }: RemissionSummary): string {
  return lastTry === null ? 'AEAT did not answer' : explainTry(lastTry);
}

function describeFailing(chains: ChainGroup, now: number): Finding {
  const [chain] = chains;
  const { lastTry } = chain;
  const next = first(chains.map((each) => findNextTry(each, now)));
  const isTried = next === null ? 'now' : `at ${formatMoment(next, now)}`;
  return {
    id: `failing-${chain.chainId}`,
    ...OF_ENGINE,
    urgency: lastTry !== null && needsPerson(lastTry) ? 'act' : 'look',
    what: `${countPending(chains)} of ${nameChains(chains).replace(/^Chain/, 'chain')} wait for AEAT`,
    since: first(chains.map(({ incidentSince }) => incidentSince)),
    why: `The last attempt failed: ${explainLast(chain)}. Workers retry it ${isTried}`,
    todo: lastTry === null ? 'nothing: workers retry it' : adviseTry(chain, lastTry),
    acts: [],
    section: 'chains',
  };
}

function describeLate(chains: ChainGroup): Finding {
  return {
    id: 'late-chains',
    ...OF_ENGINE,
    urgency: 'act',
    what: `${countPending(chains)} of ${nameChains(chains).replace(/^Chain/, 'chain')} can be sent to AEAT, but no worker sends them`,
    since: first(chains.map(({ pendingSince }) => pendingSince)),
    why: 'No worker serves the queue remission, or the queue is paused',
    todo: 'start a worker that serves the queue remission, or resume the queue; /readyz of each worker shows why it is not ready',
    acts: [],
    section: 'chains',
  };
}

function describeOverlong(chains: ChainGroup, now: number): Finding {
  const [chain] = chains;
  const next = first(chains.map((each) => findNextTry(each, now)));
  return {
    id: `overlong-wait-${chain.chainId}`,
    ...OF_ENGINE,
    urgency: 'act',
    what: `AEAT asks ${nameChains(chains).replace(/^Chain/, 'chain')} for an implausible wait: ${countPending(chains)} not sent yet`,
    since: first(chains.map(({ pendingSince }) => pendingSince)),
    why: `${explainExcessiveWait(chain)}. The next message is sent ${next === null ? 'now' : `at ${formatMoment(next, now)}`}`,
    todo: `check whether AEAT_URL points to AEAT and whether AEAT has announced such waits; if it has, raise AEAT_MAX_WAIT_SECONDS. To send earlier: npm run engine -- chains send ${chain.chainId} --reason …`,
    acts: [{ act: 'chain.send', id: chain.chainId }],
    section: 'chains',
  };
}

function describeClosed(chains: ChainGroup, now: number): Finding {
  const since = first(chains.map(({ compareSince }) => compareSince));
  const isLong = since !== null && now - since > CLOSED_LONG_MS;
  return {
    id: 'closed-chains',
    ...OF_ENGINE,
    urgency: isLong ? 'act' : 'look',
    what: `${nameChains(chains)} ${chains.length === 1 ? 'waits' : 'wait'} for the comparison with AEAT; nothing is issued in ${chains.length === 1 ? 'it' : 'them'} until then`,
    since,
    why: 'The database was restored or failed over, and AEAT may have records that it lacks',
    todo: isLong
      ? 'npm run engine -- chains shows why it takes so long, and the remedy'
      : 'nothing yet: workers query AEAT by themselves',
    acts: [],
    section: 'chains',
  };
}
