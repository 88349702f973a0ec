import type { SignFacturaeJob } from '../src/contracts/jobs.ts';
import { signIssuedFacturae, type SigningContext } from '../src/submit/sign-facturae.ts';

/** Creates the processor that signs the Facturae of an issued invoice. */
export function buildSignFacturae(context: SigningContext) {
  return async (job: SignFacturaeJob): Promise<object> => {
    const result = await signIssuedFacturae(context, job);
    return result.kind === 'refused' ? { refused: result.reason } : { [result.kind]: true };
  };
}
