import type { MessageKind, ServiceName } from '../http/service-names.ts';
import type { AnswerlessFault, FaultRequest, SpoilingFault } from './fault.ts';
import { seedRandom } from './seed-random.ts';

export type PlannedFault = FaultRequest & { readonly id: number; readonly met: number };

/** What faults distinguish messages by. */
type DrawnMessage = {
  readonly service: ServiceName;
  /** null if the message could not be read. */
  readonly kind: MessageKind | null;
  readonly nif: string | null;
};

type Plan = {
  readonly id: number;
  readonly request: FaultRequest;
  readonly random: () => number;
  met: number;
};

/**
 * The requested faults, in order. At most one fault applies to an envelope: the first that matches.
 */
export class FaultPlan {
  #plans: Plan[] = [];
  #lastId = 0;

  add(requests: readonly FaultRequest[]): PlannedFault[] {
    const added = requests.map((request) => {
      this.#lastId += 1;
      const random = request.seed === undefined ? Math.random : seedRandom(request.seed);
      return { id: this.#lastId, request, random, met: 0 };
    });
    for (const fault of added) this.#plans.push(fault);
    return added.map(describePlan);
  }

  list(): PlannedFault[] {
    return this.#plans.map(describePlan);
  }

  clear(): void {
    this.#plans = [];
  }

  /** Returns the fault that applies to a message. */
  draw(message: DrawnMessage): AnswerlessFault | SpoilingFault | null {
    const plan = this.#plans.find(
      (candidate) =>
        candidate.met < (candidate.request.count ?? Number.POSITIVE_INFINITY) &&
        concerns(candidate.request, message) &&
        candidate.random() < (candidate.request.probability ?? 1),
    );
    if (!plan) return null;
    plan.met += 1;
    return plan.request;
  }
}

function describePlan({ id, request, met }: Plan): PlannedFault {
  return { id, met, ...request };
}

function concerns(
  { service = 'verifactu', operation = 'remission', nif }: FaultRequest,
  message: DrawnMessage,
): boolean {
  return (
    service === message.service &&
    (operation === 'any' || message.kind === operation || service === 'census') &&
    (nif === undefined || nif === message.nif)
  );
}
