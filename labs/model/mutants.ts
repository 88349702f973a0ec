/*
 * Wrong variants of the protocol. They show that each invariant of the model can fail.
 */

export type Mutant = {
  readonly name: string;
  /** The invariant that must break. */
  readonly breaks: string;
  readonly file: 'rules' | 'steps';
  /** The text to replace, which must occur exactly once in the file. */
  readonly from: string;
  readonly to: string;
  /**
   * The initial state of its runs, as in the specification; absent: the initial states of the
   * model.
   */
  readonly start?: string;
};

const IN_REMISSION = '{ ...CORRECTED, posted: MOST_POSTS }';

const INTAKE: readonly Mutant[] = [
  {
    name: 'the answer goes out before the commit',
    breaks: 'acknowledgedIsKept',
    file: 'steps',
    from: 'db: if (known != Set()) s.db\n',
    to: 'db: if (known != Set() or not(hinted)) s.db\n',
  },
  {
    name: 'the standby is asynchronous and lacks the latest batches',
    breaks: 'acknowledgedIsKept',
    file: 'steps',
    from: '...s, db: { ...s.db, known: false }',
    to: '...s, db: { ...s.db, known: false, batches: s.db.batches.filter(b => b.status != "received") }',
  },
  {
    name: 'the key is looked up but not locked',
    breaks: 'keyMakesOneBatch',
    file: 'steps',
    from: 'filter(b => b.key == request.key)',
    to: 'filter(b => b.key == request.key and b.status != "received")',
  },
  {
    name: 'a repeated request does not get the id of an unfinished batch',
    breaks: 'repeatedIsAnsweredAlike',
    file: 'steps',
    from: 'if (b.body == request.body) b.id else -1',
    to: 'if (b.body == request.body and b.isEnded()) b.id else -1',
  },
];

const ISSUING: readonly Mutant[] = [
  {
    name: 'numbers that are already issued are not looked up',
    breaks: 'numberIsIssuedOnce',
    file: 'rules',
    from: 'val free = numbers.exclude(db.issuedNumbers())',
    to: 'val free = numbers',
  },
  {
    name: 'the last record of a batch is not stored',
    breaks: 'batchEndsWhole',
    file: 'steps',
    from: 's.db.addRecords(i.records)',
    to: 's.db.addRecords(i.records.slice(0, if (i.records == []) 0 else i.records.length() - 1))',
  },
  {
    name: 'batches and chains are not locked',
    breaks: 'chainHasNoFork',
    file: 'rules',
    from: 'excludes(s.db, batch, issuedBy(s.workers.get(other(worker))))',
    to: 'false',
  },
  {
    name: 'a correction skips a sequence number',
    breaks: 'chainHasNoGap',
    file: 'rules',
    from: 'sequence: from.sequence + 1',
    to: 'sequence: from.sequence + (if (isCorrection) 2 else 1)',
  },
  {
    name: 'a correction does not contain the hash of the previous record',
    breaks: 'recordLinksToTheOneBefore',
    file: 'rules',
    from: 'previous: from.hash, isCorrection',
    to: 'previous: if (isCorrection) 0 else from.hash, isCorrection',
  },
  {
    name: 'a finished batch is processed again like a new one',
    breaks: 'batchesGoForward',
    file: 'steps',
    from: "s' = if (batch.isEnded()) { ...s, hints: s.hints.exclude(Set(OfBatch(id))) }\n",
    to: "s' = if (false) s\n",
  },
  {
    name: 'the standby lacks the latest records',
    breaks: 'recordsStay',
    file: 'steps',
    from: '...s, db: { ...s.db, known: false }',
    to: '...s, db: { ...s.db, known: false, records: s.db.records.filter(r => r.late) }',
  },
];

const REMISSION: readonly Mutant[] = [
  {
    name: 'the newest record is sent first',
    breaks: 'aeatGetsRecordsInOrder',
    file: 'rules',
    from: 'val first = remission.remitted + 1',
    to: 'val first = db.heads.get(chain).sequence',
  },
  {
    name: 'answered records are sent again with the rest of their envelope',
    breaks: 'aeatTakesNothingTwice',
    file: 'steps',
    from: 's.aeat.receive(s.db, c.chain, c.open)',
    to: 's.aeat.receive(s.db, c.chain, c.first.to(c.last))',
    start: IN_REMISSION,
  },
  {
    name: 'corrections are sent again without asking whether AEAT has them',
    breaks: 'aeatTakesNothingTwice',
    file: 'steps',
    from: 'c.repeated and state.db.hasCorrections(c.chain, c.open)',
    to: 'false',
  },
  {
    name: 'records that the register shows are sent again with those that it does not show',
    breaks: 'aeatTakesNothingTwice',
    file: 'steps',
    from: 'if (c.over or found != Set())',
    to: 'if (c.over or c.open.forall(n => found.exists(a => a.sequence == n)))',
    start: IN_REMISSION,
  },
  {
    name: "AEAT's wait is kept only after failures",
    breaks: 'aeatsWaitIsKept',
    file: 'steps',
    from: 'else if (remission.waits)',
    to: 'else if (remission.waits and remission.failing)',
  },
  {
    name: 'a duplicate counts as refused',
    breaks: 'weSayWhatAeatDid',
    file: 'steps',
    from: ' and l.verdict != "duplicate")\n',
    to: ')\n',
  },
  {
    name: 'the answers to both senders of a record are stored',
    breaks: 'oneAnswerPerRecord',
    file: 'steps',
    from: 'val db = s.db.addAnswers(o.found.union(fresh))',
    to: 'val db = { ...s.db, answers: s.db.answers.union(o.lines.map(l => { chain: c.chain, sequence: l.sequence, state: l.verdict })) }',
  },
  {
    name: 'the last answer replaces the first',
    breaks: 'answersStay',
    file: 'steps',
    from: 'val db = s.db.addAnswers(o.found.union(fresh))',
    to: 'val db = { ...s.db, answers: s.db.answers.filter(a => not(o.lines.exists(l => l.sequence == a.sequence))).union(o.lines.map(l => { chain: c.chain, sequence: l.sequence, state: l.verdict })) }',
  },
  {
    name: 'a replaced envelope stays open',
    breaks: 'oneEnvelopeIsOpen',
    file: 'rules',
    from: '{ ...submission, state: "superseded" }',
    to: 'submission',
  },
  {
    name: 'a worker does not record that it sends',
    breaks: 'oneSendsForAChain',
    file: 'steps',
    from: 'attempt: attempt, sending: true, leased: true, waits: true',
    to: 'attempt: attempt, sending: false, leased: false, waits: false',
  },
  {
    name: 'an envelope counts as answered after its first answer',
    breaks: 'nothingIsPassedOver',
    file: 'rules',
    from: 'submission.first.to(submission.last).forall(n => db.isAnswered(submission.chain, n))',
    to: 'submission.first.to(submission.last).exists(n => db.isAnswered(submission.chain, n))',
  },
  {
    name: 'the count of attempts restarts after a failure',
    breaks: 'remissionsGoForward',
    file: 'steps',
    from: 'val attempt = remission.attempt + 1',
    to: 'val attempt = if (remission.failing) 0 else remission.attempt + 1',
  },
];

const THE_END: readonly Mutant[] = [
  {
    name: 'batches whose job is lost are never found',
    breaks: 'nothingIsStuck',
    file: 'rules',
    from: 'db.batches.filter(b => not(b.isEnded())).map(b => OfBatch(b.id))',
    to: 'db.batches.filter(b => false).map(b => OfBatch(b.id))',
  },
  {
    name: 'a late answer does not close the envelope that replaced its own',
    breaks: 'nothingIsStuck',
    file: 'rules',
    from: 'filter(x => x.last <= submission.last)',
    to: 'filter(x => x.id == id)',
    start: IN_REMISSION,
  },
  {
    name: "AEAT's register is not asked about duplicates",
    breaks: 'allEnds',
    file: 'steps',
    from: 'val found = if (tells) s.lookUp(c.chain, duplicates) else Set()',
    to: 'val found = Set()',
  },
  {
    name: 'an annulment that may have arrived counts as accepted',
    breaks: 'allAgreeInTheEnd',
    file: 'rules',
    from: 'else s.aeat.register.get(record.number).annulled)',
    to: 'else true)',
  },
];

export const MUTANTS: readonly Mutant[] = [...INTAKE, ...ISSUING, ...REMISSION, ...THE_END];
