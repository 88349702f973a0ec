import type { Mutant } from '../mutants.ts';

/*
 * Wrong variants of the protocol of deliveries to the SPFE. They show that each invariant of its
 * model can fail.
 */

const MATCHING: readonly Mutant[] = [
  {
    name: 'answers are matched by their position',
    breaks: 'admittedIsBooked',
    file: 'rules',
    from: 'lines.foldl(Set(), (so, l) => if (l.invoice == member.invoice) so.union(Set(l)) else so)',
    to: 'lines.indices().filter(i => lines.length() == 1 or i + 1 == member.invoice).map(i => lines[i])',
  },
  {
    name: 'a document that a find shows is not compared with the version',
    breaks: 'admittedIsBooked',
    file: 'rules',
    from: 'd.version == member.version and not(d.withdrawn)',
    to: 'not(d.withdrawn)',
  },
  {
    name: 'the last event decides whether a message is there',
    breaks: 'acceptedIsBooked',
    file: 'rules',
    from: 'd.countEvents(message.kind) > db.countAccepted(member.invoice, message.kind)',
    to: 'd.lastEvent() == message.kind',
  },
  {
    name: 'the withdrawal of an earlier version counts as that of the current one',
    breaks: 'acceptedIsBooked',
    file: 'rules',
    from: 'if (isOurs) d.withdrawn else member.late',
    to: 'd.withdrawn',
    start: 'INTERCONNECTED',
  },
  {
    name: 'a document of another program hides that ours was withdrawn, and is withdrawn itself',
    breaks: 'nothingIsBookedTwice',
    file: 'rules',
    from: 'if (isOurs) d.withdrawn else member.late',
    to: 'isOurs and d.withdrawn',
  },
  {
    name: 'a find that does not show an invoice yet rejects its message',
    breaks: 'unsentIsNotBooked',
    file: 'rules',
    from: 'if (line.says == "unknown") "missing"',
    to: 'if (line.says == "unknown") { if (member.message == 0) "missing" else "rejected" }',
    start: '{ ...ADMITTED, aeat: { ...ADMITTED.aeat, earlier: Map() } }',
  },
  {
    name: 'an earlier version that a find still shows is a conflict',
    breaks: 'conflictOnlyWithOthers',
    file: 'rules',
    from: 'd.version == 0 or member.late',
    to: 'true',
    start: 'WITHDRAWN',
  },
];

const RESENDING: readonly Mutant[] = [
  {
    name: 'what may be at AEAT is sent again without asking',
    breaks: 'resentOnlyIfMissing',
    file: 'rules',
    from: 'else db.setMember(member, "uncertain")',
    to: 'else db.setMember(member, "pending")',
  },
  {
    name: 'the first find that does not show it is trusted at once',
    breaks: 'resentOnlyIfMissing',
    file: 'rules',
    from: 'verdict == "missing" and member.late',
    to: 'verdict == "missing"',
  },
  {
    name: 'a second find that does not show it is trusted, however soon',
    breaks: 'unsentIsNotBooked',
    file: 'rules',
    from: 'db.sendingsOf(member).forall(q => q.isOver())',
    to: 'db.sendingsOf(member).forall(q => q.isOver() or db.requestsOf(member).exists(f => f.service == "find" and f.id > q.id and f.verdictIn(member) == "missing"))',
  },
  {
    name: 'the time in which a request may arrive is not waited for',
    breaks: 'unsentIsNotBooked',
    file: 'rules',
    from: 'not(request.leased) and not(request.recent)',
    to: 'not(request.leased)',
  },
  {
    name: 'a find counts by its end instead of its beginning',
    breaks: 'resentOnlyIfMissing',
    file: 'rules',
    from: 'verdict: db.judge(request, m, kind, lines) }',
    to: 'verdict: db.judge(request, m, kind, lines), late: m.late or (request.service == "find" and db.isLate(m)) }',
  },
  {
    name: 'a request whose outcome is unknown counts as not sent',
    breaks: 'unsentIsNotBooked',
    file: 'rules',
    from: 'else if (kind == "unknown") "unsettled"',
    to: 'else if (kind == "unknown") "returned"',
  },
  {
    name: 'a worker that paused sends after its lease',
    breaks: 'unsentIsNotBooked',
    file: 'steps',
    from: 'if (s.db.findRequest(id).leased)',
    to: 'if (true)',
  },
  {
    name: 'AEAT is asked, and a member is claimed, while a request with it is under way',
    breaks: 'oneRequestPerInvoice',
    file: 'rules',
    from: 'wanted.filter(m => db.isFree(m, service))',
    to: 'wanted',
  },
  {
    name: 'an answer is stored after its request was ended by another worker',
    breaks: 'verdictsStay',
    file: 'rules',
    from: 'if (request.ended) db',
    to: 'if (false) db',
  },
  {
    name: 'the members of a request whose lease ended are forgotten',
    breaks: 'sendingIsUnderWay',
    file: 'rules',
    from: 'members.fold(ended, (so, m) => so.setMember(m, "uncertain"))',
    to: 'ended',
  },
];

const MESSAGES: readonly Mutant[] = [
  {
    name: 'a message does not wait for earlier ones',
    breaks: 'messagesAreInOrder',
    file: 'rules',
    from: 'o.id >= m.id or not(o.isOpen())',
    to: 'true',
  },
  {
    name: 'a message does not wait until AEAT has admitted its invoice',
    breaks: 'messagesAreAboutOurs',
    file: 'rules',
    from: 'else Set("admitted", "withdrawing")',
    to: 'else Set("pending", "uncertain", "conflict", "admitted", "withdrawing")',
  },
  {
    name: 'a message that may be at AEAT is taken back',
    breaks: 'withdrawnOnlyAsAsked',
    file: 'steps',
    from: 'message.state == "pending",',
    to: 'message.state.in(Set("pending", "uncertain")),',
  },
  {
    name: 'what another program sent is withdrawn to make place',
    breaks: 'withdrawnOnlyAsAsked',
    file: 'rules',
    from: 'db.setMember(member, "conflict")',
    to: '{ ...db.setDelivery(member.invoice, "withdrawing"), messages: db.messages.union(Set({ id: db.messages.size() + 1, invoice: member.invoice, kind: "CANCELINVOICE", state: "pending" })) }',
  },
  {
    name: 'an invoice is withdrawn before it is known to be admitted',
    breaks: 'guardsAllow',
    file: 'steps',
    from: 's.db.deliveries.get(invoice).state == "admitted",',
    to: 's.db.deliveries.get(invoice).state.in(Set("admitted", "uncertain")),',
  },
];

const THE_END: readonly Mutant[] = [
  {
    name: 'messages wait for a later withdrawal, which waits for them',
    breaks: 'nothingIsStuck',
    file: 'rules',
    from: 'o.id >= m.id or not(o.isOpen())',
    to: '(o.id >= m.id and (o.kind != "CANCELINVOICE" or o.id == m.id)) or not(o.isOpen())',
  },
  {
    name: 'an invoice that is being withdrawn has no messages before its withdrawal',
    breaks: 'nothingIsStuck',
    file: 'rules',
    from: 'else Set("admitted", "withdrawing")',
    to: 'else Set("admitted")',
  },
  {
    name: 'what AEAT refuses as already there, and does not have, is sent again and again',
    breaks: 'allEnds',
    file: 'rules',
    from: 'if (db.wasThere(member)) db.refused(member) else db.setMember(member, "pending")',
    to: 'db.setMember(member, "pending")',
  },
  {
    name: 'an invoice whose withdrawal AEAT refused counts as withdrawn',
    breaks: 'allAgreeInTheEnd',
    file: 'rules',
    from: 'rejected.setDelivery(member.invoice, "admitted")',
    to: 'rejected.setDelivery(member.invoice, "withdrawn")',
  },
];

export const SPFE_MUTANTS: readonly Mutant[] = [...MATCHING, ...RESENDING, ...MESSAGES, ...THE_END];
