import { defineEntity, p } from '@mikro-orm/core';
import type { ToldSettings } from '../../../contracts/shared-settings.ts';

/** A process that runs, with what it tells of the settings that all must agree on. It renews its row as long as it lives. */
export const ProcessRow = defineEntity({
  name: 'ProcessRow',
  tableName: 'processes',
  properties: {
    id: p.uuid().primary(),
    role: p.string().length(20),
    host: p.string().length(255),
    pid: p.integer(),
    version: p.string().length(50),
    told: p.json<ToldSettings>(),
    startedAt: p.datetime().defaultRaw('now()'),
    /** When its Redis had another mark than before: it was emptied. Nothing else changes while a process runs. */
    redisChangedAt: p.datetime().nullable(),
    renewedAt: p.datetime().defaultRaw('now()'),
  },
  checks: [
    { name: 'processes_role_check', expression: `role in ('ingress', 'worker', 'dashboard')` },
    { name: 'processes_told_check', expression: 'length(told::text) <= 10000' },
  ],
});
