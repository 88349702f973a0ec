import { SOAP } from './namespaces.ts';
import { leaf } from './write-xml.ts';

/** Wraps an answer in AEAT's envelope, including its line breaks. */
export function wrapAnswer(body: string): string {
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<env:Envelope xmlns:env="${SOAP}">\n<env:Header></env:Header>\n` +
    `<env:Body Id="Body">${body}\n</env:Body></env:Envelope>\n`
  );
}

/**
 * Writes a SOAP 1.1 Fault.
 * @param blamed `Client` if the message must be changed, `Server` if it may be sent again.
 */
export function writeSoapFault(blamed: 'Client' | 'Server', text: string): string {
  return (
    `<?xml version="1.0" encoding="UTF-8"?><env:Envelope xmlns:env="${SOAP}"><env:Body><env:Fault>` +
    leaf('faultcode', `env:${blamed}`) +
    leaf('faultstring', text) +
    '</env:Fault></env:Body></env:Envelope>'
  );
}
