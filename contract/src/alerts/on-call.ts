import * as z from 'zod/mini'
import { ContactNumber } from '../contact-numbers/field.ts'
import { endpoint } from '../endpoint.ts'

/** When whoever is on call no longer is, on the clock of the site's time zone. */
export const ON_CALL_UNTIL = '08:00'

/** Whether a coordinator or an admin is on call. */
export const OnCall = z.object({
  /** When it ends by itself; null for who is not on call. */
  until: z.nullable(z.iso.datetime()),
  /** When it would end: at 8 in the morning, or sooner with the last day of the right. */
  wouldEndAt: z.iso.datetime(),
  /** What owners of urgent requests that wait see, or would see. */
  name: z.string(),
  /** Null for somebody without a profile whose number can be called, who is asked for one. */
  contactNumber: z.nullable(z.string()),
})
export type OnCall = z.infer<typeof OnCall>

const path = '/api/coordinators/mine/on-call'

export const readOnCall = endpoint({
  method: 'GET',
  path,
  access: 'coordinator',
  summary: 'Whether I am on call.',
  reply: { status: 200, body: OnCall },
})

/** `contactNumber`: the one that owners see; without, that of the donor profile. */
export const setOnCall = endpoint({
  method: 'PUT',
  path,
  access: 'coordinator',
  summary:
    'Be on call until 8 in the morning, or no longer: owners of urgent requests that wait see my number.',
  body: z.strictObject({ isOnCall: z.boolean(), contactNumber: z.optional(ContactNumber) }),
  reply: { status: 200, body: OnCall },
  refusals: ['on-call-number-needed', 'number-not-callable'],
})
