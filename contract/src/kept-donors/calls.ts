import * as z from 'zod/mini'
import { ContactNumber } from '../contact-numbers/field.ts'
import { BloodGroup, BloodGroupInQuery, DonationDate } from '../donors/fields.ts'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, requiredLine } from '../forms.ts'
import { BooleanFilter } from '../listing.ts'

/** So many numbers a coordinator can call in 24 hours; the same number again counts no more. */
export const NUMBERS_CALLED_PER_DAY = 60

/** The message of `too-many-numbers-called`. `until` is when the next number can be called. */
export const tooManyNumbersCalledMessage = (until: string) =>
  `You have called ${NUMBERS_CALLED_PER_DAY} numbers in the last 24 hours. Ask another coordinator to go on, or call the next one at ${until}.`

/** For so long a donor is marked as being called by somebody. */
export const CALLING_MINUTES = 3

/**
 * For so long whoever called is asked what came of it: the page may be gone during a call, as phones drop what is not in sight.
 */
export const ASKED_FOR_HOURS = 12

/** A coming donor without a result is forgotten after so many hours. */
export const COMING_HOURS = 24

/** For so long a result can be undone, and “Not again” is not yet carried out. */
export const UNDO_CALL_SECONDS = 60

/** More donors than somebody calls for one request are not listed. */
export const MAX_DONORS_TO_CALL = 200

/** What came of a call. */
export const CallResult = z.enum(
  ['coming', 'not-today', 'no-answer', 'wrong-number', 'not-again'],
  'Choose what came of the call.',
)
export type CallResult = z.infer<typeof CallResult>

export const CALL_RESULT_LABELS: Record<CallResult, string> = {
  coming: 'Coming',
  'not-today': 'Not today',
  'no-answer': 'No answer',
  'wrong-number': 'Wrong number',
  'not-again': 'Not again',
}

/** What became of a donor who was coming. */
export const ComingOutcome = z.enum(
  ['gave', 'turned-away', 'not-needed', 'did-not-come'],
  'Choose what became of it.',
)
export type ComingOutcome = z.infer<typeof ComingOutcome>

/** A donor whom coordinators keep, or one with an account who shows their number to members. */
export const DonorKind = z.enum(['kept', 'registered'])
export type DonorKind = z.infer<typeof DonorKind>

const Call = z.object({
  id: Id,
  /** The coordinator's name; null after their account was erased. */
  by: z.nullable(z.string()),
  isMine: z.boolean(),
  calledAt: z.iso.datetime(),
  /** Null while it is not noted. */
  result: z.nullable(CallResult),
  notedAt: z.nullable(z.iso.datetime()),
})

/** Somebody who can give today, as coordinators see them: without the number, which a call shows. */
export const DonorToCall = z.object({
  id: Id,
  kind: DonorKind,
  fullName: z.string(),
  bloodGroup: BloodGroup,
  hallId: z.nullable(Id),
  /** Null for registered donors. */
  batch: z.nullable(z.string()),
  department: z.nullable(z.string()),
  /** The name of whoever keeps a kept donor; null when nobody does, and for registered donors. */
  keptBy: z.nullable(z.string()),
  askFor: z.nullable(z.string()),
  /** A profile has the number of this kept donor. */
  mayHaveRegistered: z.boolean(),
  /**
   * The last call of the last 30 days; null if there was none, and for registered donors who have not agreed that calls are
   * noted.
   */
  lastCall: z.nullable(Call),
  /** The kept donor is coming for a request until somebody says what became of it. */
  coming: z.nullable(
    z.object({
      callId: Id,
      /** Null after the request was deleted. */
      bloodRequestId: z.nullable(Id),
      since: z.iso.datetime(),
      /** The request has closed, or a day has passed: nobody expects them any more, and it is not said what became of it. */
      hasEnded: z.boolean(),
      /** The owner of the request sees the coordinator. Without one, whoever notes anew that the donor comes is it. */
      hasContact: z.boolean(),
    }),
  ),
})
export type DonorToCall = z.infer<typeof DonorToCall>

export const listDonorsToCall = endpoint({
  method: 'GET',
  path: '/api/donors-to-call',
  access: 'coordinator',
  summary:
    'Everybody who can give today for an active request, or of a group: kept donors of my hall, and registered donors who show their number. Carries no number.',
  query: z.strictObject({
    /** For which request, also with another group that can give for it. */
    bloodRequestId: z.optional(Id),
    /** Otherwise donors of this group, or of all groups. */
    bloodGroup: z.optional(BloodGroupInQuery),
    hallId: z.optional(Id),
    batch: z.optional(requiredLine('Batch', 40)),
    /** Instead: the kept donors of whom somebody noted that the number is wrong, until it is corrected. */
    hasWrongNumber: BooleanFilter,
  }),
  reply: {
    status: 200,
    body: z.object({
      /**
       * Those who are coming first, then those of whose call I have not said what came of it, then those whom nobody called today,
       * then the group of the patient, then those who were called longest ago or never. At most 200.
       */
      records: z.array(DonorToCall),
      /** The batches of the kept donors whom the reader sees, for the filter. */
      batches: z.array(z.string()),
    }),
  },
  refusals: ['blood-request-not-found'],
})

export const callDonor = endpoint({
  method: 'POST',
  path: '/api/donors-to-call/:kind/:id/calls',
  access: 'coordinator',
  summary: 'Call a donor: records it, shows the others that I am calling, and returns the one number.',
  params: z.strictObject({ kind: DonorKind, id: Id }),
  body: z.strictObject({
    /** For which active request; null if for none. */
    bloodRequestId: z._default(z.nullable(Id), null),
  }),
  reply: {
    status: 201,
    body: z.object({
      /** Null for a registered donor who has not agreed that calls are noted. */
      callId: z.nullable(Id),
      contactNumber: z.string(),
      askFor: z.nullable(z.string()),
    }),
  },
  refusals: ['donor-not-callable', 'too-many-numbers-called', 'blood-request-not-found'],
})

export const noteCall = endpoint({
  method: 'PATCH',
  path: '/api/donor-calls/:id',
  access: 'coordinator',
  summary: `Note what came of a call of mine; null undoes it, within ${UNDO_CALL_SECONDS} seconds. Of a kept donor who is coming, the owner of the request sees my name and number; a registered donor gets an email with the link to answer.`,
  params: IdParams,
  body: z.strictObject({
    result: z.nullable(CallResult),
    /** Mine, for the owner of the request; without, that of my donor profile. */
    contactNumber: z.optional(ContactNumber),
  }),
  reply: { status: 200, body: z.object({ result: z.nullable(CallResult) }) },
  refusals: [
    'call-gone',
    'too-late-to-undo-call',
    'already-coming',
    'call-for-no-request',
    'caller-number-needed',
    'number-not-callable',
    'registered-donors-stop-themselves',
    'blood-request-closed',
    'blood-request-not-found',
  ],
})

export const endComing = endpoint({
  method: 'POST',
  path: '/api/donor-calls/:id/outcome',
  access: 'coordinator',
  summary:
    'Say what became of a kept donor who was coming. Gave and turned away set when they can be called again.',
  params: IdParams,
  body: z.strictObject({
    outcome: ComingOutcome,
    /** Of a donor who gave: today unless another day is given. */
    donatedOn: z.optional(DonationDate),
  }),
  reply: { status: 200, body: z.object({ outcome: ComingOutcome }) },
  refusals: ['call-gone'],
})
