import type { Html } from '../../domain/html/html-template.ts';
import { html } from '../pages/html.ts';
import { command } from '../pages/parts.ts';

/**
 * The words of the commands of `npm run engine`, at every level. Other words end a command in a
 * sentence.
 */
export const COMMAND_WORDS = [
  'add',
  'annul',
  'archive',
  'audit',
  'backlog',
  'backup',
  'book',
  'census',
  'census-unavailable',
  'certificate',
  'chains',
  'check-invariants',
  'compare',
  'create',
  'declaration',
  'deliveries',
  'differences',
  'doctor',
  'downtime',
  'drop-facturae',
  'due',
  'enable',
  'entries',
  'export-records',
  'external-ids',
  'history',
  'index',
  'invoice',
  'issued',
  'issuer',
  'issuers',
  'keep',
  'key',
  'list',
  'migrate',
  'migrating',
  'numbers',
  'operator',
  'org',
  'outside',
  'password',
  'pause',
  'pdfs',
  'persons',
  'queues',
  'recipient',
  'register',
  'remove',
  'renew',
  'replay',
  'reseal',
  'resend',
  'restore',
  'resume',
  'retention',
  'revoke',
  'rights',
  'role',
  'rotate',
  'send',
  'series',
  'set',
  'show',
  'sii',
  'spfe',
  'status',
  'totp',
  'unlock',
  'verify',
  'verify-chain',
  'webhooks',
  'write',
];

/** An argument of a command, as texts write it. */
const ARGUMENT = [
  String.raw`(?<=operator (?:add|role|password|totp|unlock|remove) )[a-z0-9](?:[a-z0-9._@-]*[a-z0-9])?`,
  '--[a-z-]+',
  String.raw`\d+`,
  '…',
  '<[a-z]+>',
  String.raw`[A-Z]\d{7}[A-Z0-9]`,
  String.raw`\d{8}[A-Z]`,
  String.raw`[a-z]+\.[a-z]+`,
  '(?<=--role )(?:act|view)',
  '(?<=queues (?:pause|resume) )[a-z-]+',
].join('|');

/**
 * A command with its arguments, for example `npm run engine -- chains resume 2`, without the word
 * that follows, or an SQL statement that ends a session of the database.
 */
const COMMAND = new RegExp(
  String.raw`(npm run engine --(?: (?:${COMMAND_WORDS.join('|')})\b(?!-))+(?: (?:${ARGUMENT}))*|npm run [a-z:-]*[a-z]|select pg_terminate_backend\(\d{1,10}\))`,
);

/** Marks the commands in a text. */
export function markCommands(text: string): Html {
  const parts = text.split(COMMAND).map((part, index) => (index % 2 === 1 ? command(part) : part));
  return html`${parts}`;
}
