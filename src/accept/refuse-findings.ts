import { pointerOf } from '../contracts/v2/details.ts';
import type { Finding } from '../domain/reading/findings.ts';
import { type BodyRefusal, refuseMembers } from './refuse-shape.ts';

/** Refuses a body that is one object because of findings about it. */
export function refuseFindings(findings: readonly Finding[]): BodyRefusal {
  return refuseMembers(
    findings.map(({ field, code, message, aeatCode, rule }) => ({
      path: pointerOf(field),
      code,
      message,
      aeatCode,
      ...(rule !== undefined && { rule }),
    })),
  );
}
