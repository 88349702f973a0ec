import type { DeliverySummary, EndpointSummary } from '../../notify/statements/endpoints.ts';

const instant = (at: number) => new Date(at).toISOString();

/** Formats a row as JSON, with its times as ISO 8601 texts. */
export function toJson(row: EndpointSummary | DeliverySummary): string {
  return JSON.stringify(row, (name, value: unknown) =>
    typeof value === 'number' && /(At|Until|Since)$/.test(name) ? instant(value) : value,
  );
}

/** `3  organization 1  https://erp.example.com/hooks  all events  version 2  2 waiting` */
export function describeEndpoint(endpoint: EndpointSummary): string {
  const { id, organizationId, url, eventTypes, payloadVersion, waiting, givenUp } = endpoint;
  return [
    id,
    `organization ${organizationId}`,
    url,
    eventTypes?.join(',') ?? 'all events',
    `version ${payloadVersion}`,
    `${waiting} waiting`,
    ...(givenUp > 0 ? [`${givenUp} GIVEN UP`] : []),
    ...describeState(endpoint),
  ].join('  ');
}

function describeState({ disabledAt, failingSince, failures, previousUntil }: EndpointSummary): string[] {
  return [
    ...(previousUntil === null ? [] : [`the previous secret also signs until ${instant(previousUntil)}`]),
    ...(disabledAt === null ? [] : [`DISABLED since ${instant(disabledAt)}: it answered 410 (Gone)`]),
    ...(failingSince === null ? [] : [`FAILING since ${instant(failingSince)}, ${failures} times in a row`]),
  ];
}

/**
 * `2026-11-22T08:30:00.000Z  batch.finished  batch 17  endpoint 3  <id>  waiting, 2 tries, next 2026-…: 503`
 */
export function describeDelivery(delivery: DeliverySummary): string {
  const { occurredAt, type, batchId, endpointId, messageId, outcome, attempts, endedAt } = delivery;
  const { nextAttemptAt, lastFailure } = delivery;
  const tries = `${attempts} ${attempts === 1 ? 'try' : 'tries'}`;
  const state =
    outcome === null
      ? `waiting, ${tries}, next ${instant(nextAttemptAt)} at the earliest`
      : `${outcome.replace('_', ' ')} ${instant(endedAt!)}, ${tries}`;
  const why = lastFailure === null ? '' : `: ${lastFailure}`;
  return [
    instant(occurredAt),
    type,
    `batch ${batchId}`,
    `endpoint ${endpointId}`,
    messageId,
    state + why,
  ].join('  ');
}
