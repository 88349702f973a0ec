/** The values that a simulated day needs and that were not measured, each with its reason. All other values come from `ops/lab/bench/results.json` and the code. */
export const ASSUMPTIONS = {
  hourWeights: {
    value: [1, 1, 1, 1, 1, 1, 2, 5, 12, 20, 25, 24, 20, 16, 12, 13, 17, 19, 18, 13, 7, 4, 2, 1],
    what: 'of each hour in Madrid, from 0 to 23',
    why: 'offices from 8 to 20 with a dip for lunch, shops a little longer, some exports at night',
  },
  onTheHour: {
    value: { share: 0.2, seconds: 180 },
    what: 'a fifth of an hour’s batches come in its first three minutes',
    why: 'programs export on the hour',
  },
  monthEnd: {
    value: 3,
    what: 'times an ordinary day’s invoices on the last day of a month',
    why: 'most contracts are invoiced then; an issuer’s invoices of a month are due by the 16th of the next at the latest (RD 1619/2012 art. 11)',
  },
  batchSizes: {
    value: [
      { size: 1, share: 0.1 },
      { size: 10, share: 0.2 },
      { size: 100, share: 0.3 },
      { size: 1000, share: 0.4 },
    ],
    what: 'share of all invoices that come in batches of 1, 10, 100, 1000',
    why: 'shops and cash desks send at once, accounting programs what a day brought, utilities all they have; ask your own clients',
  },
  invoicesPerOrganization: {
    value: 500,
    what: 'invoices a day of an organization, on average',
    why: 'a heavy tail: the chance of one is 1/rank, so the first of 20,000 has 7 % of everything and half of them less than one a day',
  },
  issuersOfAgencies: {
    value: { everyNth: 10, issuers: 20 },
    what: 'every tenth organization invoices for 20 issuers, the others for one',
    why: 'accountants and agencies; the largest has one chain, so that it can be what holds up',
  },
  aeatAnswerSeconds: {
    value: 2,
    what: 'AEAT’s answer to an envelope',
    why: 'not measured: the stand-in answers in a tenth of that',
  },
  aeatWaitSeconds: {
    value: 60,
    what: 'AEAT’s wait between envelopes of a chain that are not full',
    why: 'what AEAT begins with (Orden HAC/1177/2024, art. 16.2)',
  },
  reads: {
    value: 3,
    what: 'times that a batch is asked for while it is worked on',
    why: 'clients that poll; PDFs that are downloaded come on top',
  },
  walSyncSeconds: {
    value: 0.001,
    what: 'a sync of the write-ahead log',
    why: 'a disk of a data centre with its synchronous standby beside it',
  },
  walBytesPerSecond: {
    value: 200e6,
    what: 'bytes a second of that disk',
    why: 'the least of ordinary network volumes',
  },
  databaseCores: {
    value: 64,
    what: 'cores of the largest server of PostgreSQL',
    why: 'what is sold ordinarily; more exist',
  },
  connections: {
    value: 500,
    what: 'connections that PostgreSQL is let have',
    why: 'each is a process; 200 is what is set here, beyond 500 a pooler is cheaper',
  },
  diskBytes: { value: 64e12, what: 'bytes of one volume', why: 'the largest that is sold ordinarily' },
  backupBytesPerNight: {
    value: 8 * 3600 * 500e6,
    what: 'bytes of a whole backup in a night',
    why: 'eight hours at 500 MB a second',
  },
  spareShare: {
    value: 0.7,
    what: 'of its cores a duty may use in the busiest hour',
    why: 'one process of a few may be away',
  },
  keptYears: { value: 6, what: 'years that everything is kept', why: 'see below' },
  workingDays: {
    value: 300,
    what: 'days like this one in a year',
    why: 'Sundays and August are quieter, the ends of months are not',
  },
} as const;
