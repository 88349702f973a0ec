import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isSafePattern } from 'redos-detector';
import { describe, expect, it } from 'vitest';
import { parseJson } from '#src/json/parse-json.ts';
import { growthOf } from '../support/growth.ts';
import { LONG } from '../support/long.ts';
import { findPatterns, type Pattern } from './find-patterns.ts';
import { rememberProofs } from './remember-proofs.ts';

/*
 * Every regular expression of the product, found by parsing its sources, must be proven linear by a
 * detector. An unproven one, usually one that may begin anywhere in a text, is listed here with the
 * reason why no input can make it slow.
 */
const CHROMIUMS = 'reads only the output of the engine’s own Chromium';
const STAND_IN = 'used by the stand-in for AEAT, which only tests call';
const ADDRESS = 'reads each character of an address in a header of at most 16 KiB at most twice';
const LETTERS = 'a character class or a fixed number of characters, which needs no backtracking';
const TEMPLATE = 'reads the text of a template of the project, never a value';
const CODE = 'one character, and a class that is repeated at most 19 times';
const NUMBERS = 'the pattern of the numbers of a series, which is no regular expression';
const TOOL = 'used by a tool on the developer’s machine';
const UNPROVEN: Readonly<Record<string, string>> = {
  'packages/verifactu/src/client/internal/read-outcome.ts charset\\s*=\\s*"?([\\w.:-]+)':
    'reads a header of at most 16 KiB',
  'packages/verifactu/src/client/internal/read-soap-body.ts <\\/(?:[\\w.-]+:)?Envelope\\s*>\\s*$':
    'reads the last 200 characters',
  'packages/verifactu/src/client/internal/read-soap-body.ts ^Codigo\\[(\\d{1,9})\\]\\.?\\s*([\\s\\S]*)$':
    'its last part matches all of the rest',
  'src/dashboard/page-headers.ts <link\\b[^>]*\\bhref="(?:https?:)?\\/\\/[^>]*>\\s*':
    'reads only Bull Board’s own page',
  'src/render/postprocess/pdf-file.ts startxref\\n(\\d+)\\n%%EOF\\s*$': CHROMIUMS,
  'src/render/postprocess/pdf-file.ts ^trailer\\n[\\s\\S]*\\/Root (\\d+) 0 R': CHROMIUMS,
  'src/render/postprocess/split-render-batch.ts \\/Kids \\[([\\d R]*)\\]': CHROMIUMS,
  'src/render/postprocess/split-render-batch.ts (\\d+) 0 R': CHROMIUMS,
  'src/render/postprocess/split-render-batch.ts \\/Rect \\[([-\\d.]+) ([-\\d.]+) ([-\\d.]+) ([-\\d.]+)\\]':
    CHROMIUMS,
  'src/render/postprocess/split-render-batch.ts \\/(?:Parent \\d+ 0 R|Contents \\d+ 0 R|Annots \\[[\\d R]*\\]|Tabs \\/S|StructParents \\d+)\\n?':
    CHROMIUMS,
  'src/render/postprocess/split-render-batch.ts \\/Contents (\\d+) 0 R': CHROMIUMS,
  'src/render/postprocess/split-render-batch.ts \\/Annots \\[([\\d R]*)\\]': CHROMIUMS,
  'src/render/postprocess/split-render-batch.ts \\/Pages (\\d+) 0 R': CHROMIUMS,
  'src/render/postprocess/attach-factur-x.ts  \\/Metadata (\\d+) 0 R ': CHROMIUMS,
  'src/render/postprocess/unmapped-glyphs.ts <<\\/Type \\/Font\\b[^\\0]{0,20000}?\\/ToUnicode (\\d+) 0 R':
    CHROMIUMS,
  'src/render/postprocess/written-pdf.ts \\nstartxref\\n(\\d+)\\n%%EOF\\n$': CHROMIUMS,
  'src/render/template/escape-html.ts \\s*\\n\\s*': TEMPLATE,
  'src/api/choose-messages.ts "message":("[^"\\\\]*(?:\\\\.[^"\\\\]*)*"),"message_es":("[^"\\\\]*(?:\\\\.[^"\\\\]*)*")':
    'reads an answer of the engine, in which every string ends',
  'src/contracts/messages/texts.ts \\{(\\w+)\\}': TEMPLATE,
  'src/api/reference/code-page.ts `([^`]+)`': TEMPLATE,
  'src/contracts/v2/details.ts \\[(\\d+)\\]|\\["((?:[^"\\\\]|\\\\.)*)"\\]|[^.[\\]]+':
    'reads a path of a finding, in which a name has at most 80 characters',
  'src/domain/html/html-template.ts (<!--.*?(?:-->|$)|<(?:script|style)\\b.*?(?:<\\/(?:script|style)>|$)|<[a-z/!\\uE000](?:"[^"]*(?:"|$)|\'[^\']*(?:\'|$)|[^"\'>])*>?)':
    TEMPLATE,
  'src/domain/html/html-template.ts ("[^"]*(?:"|$)|\'[^\']*(?:\'|$))': TEMPLATE,
  'src/domain/html/html-template.ts \\b(?:on[a-z]+|srcdoc)\\s*=\\s*$': TEMPLATE,
  'src/domain/html/html-template.ts ^\\s*[a-z][a-z-]*(?:="[^"<>]*")?(?:\\s+[a-z][a-z-]*(?:="[^"<>]*")?)*\\s*$':
    TEMPLATE,
  'src/domain/html/html-template.ts =\\s*$': TEMPLATE,
  'src/domain/spfe/messages/multipart.ts ;\\s*([\\w-]+)\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]+))':
    'reads a header of at most 16 KiB',
  'src/contracts/shown-text.ts \\p{M}{33}': LETTERS,
  'src/deliver/books/book-name.ts [. ]+$': 'reads at most 120 characters of the name of an issuer',
  'src/domain/series/pattern.ts \\{([^{}]*)\\}|([^{}]+)|[{}]':
    'reads a pattern of at most 200 characters, each of them at most twice',
  'ops/schema/statements/read-annotations.ts ^(\\w+) (\\S.*?)(?: from (\\S+))?$':
    'reads one comment of a file of the project',
  'src/platform/telemetry/mask-secrets.ts \\b(?:org_(?:live|test)|ses)_[\\w-]{16,}|\\bwhsec_[\\w+/-]{16,}={0,2}':
    'each part ends with its only unbounded repetition or at most two signs after it; timed in mask-secrets.test.ts',
  'src/platform/telemetry/mask-secrets.ts (\\w:\\/\\/)[^\\s"/@]+@':
    'begins with characters outside of its repetition; timed in mask-secrets.test.ts',
  'packages/aeat-sandbox/src/faults/perform-fault.ts <(?:env:Body|DocumentStatus)[^>]*>':
    'reads an answer of its own',
  'packages/aeat-sandbox/src/http/client-certificate.ts (?:IDCES|VATES|NTRES)-([0-9A-Z]{9})': STAND_IN,
  'packages/aeat-sandbox/src/schema/date-time.ts ^[ \\t\\r\\n]+|[ \\t\\r\\n]+$': STAND_IN,
  'packages/aeat-sandbox/src/xml/decode-message.ts ^<\\?xml[^>]*\\sencoding\\s*=\\s*["\']([^"\']*)["\']':
    STAND_IN,
  'packages/aeat-sandbox/src/xml/decode-message.ts ;\\s*charset\\s*=\\s*"?([^";\\s]+)': STAND_IN,
  'ops/lint/layer-rules.ts \\.\\w+$': TOOL,
  'ops/release/versions.ts ((?:"name": "(?:invoice-batch-engine(?:-client)?|verifactu-(?:aeat-sandbox|protocol))",\\s{1,20}"version|"verifactu-protocol)": "|\\bVERSION = ["\'])([\\d.]{1,40})(?=["\'])':
    TOOL,
  'ops/local/boot/fetch-redis.js ([\\w.+-]{1,100}): cannot open shared object file': TOOL,
  'src/platform/admission/connections/client-network.ts :\\d+$': ADDRESS,
  'src/platform/admission/connections/client-network.ts ^(?:\\[([^\\]]*)\\](?::\\d+)?|([^%]*)(?:%.*)?)$':
    ADDRESS,
  'src/platform/postgres/failures.ts for (role|database) "(.+)"':
    'reads a message of PostgreSQL, in which the name has at most 63 characters',
  'src/platform/postgres/schema/compare-schema.ts TRIGGER (\\S+) .*? ON (?:ONLY )?(?:public\\.)?(\\S+)':
    'reads the description of a schema that the product writes',
  'src/platform/postgres/schema/compare-schema.ts FUNCTION (.+?\\))\\n':
    'reads the description of a schema that the product writes',
  'src/platform/postgres/schema/describe-schema.ts \\s*\\n\\s*':
    'reads the description of a schema that the product writes',
  'src/platform/postgres/schema/restore-privileges.ts ^((?:partitions\\.)?[^.]+)(?:\\.(.+))?$':
    'reads the description of a schema that the product writes',
  "migrations/split-statements.ts --[^\\n]*|'(?:[^']|'')*'|\"[^\"]*\"|\\$(\\w*)\\$[\\s\\S]*?\\$\\1\\$|\\bbegin atomic\\b[\\s\\S]*?\\bend(?=;)|;[ \\t]*\\n":
    'reads the migrations of the product',
  'src/monitor/doctor/checks/schema.ts  of who migrates$|, where.*$':
    'reads the name of a section of the description',
};

/** Patterns that are built at run time, each reviewed by hand. */
const COMPOSED: Readonly<Record<string, string>> = {
  "src/domain/fonts/show-text.ts new RegExp(String.raw`[^\\0-\\x1f${characters.join('')}]`, 'u')":
    'matches one character, and repeats nothing',
  'src/render/postprocess/written-pdf.ts new RegExp( String.raw`^(\\d+) 0 obj\\n<</Type /XRef /Size (\\d+) /Root (\\d+) 0 R /Info (\\d+) 0 R ${FORM.replaceAll(/[[\\]]/g, String.raw`\\$&`)} /Filter /FlateDecode /Length (\\d+)>> stream\\n`, )':
    CHROMIUMS,
  "src/render/postprocess/pdf-file.ts new RegExp(LITERAL_STRING, 'g')": CHROMIUMS,
  "src/render/postprocess/pdf-file.ts new RegExp(String.raw`${LITERAL_STRING}|(\\d+) (\\d+) R\\b`, 'g')":
    CHROMIUMS,
  "src/render/postprocess/pdf-file.ts new RegExp(String.raw`${LITERAL_STRING}|stream\\n|endobj`, 'g')":
    CHROMIUMS,
  'src/render/postprocess/split-render-batch.ts new RegExp(String.raw`/S /URI\\n/URI \\(${MARK_SCHEME}(\\d+)\\)`)':
    CHROMIUMS,
  'src/render/template/break-words.ts new RegExp(String.raw`\\S{${ENDLESS_UNITS}}`)': LETTERS,
  "src/render/template/break-words.ts new RegExp(`[^${PARTING}]+|[${PARTING}]+`, 'gu')": LETTERS,
  "src/render/template/break-words.ts new RegExp(`^[${PARTING}]`, 'u')": LETTERS,
  'src/platform/telemetry/mask-secrets.ts new RegExp(`("${NAME}":)(?:${STRING}|\\\\[(?:[^"\\\\]]|${STRING})*\\\\]?)`, \'gi\')':
    'timed in mask-secrets.test.ts',
  'src/platform/telemetry/mask-secrets.ts new RegExp(`(\\\\\\\\"${NAME}\\\\\\\\"\\\\s{0,4}:\\\\s{0,4}\\\\\\\\")[^"\\\\\\\\]*`, \'gi\')':
    'timed in mask-secrets.test.ts',
  'ops/schema/statements/write-module.ts new RegExp(`\\\\b${name}\\\\b`)':
    'looks for the name of a type in a file of the project',
  "packages/aeat-sandbox/src/taxpayers/vat-number.ts new RegExp(`^(?:${lengths.map((length) => `${characters}{${length}}`).join('|')})$`)":
    STAND_IN,
  "src/dashboard/operations/mark-commands.ts new RegExp( String.raw`(npm run engine --(?: (?:${COMMAND_WORDS.join('|')})\\b(?!-))+(?: (?:${ARGUMENT}))*|npm run [a-z:-]*[a-z]|select pg_terminate_backend\\(\\d{1,10}\\))`, )":
    'reads a remedy that the engine writes, whose words are separated by single blanks',
  'src/contracts/v2/invoice-members.ts pattern: SERIES_CODE': CODE,
  'src/domain/series/read-series.ts new RegExp(SERIES_CODE)': CODE,
  'src/contracts/v2/invoice-members.ts pattern: V1.number_serie.pattern':
    'the pattern of version 1, which is proven where it is written',
  'src/api/v2/series.ts pattern: change.pattern': NUMBERS,
  'src/api/v2/series.ts pattern: series.pattern': NUMBERS,
  'src/domain/series/read-series.ts pattern: input.pattern!': NUMBERS,
  'src/domain/series/read-series.ts pattern: other.pattern': NUMBERS,
};

// The limits count steps instead of seconds, so that a busy machine gives the same result.
const LIMITS = { maxScore: 200, maxSteps: 20_000 };

function isProven({ source, flags }: Pick<Pattern, 'source' | 'flags'>): boolean {
  return isSafePattern(source, {
    caseInsensitive: flags.includes('i'),
    unicode: /[uv]/.test(flags),
    dotAll: flags.includes('s'),
    multiLine: flags.includes('m'),
    ...LIMITS,
  }).safe;
}

/** The inputs of a proof besides the pattern. */
const { version } = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('redos-detector/package.json'), 'utf8'),
) as { version: string };
const DETECTOR = JSON.stringify([version, LIMITS]);

describe('the regular expressions of the product [B35]', () => {
  const { patterns, composed } = findPatterns();

  it('are found in the sources', () => {
    expect(patterns.length).toBeGreaterThan(150);
    expect(patterns.some(({ file }) => file === 'src/api/request-id.ts')).toBe(true);
  });

  it('are proven linear or listed with a reason', { timeout: LONG ? 600_000 : 60_000 }, () => {
    const nameOf = ({ file, source }: Pattern) => `${file} ${source}`;
    const names = new Set(patterns.map(nameOf));
    // A listed pattern must exist and must be unprovable. The latter is checked only in the long
    // form, because the detector takes longest for unprovable patterns.
    expect(Object.keys(UNPROVEN).filter((name) => !names.has(name))).toEqual([]);
    const tried = patterns.filter((pattern) => LONG || !(nameOf(pattern) in UNPROVEN));
    const proofs = rememberProofs(DETECTOR, (text) => isProven(JSON.parse(text) as Pattern));
    const wrong = tried.filter(
      (pattern) =>
        proofs.prove(JSON.stringify({ source: pattern.source, flags: pattern.flags })) ===
        nameOf(pattern) in UNPROVEN,
    );
    proofs.keep();
    expect(wrong.map(nameOf)).toEqual([]);
  });

  it('are listed one by one if they are built at run time', () => {
    const names = composed.map(({ file, call }) => `${file} ${call}`);
    expect(names.toSorted()).toEqual(Object.keys(COMPOSED).toSorted());
  });

  it('are refused by the detector if they are slow', { timeout: 60_000 }, () => {
    for (const source of ['^(a+)+$', '0+$', '^(\\w|\\d)*x$']) {
      expect({ source, proven: isProven({ source, flags: '' }) }).toEqual({
        source,
        proven: false,
      });
    }
  });
});

describe('parsing a number of a million digits', () => {
  const parse = (digits: number) => {
    try {
      parseJson(Buffer.from(`{"n":1${'0'.repeat(digits)}1,"m":0.${'0'.repeat(digits)}1}`));
    } catch {
      // The number is too large for a double, so it is refused after it was parsed.
    }
  };

  it('takes linear time', { timeout: 60_000 }, async () => {
    expect(await growthOf(parse, { small: 200_000, large: 1_600_000 })).toBeLessThan(40);
  });
});
