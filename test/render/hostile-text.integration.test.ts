import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRenderBrowser } from '../../src/render/browser/render-browser.ts';
import { buildBatchPage } from '../../src/render/template/batch-page.ts';
import { groupInFours } from '../../src/domain/invoice/find-ibans.ts';
import { buildLine, buildPrintable, buildProfile } from './support/build-invoice.ts';
import { fillEveryField, TEXT_FIELDS } from './support/fill-every-field.ts';
import { openTestRenderer, readChromiumPath, type TestRenderer } from './support/open-test-renderer.ts';
import { getContent, readPdf, squash } from './support/read-pdf.ts';

/** Opens a server that must never receive a connection. */
async function openTrap() {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url ?? '');
    response.end('TRAPPED');
  });
  server.on('connection', () => seen.push('connection'));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { address, seen, [Symbol.asyncDispose]: async () => void server.close() };
}

let renderer: TestRenderer;
let trap: Awaited<ReturnType<typeof openTrap>>;

beforeAll(async () => {
  [renderer, trap] = await Promise.all([openTestRenderer(), openTrap()]);
});
afterAll(async () => {
  await renderer[Symbol.asyncDispose]();
  await trap[Symbol.asyncDispose]();
});

/** The longest IBANs have 34 characters. One line shows them, which ends with its page. */
const LONGEST_IBAN = 34;

/** Texts that would have an effect if the page interpreted them as markup, style, script or template. */
const buildAttacks = (address: string) => [
  `<script>fetch('${address}/script')</script>`,
  `<img src=x onerror="fetch('${address}/onerror')"><img src="${address}/img">`,
  `<iframe src="${address}/iframe"></iframe><iframe src="file:///etc/hostname"></iframe>`,
  `</style><style>@import url(${address}/import);body{background:url(${address}/css)}</style>`,
  `<meta http-equiv="refresh" content="0;url=${address}/refresh"><base href="${address}/">`,
  `<svg onload="location='${address}/svg'"><image href="${address}/svg-image"/></svg>`,
  `"><link rel="stylesheet" href="${address}/link">' onmouseover='x`,
  `--><!-- ]]> <![CDATA[ </section></table></html>`,
  '{{7*7}} ${7*7} <%= 7*7 %> #{7*7} \\u003cscript\\u003e \\" \\\\',
  '&lt;b&gt; &amp;amp; &#x3C;i&#x3E; &nbsp;',
  'javascript:alert(1) =HYPERLINK("x") -> --> 10x20 (c) fi ffl',
  '(a) Tj ET endstream endobj 1 0 obj <</S /JavaScript /JS (x)>>',
];

describe('hostile text [B25] [B27]', () => {
  it.each(Array.from({ length: buildAttacks('').length }, (_, index) => index))(
    'is printed literally in every field of an invoice and causes no request (case %i)',
    async (index) => {
      const attack = buildAttacks(trap.address)[index]!;
      const field = (name: string) => `${name} ${attack} ${name}`;
      const iban = attack.slice(0, LONGEST_IBAN);
      const [result] = await renderer.render([fillEveryField(field, iban)]);
      const content = getContent(result);
      const { squashed } = await readPdf(content);
      for (const name of TEXT_FIELDS) expect(squashed).toContain(squash(field(name)));
      expect(squashed).toContain(squash(`IBAN ${groupInFours(iban)}`));
      const structure = content.toString('latin1').replaceAll(/stream\n[\s\S]*?\nendstream/g, '');
      expect(structure.match(/\/URI \(/g)).toHaveLength(1);
      expect(structure).not.toMatch(/\/(?:JS|JavaScript|Launch|OpenAction|AA|EmbeddedFile)\b/);
      expect(trap.seen).toEqual([]);
    },
  );

  it('is printed without losing a letter: endless words, emoji, Chinese and Arabic [B26]', async () => {
    const endless = 'Wm'.repeat(500);
    const lines = [
      'Ñandú añejo: 10 € — «así» ½ ²',
      '😀👩‍👩‍👧‍👦🇪🇸',
      '発票 请款单 세금',
      'فاتورة ضريبية',
      '🇪🇸ж設'.repeat(100),
      endless,
    ].map((concept) => buildLine({ concept, notes: endless }));
    const [result] = await renderer.render([buildPrintable({ lines, footerNote: `${endless} fin` })]);
    const { squashed, pages } = await readPdf(getContent(result));
    for (const text of ['Ñandú añejo: 10 € — «así» ½ ²', endless, `${endless} fin`]) {
      expect(squashed).toContain(squash(text));
    }
    expect(squashed.match(/ж/g)).toHaveLength(100);
    expect(pages.length).toBeLessThan(10);
  });

  it('has no effect in a logo, because bytes that are not an image are not shown', async () => {
    for (const bytes of [
      `<svg xmlns="http://www.w3.org/2000/svg"><image href="${trap.address}/logo"/><script>fetch('${trap.address}')</script></svg>`,
      `\x89PNG\r\n\x1a\n<img src="${trap.address}/logo">`,
    ]) {
      const logo = {
        mediaType: 'image/png',
        base64: Buffer.from(bytes, 'latin1').toString('base64'),
      } as const;
      const [result] = await renderer.render([buildPrintable({}, { issuerProfile: buildProfile({ logo }) })]);
      expect((await readPdf(getContent(result))).squashed).toContain('Totalapagar');
      expect(trap.seen).toEqual([]);
    }
  });

  it('can reach neither the network nor a file, even if the page interprets it as markup', async () => {
    const browser = await openRenderBrowser({
      chromiumPath: readChromiumPath(),
      page: buildBatchPage(),
      renderTimeLimitMs: 20_000,
      niceness: 0,
    });
    try {
      const markup = buildAttacks(trap.address).join('\n');
      const body = `<p>before</p>${markup}<object data="file:///etc/passwd"></object><p style="background:url(${trap.address}/p)">after</p>`;
      const pdf = await browser.print(
        { body, fonts: [], paging: null, invoices: 1 },
        { meanwhile: () => {}, took: () => {} },
      );
      const { squashed } = await readPdf(pdf);
      expect(squashed).toContain('before');
      expect(squashed).not.toMatch(/TRAPPED|root:/);
      expect(trap.seen).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
