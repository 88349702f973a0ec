/*
 * What would go wrong if the protocol were another one: each invariant of the model is shown to be able to fail.
 */

export type Mutant = {
  readonly name: string;
  /** The invariant that must break. */
  readonly breaks: string;
  readonly file: 'rules' | 'steps';
  /** Stands in the file once. */
  readonly from: string;
  readonly to: string;
  /** The state that its runs begin with, as the specification says it; absent: those of the model. */
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
    name: 'the standby is asynchronous and lacks the last batches',
    breaks: 'acknowledgedIsKept',
    file: 'steps',
    from: '...s, db: { ...s.db, known: false }',
    to: '...s, db: { ...s.db, known: false, batches: s.db.batches.filter(b => b.status != "received") }',
  },
  {
    name: 'the key is looked up, and not held',
    breaks: 'keyMakesOneBatch',
    file: 'steps',
    from: 'filter(b => b.key == request.key)',
    to: 'filter(b => b.key == request.key and b.status != "received")',
  },
  {
    name: 'a batch that is not ended is not told to who asks again',
    breaks: 'repeatedIsAnsweredAlike',
    file: 'steps',
    from: 'if (b.body == request.body) b.id else -1',
    to: 'if (b.body == request.body and b.isEnded()) b.id else -1',
  },
];

const ISSUING: readonly Mutant[] = [
  {
    name: 'numbers that are taken are not looked up',
    breaks: 'numberIsIssuedOnce',
    file: 'rules',
    from: 'val free = numbers.exclude(db.issuedNumbers())',
    to: 'val free = numbers',
  },
  {
    name: 'the last record of a batch is not written',
    breaks: 'batchEndsWhole',
    file: 'steps',
    from: 's.db.addRecords(i.records)',
    to: 's.db.addRecords(i.records.slice(0, if (i.records == []) 0 else i.records.length() - 1))',
  },
  {
    name: 'nobody holds batches and chains',
    breaks: 'chainHasNoFork',
    file: 'rules',
    from: 'excludes(s.db, batch, issuedBy(s.workers.get(other(worker))))',
    to: 'false',
  },
  {
    name: 'a correction leaves a place free',
    breaks: 'chainHasNoGap',
    file: 'rules',
    from: 'sequence: from.sequence + 1',
    to: 'sequence: from.sequence + (if (isCorrection) 2 else 1)',
  },
  {
    name: 'a correction is linked with nothing',
    breaks: 'recordLinksToTheOneBefore',
    file: 'rules',
    from: 'previous: from.hash, isCorrection',
    to: 'previous: if (isCorrection) 0 else from.hash, isCorrection',
  },
  {
    name: 'a batch that has ended is taken up as a new one',
    breaks: 'batchesGoForward',
    file: 'steps',
    from: "s' = if (batch.isEnded()) { ...s, hints: s.hints.exclude(Set(OfBatch(id))) }\n",
    to: "s' = if (false) s\n",
  },
  {
    name: 'the standby lacks the last records',
    breaks: 'recordsStay',
    file: 'steps',
    from: '...s, db: { ...s.db, known: false }',
    to: '...s, db: { ...s.db, known: false, records: s.db.records.filter(r => r.late) }',
  },
];

const REMISSION: readonly Mutant[] = [
  {
    name: 'the newest record goes first',
    breaks: 'aeatGetsRecordsInOrder',
    file: 'rules',
    from: 'val first = remission.remitted + 1',
    to: 'val first = db.heads.get(chain).sequence',
  },
  {
    name: 'what is answered goes again with the rest of its envelope',
    breaks: 'aeatTakesNothingTwice',
    file: 'steps',
    from: 's.aeat.receive(s.db, c.chain, c.open)',
    to: 's.aeat.receive(s.db, c.chain, c.first.to(c.last))',
    start: IN_REMISSION,
  },
  {
    name: 'corrections go again, and nobody asks whether AEAT has them',
    breaks: 'aeatTakesNothingTwice',
    file: 'steps',
    from: 'c.repeated and state.db.hasCorrections(c.chain, c.open)',
    to: 'false',
  },
  {
    name: 'what the register has goes again with what it has not',
    breaks: 'aeatTakesNothingTwice',
    file: 'steps',
    from: 'if (c.over or found != Set())',
    to: 'if (c.over or c.open.forall(n => found.exists(a => a.sequence == n)))',
    start: IN_REMISSION,
  },
  {
    name: 'the wait is kept after failures only',
    breaks: 'aeatsWaitIsKept',
    file: 'steps',
    from: 'else if (remission.waits)',
    to: 'else if (remission.waits and remission.failing)',
  },
  {
    name: 'a duplicate is taken for refused',
    breaks: 'weSayWhatAeatDid',
    file: 'steps',
    from: ' and l.verdict != "duplicate")\n',
    to: ')\n',
  },
  {
    name: 'the answers of both who sent are kept',
    breaks: 'oneAnswerPerRecord',
    file: 'steps',
    from: 'val db = s.db.addAnswers(o.found.union(fresh))',
    to: 'val db = { ...s.db, answers: s.db.answers.union(o.lines.map(l => { chain: c.chain, sequence: l.sequence, state: l.verdict })) }',
  },
  {
    name: 'the last answer takes the place of the first',
    breaks: 'answersStay',
    file: 'steps',
    from: 'val db = s.db.addAnswers(o.found.union(fresh))',
    to: 'val db = { ...s.db, answers: s.db.answers.filter(a => not(o.lines.exists(l => l.sequence == a.sequence))).union(o.lines.map(l => { chain: c.chain, sequence: l.sequence, state: l.verdict })) }',
  },
  {
    name: 'an envelope that is replaced stays open',
    breaks: 'oneEnvelopeIsOpen',
    file: 'rules',
    from: '{ ...submission, state: "superseded" }',
    to: 'submission',
  },
  {
    name: 'nobody writes down that he sends',
    breaks: 'oneSendsForAChain',
    file: 'steps',
    from: 'attempt: attempt, sending: true, leased: true, waits: true',
    to: 'attempt: attempt, sending: false, leased: false, waits: false',
  },
  {
    name: 'an envelope counts as done with its first answer',
    breaks: 'nothingIsPassedOver',
    file: 'rules',
    from: 'submission.first.to(submission.last).forall(n => db.isAnswered(submission.chain, n))',
    to: 'submission.first.to(submission.last).exists(n => db.isAnswered(submission.chain, n))',
  },
  {
    name: 'tries are counted from the beginning after a failure',
    breaks: 'remissionsGoForward',
    file: 'steps',
    from: 'val attempt = remission.attempt + 1',
    to: 'val attempt = if (remission.failing) 0 else remission.attempt + 1',
  },
];

const THE_END: readonly Mutant[] = [
  {
    name: 'nobody finds batches whose hint is lost',
    breaks: 'nothingIsStuck',
    file: 'rules',
    from: 'db.batches.filter(b => not(b.isEnded())).map(b => OfBatch(b.id))',
    to: 'db.batches.filter(b => false).map(b => OfBatch(b.id))',
  },
  {
    name: 'an envelope that replaced another is not closed by its late answer',
    breaks: 'nothingIsStuck',
    file: 'rules',
    from: 'filter(x => x.last <= submission.last)',
    to: 'filter(x => x.id == id)',
    start: IN_REMISSION,
  },
  {
    name: 'nobody asks what became of duplicates',
    breaks: 'allEnds',
    file: 'steps',
    from: 'val found = if (tells) s.lookUp(c.chain, duplicates) else Set()',
    to: 'val found = Set()',
  },
  {
    name: 'an annulment that may have arrived counts as done',
    breaks: 'allAgreeInTheEnd',
    file: 'rules',
    from: 'else s.aeat.register.get(record.number).annulled)',
    to: 'else true)',
  },
];

export const MUTANTS: readonly Mutant[] = [...INTAKE, ...ISSUING, ...REMISSION, ...THE_END];
