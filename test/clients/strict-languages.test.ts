import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findExecutable } from '../../ops/local/boot/find-executable.js';
import { ROOT } from '../../ops/local/boot/layout.ts';
import { isJudged } from '../support/not-judged.ts';
import { readExample } from './support/examples.ts';
import { LANGUAGES } from './support/languages.ts';

/* The clients for Python and PHP are judged by the strictest checks that Debian has. */

const PYTHON = path.join(ROOT, 'clients/python/src');
const PHP = globSync('clients/php/src/*.php', { cwd: ROOT });

const mypy = findExecutable(['mypy']);
isJudged(mypy, 'the types of the client for Python', 'there is no mypy (apt install mypy)');
const { program: php } = LANGUAGES.find(({ name }) => name === 'PHP')!;

it.skipIf(!mypy)(
  'mypy finds nothing in the client for Python and in the example of its README, in its strict mode',
  { timeout: 120_000 },
  () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'mypy-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const example = path.join(directory, 'example.py');
    writeFileSync(example, readExample('python'));
    const judged = [
      '--strict',
      '--python-version',
      '3.9',
      path.join(PYTHON, 'invoice_batch_engine'),
      example,
    ];
    const { stdout } = spawnSync(mypy!, judged, {
      cwd: directory,
      env: { ...process.env, MYPYPATH: PYTHON },
      encoding: 'utf8',
    });
    expect(stdout).toMatch(/^Success: no issues found/);
  },
);

it.skipIf(!php).each(PHP)('PHP compiles %s without a warning', (file) => {
  const strict = ['-d', 'error_reporting=-1', '-d', 'display_errors=stderr', '-l'];
  const { stdout, stderr } = spawnSync(php!, [...strict, file], { cwd: ROOT, encoding: 'utf8' });
  expect({ stdout, stderr }).toEqual({ stdout: `No syntax errors detected in ${file}\n`, stderr: '' });
});

it.each(PHP)('%s checks the types of its calls', (file) => {
  expect(readFileSync(path.join(ROOT, file), 'utf8')).toMatch(/^<\?php\n\ndeclare\(strict_types=1\);\n/);
});

it.skipIf(!php)('every class, parameter, property and result of the client for PHP has a type', () => {
  const program = `
    spl_autoload_register(fn ($class) => require '${ROOT}/clients/php/src/' . substr(strrchr($class, '\\\\'), 1) . '.php');
    foreach (array_slice($argv, 1) as $name) {
      $class = new ReflectionClass("InvoiceBatchEngine\\\\$name");
      foreach ($class->getProperties() as $property)
        if ($property->class === $class->name && !$property->hasType()) echo "$name::\\$$property->name\\n";
      foreach ($class->getMethods() as $method) {
        if ($method->class !== $class->name) continue;
        if (!$method->hasReturnType() && !$method->isConstructor()) echo "$name::$method->name()\\n";
        foreach ($method->getParameters() as $parameter)
          if (!$parameter->hasType()) echo "$name::$method->name($$parameter->name)\\n";
      }
    }`;
  const names = PHP.map((file) => path.basename(file, '.php'));
  const untyped = execFileSync(php!, ['-r', program, '--', ...names], { encoding: 'utf8' });
  // PHP has no type for a resource, such as an open file.
  expect(untyped.trim().split('\n')).toEqual(['Transport::send($into)', 'Transport::exchange($into)']);
});
