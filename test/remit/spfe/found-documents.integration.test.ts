import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claimRequest } from '#src/remit/spfe/claim-request.ts';
import { openTestSpfe, type TestSpfe } from '../../support/spfe-sending.ts';
import { askAbout } from './support/ask-about.ts';

let test: TestSpfe;
beforeEach(async () => {
  test = await openTestSpfe();
});
afterEach(() => test[Symbol.asyncDispose]());
const { states, fault, sentTo } = askAbout(() => test);

describe('a document that the SPFE has already', () => {
  const OTHER_KIND = 'another system sent it';

  /** Sends the documents of an issuer's deliveries as another system would. */
  const sendAsOther = async (change: (xml: string) => string) => {
    await test.write();
    const { pool, ...context } = test.context();
    const issuer = { organizationId: test.organization.id, issuerNif: 'B12345674' };
    const limits = { timeoutMs: 1000, timing: context.timing };
    const claimed = await claimRequest(pool, issuer, test.api.clock.now, limits, null);
    if (claimed.kind !== 'claimed') throw new Error(`nothing was claimed: ${claimed.kind}`);
    const contents = claimed.claim.contents.map((xml) => Buffer.from(change(xml.toString('utf8'))));
    await test.sendAndForget({ ...claimed.claim, contents });
    test.pass(120);
  };

  it('is admitted if it is the same, whatever the prefixes and blanks', async () => {
    await test.issue(1, 'A');
    await sendAsOther((xml) =>
      xml.replaceAll('cbc:', 'b:').replace('xmlns:cbc=', 'xmlns:b=').replaceAll('><', '>\n<'),
    );
    await test.advanceAll();
    expect(await states()).toEqual(['admitted']);
  });

  it('is a conflict if it says something else', async () => {
    await test.issue(1, 'A');
    await sendAsOther((xml) => xml.replace('Servicio', 'Otro servicio'));
    await test.advanceAll();
    expect(await states()).toEqual(['conflict']);
    expect(await test.read('select message from spfe_deliveries')).toEqual([
      { message: 'AEAT has other contents with this unique code' },
    ]);
    expect(sentTo()).not.toContain('CancelInvoiceSOAP');
  });

  it('is a conflict if the SPFE has a copy where the original is sent', async () => {
    await test.issue(1, 'A');
    await sendAsOther((xml) => xml.replace('CopyIndicator>false<', 'CopyIndicator>true<'));
    await test.advanceAll();
    expect(await states()).toEqual(['conflict']);
    const [row] = await test.read<{ message: string }>('select message from spfe_deliveries');
    expect(row!.message).toContain(OTHER_KIND);
  });

  it('is admitted by its CSV if it cannot be downloaded, and otherwise asked about again', async () => {
    await test.issue(1, 'A');
    fault({ kind: 'reset', when: 'after', count: 1 });
    fault({ kind: 'http-status', operation: 'DownloadInvoicesByIDSOAP', count: 2 });
    await test.advanceAll();
    expect(await states()).toEqual(['admitted']);
    expect(sentTo().filter((operation) => operation === 'DownloadInvoicesByIDSOAP')).toHaveLength(3);
    await test.issue(1, 'B');
    fault({ kind: 'no-csv', count: 1 });
    fault({ kind: 'http-status', operation: 'DownloadInvoicesByIDSOAP', count: 1 });
    await test.advanceAll();
    expect(await states()).toEqual(['admitted', 'admitted']);
  });
});
