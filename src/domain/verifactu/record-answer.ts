/** AEAT's word on a registration record; it never changes. */
export type RecordAnswerState = 'accepted' | 'accepted_with_errors' | 'rejected';
