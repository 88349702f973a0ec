import type { Operation } from '../schema/open-envelope.ts';
import type { AnswerlessFault, FaultRequest, SpoilingFault } from './fault.ts';
import { seedRandom } from './seed-random.ts';

export type PlannedFault = FaultRequest & { readonly id: number; readonly met: number };

type Plan = {
  readonly id: number;
  readonly request: FaultRequest;
  readonly random: () => number;
  met: number;
};

/** The requested faults, in order. At most one fault applies to an envelope: the first that matches. */
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

  /** Returns the fault that applies to a message. @param operation null if the message could not be read. */
  draw(message: { operation: Operation | null; nif: string | null }): AnswerlessFault | SpoilingFault | null {
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
  { operation = 'remission', nif }: FaultRequest,
  message: { operation: Operation | null; nif: string | null },
): boolean {
  const wanted = operation === 'remission' ? 'RegFactuSistemaFacturacion' : 'ConsultaFactuSistemaFacturacion';
  return (operation === 'any' || message.operation === wanted) && (nif === undefined || nif === message.nif);
}
