import { SUM_ROW_PX } from '../paging/plan-pages.ts';
import { buildAccentStyle, INK, PAYMENT_GROUND } from './accent.ts';
import { FONT_FAMILIES } from './fonts.ts';
import type { Wording } from './languages/wording.ts';
import { WORDINGS } from './languages/wordings.ts';
import { grey, ROLE_STYLES } from './role-styles.ts';

const PAGE_MM = 297;
/**
 * Margins above the first page, above the following pages (whose margin identifies the invoice),
 * and below each page.
 */
const FIRST_MARGIN_MM = 14;
const FOLLOWING_MARGIN_MM = 22;
const BOTTOM_MARGIN_MM = 16;
const PX_PER_MM = 96 / 25.4;

/** Heights available on the pages of an invoice, in px. */
export const PAGE_HEIGHTS = {
  first: (PAGE_MM - FIRST_MARGIN_MM - BOTTOM_MARGIN_MM) * PX_PER_MM,
  following: (PAGE_MM - FOLLOWING_MARGIN_MM - BOTTOM_MARGIN_MM) * PX_PER_MM,
};

const PAGE_COUNT = `padding-right: 3mm; font: 400 10px ${FONT_FAMILIES}; ${grey('artifact')}`;

/**
 * Builds the page rules of single-page invoices. They are rendered together in different languages,
 * so each language has its own page type and footer.
 */
function buildSinglePage({ language, page: [before, between] }: Wording): string {
  return `@page single-${language} { @bottom-right { content: "${before}1${between}1"; ${PAGE_COUNT} } }
.single:lang(${language}) { page: single-${language}; }`;
}

/*
 * The style uses one type family in two weights, one ink, and hairlines instead of boxes, and
 * prints the same in black and white. The issuer's accent colour replaces the ink in the title, the
 * rules and the amount to pay only. The QR code's captions are at least as large as any datum of
 * the invoice (Orden HAC/1177/2024); only the title is larger. Type sizes are multiples of half a
 * pixel: Chromium then writes words into the PDF instead of single letters, which halves the size
 * of the pages. `geometricPrecision` prevents rounding of letter widths to whole pixels. The screen
 * shows nothing: only the render batch is laid out and painted, not an invisible window. Colours of
 * texts encode roles (role-styles.ts). Texts are 180 mm wide. The 3 mm on each side are for the
 * background of highlighted content. Nothing may be wider than the page, because Chromium would
 * shrink the whole render batch. Every text may therefore break anywhere if necessary.
 */
export const INVOICE_STYLES = `
@page { size: 210mm 297mm; margin: ${FIRST_MARGIN_MM}mm 12mm ${BOTTOM_MARGIN_MM}mm 12mm; }
${Object.values(WORDINGS).map(buildSinglePage).join('\n')}
@page many {
  margin-top: ${FOLLOWING_MARGIN_MM}mm;
  @top-left { content: var(--continuation); width: 186mm; padding: 0 3mm 4mm; vertical-align: bottom; white-space: pre; overflow: hidden; font: 400 10px/1.35 ${FONT_FAMILIES}; ${grey('artifact')} }
  @bottom-right { content: var(--page); ${PAGE_COUNT} }
}
@page many:first { margin-top: ${FIRST_MARGIN_MM}mm; @top-left { content: none; } }
@media screen {
  body { display: none; }
  .measuring > body { display: block; visibility: hidden; }
}
* { box-sizing: border-box; margin: 0; padding: 0; }
html {
  font: 400 11.5px/1.4 ${FONT_FAMILIES};
  text-rendering: geometricPrecision; font-variant-ligatures: none;
}
body { width: 186mm; overflow-wrap: anywhere; }
h1 { font-size: 20px; line-height: 1.15; font-weight: 600; }
/* Each text has the direction of its own letters: a concept in Arabic does not move the numbers. */
.name, .description, .footer-note, footer, td, .note, .party > div, .issuer > div, .how > div { unicode-bidi: plaintext; text-align: left; }
/* Texts of other scripts that could overlap their neighbours (stored-text.ts). The space between two lines is enough for the marks of written languages. */
.boxed { display: block; overflow: clip; overflow-clip-margin: 2px; unicode-bidi: plaintext; text-align: left; }
h1.long { font-size: 15px; line-height: 1.2; }
h2 { font-size: 10px; font-weight: 400; margin-bottom: .6mm; }
th { font-weight: 400; font-size: 10px; text-align: left; vertical-align: bottom; }
.invoice { ${buildAccentStyle(INK)}; padding: 0 3mm; overflow: clip; break-after: page; }
.invoice:last-child { break-after: auto; }
.single { display: flex; flex-direction: column; min-height: 265mm; }
.many { page: many; }
.name, .number { font-weight: 600; font-size: 12.5px; }
.note, .contact, .mentions, footer { font-size: 10px; }
.figure, .figure .note { text-align: right; }
.figure, .whole, .iban, .due, dd { font-variant-numeric: tabular-nums; }
td.figure, .sum .figure, .instalment .figure, dd { white-space: nowrap; }
.whole { white-space: pre; }
.number.small, .whole.small { font-size: 10px; }
.number.apart { grid-column: 1 / -1; text-align: right; margin-top: 2.5mm; }
.party.apart { grid-column: 1 / -1; margin-top: 4mm; }
.party.below { margin-top: 4mm; }

header { display: grid; grid-template-columns: 1fr 62mm 1fr; column-gap: 3mm; }
header > * { min-width: 0; }
.logo { display: block; max-width: 100%; max-height: 17mm; margin-bottom: 3mm; object-fit: contain; object-position: left top; }
.contact { margin-top: 1.2mm; }
.qr { text-align: center; font-size: 12.5px; line-height: 1.3; }
.qr a { display: block; width: 32mm; height: 32mm; margin: 3mm auto; }
.beside { font-size: 10px; }
.qr a.mark { width: 1mm; height: 1mm; margin: 0; }
.reference { text-align: right; }
.reference .number { margin-top: 1mm; }
.reference dl { margin-top: 2.5mm; display: grid; grid-template-columns: 1fr auto; column-gap: 3mm; }

.annulled { margin-top: 5mm; padding: 2mm; border: .7mm solid ${INK}; text-align: center; font-size: 15px; }
.annulled .note { text-align: center; }
.annulled strong { font-weight: 600; text-transform: uppercase; }

.parties { display: grid; grid-template-columns: 1fr 1fr; column-gap: 8mm; margin-top: 6mm; }
.party { min-width: 0; border-top: .35mm solid var(--accent); padding-top: 1.8mm; }
.description { margin-top: 5mm; }

table { width: 100%; border-collapse: separate; border-spacing: 0; table-layout: fixed; }
td { vertical-align: top; }
tr { break-inside: avoid; }
.anew { break-before: page; }
.lines { margin-top: 7mm; }
.lines th { padding: 0 0 1.3mm 3mm; border-bottom: .35mm solid var(--accent); }
.lines td { padding: 1.35mm 0 1.35mm 3mm; border-bottom: .15mm solid #bfc2c8; }
.lines th:first-child, .lines td:first-child { padding-left: 0; }
.lines .tax { padding-left: 5mm; }
.lines .carried td { height: ${SUM_ROW_PX}px; padding: 0; vertical-align: middle; text-align: right; font-weight: 600; font-variant-numeric: tabular-nums; }
.carried span { white-space: nowrap; }
.carried span + span { margin-left: 6mm; }
.dense th { font-size: 8px; }
.dense td.figure { font-size: 8px; line-height: 2; }
.dense td.tax { font-size: 9px; line-height: 1.75; }
.dense .tax .note { font-size: 8px; line-height: 1.4; }
.dense .figure .note { font-size: 7.5px; line-height: 1.4; }

.closing { display: grid; grid-template-columns: 1fr var(--totals); column-gap: 9mm; margin-top: 6mm; break-inside: avoid; }
.closing > * { min-width: 0; }
.wide > .breakdown { grid-column: 1 / -1; margin-bottom: 4mm; }
.wide > .totals { grid-column: 2; }
.taxes th { padding-bottom: 1mm; border-bottom: .15mm solid ${INK}; }
.taxes td { padding: 1mm 0; border-bottom: .15mm solid #bfc2c8; }
.taxes .figure { padding-left: 3mm; }
.mentions { margin-top: 2.5mm; }
.mentions p + p { margin-top: .6mm; }
.sum { display: grid; grid-template-columns: 1fr auto; column-gap: 4mm; padding: .8mm 0; }
.sum.total { border-top: .15mm solid ${INK}; margin-top: .8mm; padding-top: 1.4mm; font-weight: 600; }

.payment { grid-column: 1 / -1; display: grid; grid-template-columns: 1fr var(--totals); margin: 3mm -3mm 0; padding: 2mm 3mm; background: ${PAYMENT_GROUND}; border-top: .35mm solid var(--accent); border-bottom: .35mm solid var(--accent); }
.how { grid-area: 1 / 1; padding-right: 9mm; }
.how, .payable { min-width: 0; align-self: center; }
.payable { grid-area: 1 / 2; text-align: right; }
.stacked .how { grid-area: 2 / 1 / auto / -1; padding: 2mm 0 0; }
.payable .sum, .iban, .due, .paid { font-size: 12.5px; font-weight: 600; }
.payable .sum { text-align: left; }
.iban { white-space: nowrap; }
.instalment { display: grid; grid-template-columns: 1fr auto; column-gap: 4mm; text-align: left; }
.paid { margin-top: 1mm; }

.tail { break-inside: avoid; }
.flowing { break-inside: auto; orphans: 3; widows: 3; }
.single .tail { flex: 1; display: flex; flex-direction: column; }
.footer-note { margin-top: 6mm; break-inside: avoid; }
.lined .note, .lined .how, .lined .footer-note { white-space: pre-line; }
footer { margin-top: auto; padding-top: 5mm; }
.flowing footer { break-before: avoid; break-inside: avoid; }
${ROLE_STYLES}`;
