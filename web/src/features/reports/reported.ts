/** What is reported, by its id: a blood request, or the other side of an offer. */
export type Reported = { what: 'blood-request' | 'donor' | 'requester'; id: string }
