/** Reads the header of an ICC profile. */
export function readIccProfile(profile: Buffer): {
  readonly deviceClass: string;
  readonly colorSpace: string;
  readonly version: number;
} {
  return {
    deviceClass: profile.toString('latin1', 12, 16),
    colorSpace: profile.toString('latin1', 16, 20),
    version: profile[8]! + (profile[9]! >> 4) / 10,
  };
}
