import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { OfficeSettings } from './settings.ts';

const SettingsChange = Type.Partial(
  Type.Object(
    {
      waitSeconds: Type.Integer({ minimum: 0, maximum: 9999 }),
      clockToleranceSeconds: Type.Integer({ minimum: 0 }),
      clockOffsetSeconds: Type.Integer(),
      earlyEnvelopes: Type.Enum(['count', 'refuse']),
      repeatedAnnulments: Type.Enum(['refuse', 'accept']),
      presenters: Type.Enum(['anyone', 'obligado']),
      faultStatus: Type.Integer({ minimum: 200, maximum: 599 }),
      pageSize: Type.Integer({ minimum: 1, maximum: 10_000 }),
      parallelMessages: Type.Integer({ minimum: 0 }),
      altaAfterBaja: Type.Enum(['accept', 'refuse']),
      spfeAfterWithdrawal: Type.Enum(['accept', 'refuse']),
      spfeRepeatedEvents: Type.Enum(['accept', 'refuse']),
    },
    { additionalProperties: false },
  ),
  { additionalProperties: false },
);

/** Reads a change of settings. @throws TypeError that names the invalid setting. */
export function parseSettings(value: unknown): Partial<OfficeSettings> {
  if (Value.Check(SettingsChange, value)) return value;
  const [error] = Value.Errors(SettingsChange, value);
  throw new TypeError(`settings${error?.instancePath ?? ''}: ${error?.message ?? 'not understood'}`);
}
