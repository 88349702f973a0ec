import type { ServerResponse } from 'node:http';
import type { FaultPlan } from '../faults/fault-plan.ts';
import type { Office } from '../registry/office.ts';
import type { Desk } from '../exchange/answer-arrival.ts';
import { DEFAULT_SETTINGS, type OfficeSettings } from '../exchange/settings.ts';
import { buildCensus, type Census, type CensusEntries } from '../taxpayers/census.ts';

export type SandboxParts = {
  readonly office: Office;
  readonly faults: FaultPlan;
  readonly settings: Partial<OfficeSettings>;
  readonly census: CensusEntries;
  readonly now: () => number;
  readonly asksForCertificate: boolean;
  /** Aborted when the stand-in closes. */
  readonly closing: AbortSignal;
};

/** The state that the routes share. Settings and census can be changed while it runs. */
export class Sandbox {
  readonly office: Office;
  readonly faults: FaultPlan;
  readonly now: () => number;
  readonly asksForCertificate: boolean;
  readonly #closing: AbortSignal;
  readonly #initialSettings: OfficeSettings;
  readonly #initialCensus: Census;
  #settings: OfficeSettings;
  #census: Census;

  constructor({ office, faults, settings, census, now, asksForCertificate, closing }: SandboxParts) {
    this.office = office;
    this.faults = faults;
    this.now = now;
    this.asksForCertificate = asksForCertificate;
    this.#closing = closing;
    this.#initialSettings = { ...DEFAULT_SETTINGS, ...settings };
    this.#initialCensus = buildCensus(census);
    this.#settings = this.#initialSettings;
    this.#census = this.#initialCensus;
  }

  get settings(): OfficeSettings {
    return this.#settings;
  }

  get census(): Census {
    return this.#census;
  }

  change(settings: Partial<OfficeSettings>): void {
    this.#settings = { ...this.#settings, ...settings };
  }

  replaceCensus(entries: CensusEntries): void {
    this.#census = buildCensus(entries);
  }

  /** Resets everything: no records, no faults, and the initial settings. */
  reset(): void {
    this.office.reset();
    this.faults.clear();
    this.#settings = this.#initialSettings;
    this.#census = this.#initialCensus;
  }

  desk(): Desk {
    return { office: this.office, settings: this.#settings, census: this.#census, now: this.now() };
  }

  /** Returns a signal that is aborted when the client no longer waits for the answer. */
  whileOpen(response: ServerResponse): { signal: AbortSignal; faultStatus: number } {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    return {
      signal: AbortSignal.any([gone.signal, this.#closing]),
      faultStatus: this.#settings.faultStatus,
    };
  }
}
