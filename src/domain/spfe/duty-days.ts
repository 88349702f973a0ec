/**
 * From when invoices must be electronic (RD 238/2026, DF 4): those of issuers whose volume of
 * operations exceeded 8,000,000 euros in the year before, and those of all others. `YYYY-MM-DD`.
 */
export const DUTY_DAYS = { turnover: '2027-10-06', everyone: '2028-10-06' } as const;
