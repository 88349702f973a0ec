/**
 * The values that a simulated day needs and that were not measured, each with its reason. All other
 * values come from `labs/bench/results.json` and the code.
 */
export const ASSUMPTIONS = {
  hourWeights: {
    value: [1, 1, 1, 1, 1, 1, 2, 5, 12, 20, 25, 24, 20, 16, 12, 13, 17, 19, 18, 13, 7, 4, 2, 1],
    what: 'relative number of invoices in each hour of the day in Madrid, from 0 to 23',
    why: 'offices work from 8 to 20 with a pause at noon, shops a little longer, and some programs export at night',
  },
  onTheHour: {
    value: { share: 0.2, seconds: 180 },
    what: 'share of an hour’s batches that arrive at its beginning, and the length of that beginning in seconds',
    why: 'many programs export at the full hour',
  },
  monthEnd: {
    value: 3,
    what: 'number of invoices on the last day of a month, as a multiple of an ordinary day',
    why: 'most contracts are invoiced on that day; the invoices of a month must be issued by the 16th of the next month (RD 1619/2012 art. 11)',
  },
  batchSizes: {
    value: [
      { size: 1, share: 0.1 },
      { size: 10, share: 0.2 },
      { size: 100, share: 0.3 },
      { size: 1000, share: 0.4 },
    ],
    what: 'share of all invoices in batches of 1, 10, 100 and 1000',
    why: 'shops send each invoice at once, accounting programs send the invoices of a day together, and utilities send full batches; ask your own clients',
  },
  invoicesPerOrganization: {
    value: 500,
    what: 'average number of invoices of an organization per day',
    why: 'the distribution has a heavy tail: the weight of an organization is 1/rank, so the first of 20,000 has 7 % of all invoices, and half of them have less than one per day',
  },
  issuersOfAgencies: {
    value: { everyNth: 10, issuers: 20 },
    what: 'every tenth organization issues for 20 issuers, the others for one issuer each',
    why: 'some organizations are accountants and agencies; the largest organization has one chain, so that this chain can become the bottleneck',
  },
  aeatAnswerSeconds: {
    value: 2,
    what: 'seconds until AEAT answers an envelope',
    why: 'not measured, because the stand-in answers in a tenth of this time',
  },
  aeatWaitSeconds: {
    value: 60,
    what: 'seconds of AEAT’s wait between two envelopes of a chain that are not full',
    why: 'the initial value of AEAT (Orden HAC/1177/2024, art. 16.2)',
  },
  reads: {
    value: 3,
    what: 'number of times that clients read a batch until it is finished',
    why: 'clients poll; downloads of PDFs are not included',
  },
  walSyncSeconds: {
    value: 0.001,
    what: 'seconds of a sync of the write-ahead log',
    why: 'a disk in a data centre, with the synchronous standby in the same place',
  },
  walBytesPerSecond: {
    value: 200e6,
    what: 'bytes per second that this disk writes',
    why: 'the lowest rate of common network volumes',
  },
  databaseCores: {
    value: 64,
    what: 'number of cores of the largest PostgreSQL server',
    why: 'a commonly available size; larger servers exist',
  },
  connections: {
    value: 500,
    what: 'maximum number of connections to PostgreSQL',
    why: 'each connection is a process; the project sets 200, and above 500 a pooler is cheaper',
  },
  diskBytes: {
    value: 64e12,
    what: 'maximum bytes of one volume',
    why: 'the largest commonly available size',
  },
  backupBytesPerNight: {
    value: 8 * 3600 * 500e6,
    what: 'maximum bytes of a complete backup in one night',
    why: 'eight hours at 500 MB per second',
  },
  spareShare: {
    value: 0.7,
    what: 'share of its cores that a duty may use in the busiest hour',
    why: 'one of a few processes may be unavailable',
  },
  keptYears: { value: 6, what: 'number of years for which all data are kept', why: 'see below' },
  workingDays: {
    value: 300,
    what: 'number of such days in a year',
    why: 'Sundays and August have fewer invoices, the ends of months have more',
  },
} as const;
