import { describe, expect, it } from 'vitest';
import { readSoapBody } from '../../src/client/internal/read-soap-body.ts';
import { REGISTRATION_ANSWER } from '../../src/client/internal/read-registration-answer.ts';
import { hasSharedFacts, readShared } from '../../../../test/domain/support/shared-facts.ts';
import {
  wrapInEnvelope,
  writeAnswer,
  writeConsultaAnswer,
  writeFault,
  writeLine,
} from '../support/messages.ts';

const read = (text: string) => readSoapBody(text, REGISTRATION_ANSWER, 10_000);
const ANSWER = writeAnswer([writeLine()]);

describe('a SOAP answer', () => {
  it.each(['env', 'soapenv', 'S'])('is read with the namespace prefix %s', (prefix) => {
    const message = ANSWER.replaceAll(/(<\/?|xmlns:)env\b/g, `$1${prefix}`);
    expect(read(message)).toMatchObject({ kind: 'content', element: REGISTRATION_ANSWER });
  });

  it('is read with default namespaces', () => {
    const message = ANSWER.replaceAll('R:', '').replace('xmlns:R=', 'xmlns=').replace('xmlns:R', 'xmlns');
    expect(read(message.replace(/xmlns:?="/, 'xmlns="'))).toMatchObject({ kind: 'content' });
  });

  it('is reported as truncated wherever it ends early', () => {
    const beginning = ANSWER.indexOf('<env:Envelope') + '<env:Envelope '.length;
    for (let length = beginning; length < ANSWER.length; length += 1) {
      expect(read(ANSWER.slice(0, length))).toMatchObject({ kind: 'unreadable', reason: 'truncated' });
    }
  });

  it.each([
    ['a web page', '<!DOCTYPE html><html><body>Error</body></html>', 'not_xml'],
    ['a web page in XML', '<?xml version="1.0"?><html xmlns="urn:x"><body/></html>', 'not_xml'],
    ['a web page in capitals', '\n<HTML><BODY>403</HTML>', 'not_xml'],
    ['empty', '', 'not_xml'],
    ['JSON', '{"error":"x"}', 'not_xml'],
    ['XML with a missing end tag', ANSWER.replace('</R:CSV>', ''), 'not_xml'],
    ['XML with a document type', ANSWER.replace('?>', '?><!DOCTYPE x>'), 'not_xml'],
    [
      'SOAP 1.2',
      ANSWER.replaceAll('schemas.xmlsoap.org/soap/envelope/', 'www.w3.org/2003/05/soap-envelope'),
      'wrong_namespace',
    ],
    ['another version of the schema', ANSWER.replaceAll('/tike/', '/tikeV1.0/'), 'wrong_namespace'],
    ['the answer to a query', writeConsultaAnswer(''), 'wrong_namespace'],
    ['an empty body', wrapInEnvelope(''), 'wrong_namespace'],
    ['a body with two elements', wrapInEnvelope('<a/><b/>'), 'wrong_namespace'],
    ['XML without an envelope', '<a/>', 'wrong_namespace'],
    ['too large', writeAnswer(Array.from({ length: 2000 }, () => writeLine())), 'too_large'],
  ])('is unreadable when it is %s', (_what, text, reason) => {
    expect(read(text)).toMatchObject({ kind: 'unreadable', reason, detail: expect.stringMatching(/./) });
  });
});

describe('a SOAP fault', () => {
  it.each([
    ['env:Client', 'Codigo[4104].Error en la cabecera', 'client', 4104, 'Error en la cabecera'],
    ['soapenv:Client', 'Codigo[4141].', 'client', 4141, null],
    ['Client.Authentication', 'Codigo[4112] Titular', 'client', 4112, 'Titular'],
    ['env:MustUnderstand', 'x', 'client', null, 'x'],
    ['env:VersionMismatch', 'x', 'client', null, 'x'],
    ['env:Server', 'Codigo[20009].Error &lt;interno&gt;', 'server', 20009, 'Error <interno>'],
    ['env:Server.Busy', 'no code', 'server', null, 'no code'],
    ['ns:Whatever', 'Codigo[x].y', 'server', null, 'Codigo[x].y'],
    ['', '', 'server', null, null],
  ])('is read with its side, code and text: %s «%s»', (faultCode, faultString, side, code, text) => {
    const fault = { side, code, text: text === null && faultString !== '' ? '' : text };
    expect(read(writeFault(faultCode, faultString))).toEqual({ kind: 'fault', fault });
  });
});

describe.skipIf(!hasSharedFacts)("AEAT's sample faults (skipped where ../shared/verifactu is absent)", () => {
  it.each([
    ['15-fault-client-4104.response.xml', 'client', 4104, 'NIF:12345678Z'],
    ['16-fault-server-20009.response.xml', 'server', 20009, 'Error interno en el servidor'],
  ])('are read: %s', (file, side, code, text) => {
    const fault = { side, code, text: expect.stringContaining(text) };
    expect(read(readShared(`samples/${file}`))).toEqual({ kind: 'fault', fault });
  });
});
