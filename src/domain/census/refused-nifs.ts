/**
 * AEAT's codes for a NIF that its census does not have, or not with that name: of the issuer (4104,
 * 1110), and of a recipient in VeriFactu (2001) and in SII (1117).
 */
const OF_ISSUER: ReadonlySet<number | null> = new Set([1110, 4104]);
const OF_RECIPIENT: ReadonlySet<number | null> = new Set([1117, 2001]);
/** The ends of the tags around a record of VeriFactu and of SII. */
const AROUND_RECORD = /Registro(?:Factura|LRFacturasEmitidas)>/;
const NIF = /NIF>([^<]{9})</g;

/**
 * Returns the NIFs of a message that AEAT refused, or accepted with an error, because of its census.
 * @param request the message as it was sent.
 * @param issuerNif the issuer of its records.
 * @param codes AEAT's code for each record, in the order of the message; null without one.
 */
export function listRefusedNifs(
  request: Buffer,
  issuerNif: string,
  codes: readonly (number | null)[],
): string[] {
  const refused = new Set<string>();
  if (codes.some((code) => OF_ISSUER.has(code))) refused.add(issuerNif);
  if (codes.some((code) => OF_RECIPIENT.has(code))) {
    const parts = request.toString('utf8').split(AROUND_RECORD);
    for (const [place, code] of codes.entries())
      if (OF_RECIPIENT.has(code))
        for (const [, nif] of (parts[2 * place + 1] ?? '').matchAll(NIF))
          if (nif !== issuerNif) refused.add(nif!);
  }
  return [...refused];
}
