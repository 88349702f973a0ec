import { countOf, type Finding, nameIssuer, OF_CUSTOMERS, OF_ENGINE } from './finding.ts';
import type { ComparedIssuer, UnfinishedBacklog } from './statements/sii.ts';

/** Returns the findings about comparisons of AEAT's book in SII with the entries of the engine. */
export function judgeBook(compared: readonly ComparedIssuer[]): Finding[] {
  return compared.map((issuer) =>
    issuer.failure === null ? describeDifferences(issuer) : describeGivenUp(issuer),
  );
}

function describeDifferences(issuer: ComparedIssuer): Finding {
  const { organizationId, issuerNif, onlyInBook, onlyInEngine, differing, periods, endedAt } = issuer;
  const all = onlyInBook + onlyInEngine + differing;
  const parts = [
    ...(onlyInEngine > 0 ? [`${onlyInEngine} only in the engine`] : []),
    ...(differing > 0 ? [`${differing} with another state, total or CSV`] : []),
    ...(onlyInBook > 0 ? [`${onlyInBook} only in the book`] : []),
  ];
  return {
    id: `sii-book-${organizationId}-${issuerNif}`,
    ...OF_CUSTOMERS,
    newestAt: endedAt,
    urgency: onlyInEngine + differing > 0 ? 'act' : 'look',
    what: `AEAT's book and the engine differ in ${countOf(all, 'invoice')} of ${nameIssuer(issuer)}`,
    since: null,
    why: `The last comparison of ${periods.join(', ')} found ${parts.join(', ')}`,
    todo: `npm run engine -- sii differences ${organizationId} --issuer ${issuerNif} names them; see docs/runbooks/sii.md (Differences from AEAT's book)`,
    acts: [],
    section: 'records',
  };
}

function describeGivenUp(issuer: ComparedIssuer): Finding {
  const { organizationId, issuerNif, periods, endedAt, failure } = issuer;
  return {
    id: `sii-comparison-${organizationId}-${issuerNif}`,
    ...OF_ENGINE,
    urgency: 'look',
    what: `The book of ${nameIssuer(issuer)} in SII was not compared: ${periods.join(', ')}`,
    since: endedAt,
    why: failure,
    todo: `remove the cause; workers compare it again at night, or npm run engine -- sii compare ${organizationId} ${issuerNif} now`,
    acts: [],
    section: 'chains',
  };
}

/** Returns the findings about invoices from before an entry into SII that could not be entered. */
export function judgeBacklogs(backlogs: readonly UnfinishedBacklog[]): Finding[] {
  return backlogs.map((backlog) => {
    const { organizationId, issuerNif, refused, failure, lastDay, endedAt } = backlog;
    const command = `npm run engine -- sii backlog ${organizationId} ${issuerNif}`;
    return {
      id: `sii-backlog-${organizationId}-${issuerNif}`,
      ...OF_CUSTOMERS,
      newestAt: endedAt,
      urgency: 'look',
      what:
        failure === null
          ? `${countOf(refused, 'invoice')} of ${nameIssuer(backlog)} from before its entry into SII cannot be stated there`
          : `The invoices of ${nameIssuer(backlog)} from before its entry into SII were given up`,
      since: null,
      why: failure ?? `SII must have them until ${lastDay} (RIVA, art. 68 ter)`,
      todo:
        failure === null
          ? `${command} names them with the reasons: declare them in AEAT's form`
          : `${command} --order orders them again`,
      acts: [],
      section: 'records',
    };
  });
}
