import * as z from 'zod/mini'
import { BloodGroup, Component } from '../donors/fields.ts'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams } from '../forms.ts'
import { BooleanFilter, page, pageQuery } from '../listing.ts'

/**
 * Why somebody saw a number: the donor offered to donate, an admin pressed Show number, or a coordinator called. `club-contact`:
 * it is the number of a coordinator, who is on call or knows a donor that comes for the request.
 */
export const RevealOccasion = z.enum(['offer', 'admin', 'coordinator', 'club-contact'])
export type RevealOccasion = z.infer<typeof RevealOccasion>

/** Somebody sees or has seen the caller's number. */
export const ContactReveal = z.object({
  id: Id,
  occasion: RevealOccasion,
  /** The request for which the number was shown; null for admins, and after the request was deleted. */
  bloodRequest: z.nullable(
    z.object({
      requiredBloodGroup: BloodGroup,
      component: Component,
      hospitalName: z.string(),
      contactPerson: z.string(),
    }),
  ),
  beganAt: z.iso.datetime(),
  /** Null while the number can still be seen. */
  endedAt: z.nullable(z.iso.datetime()),
})
export type ContactReveal = z.infer<typeof ContactReveal>

export const listContactReveals = endpoint({
  method: 'GET',
  path: '/api/accounts/mine/contact-reveals',
  access: 'signed-in',
  summary: 'Who can see my donor number, and who has seen it, the newest first.',
  query: z.strictObject({
    ...pageQuery,
    /** Only those that have ended, or only those that have not. */
    hasEnded: BooleanFilter,
  }),
  reply: { status: 200, body: page(ContactReveal) },
})

/**
 * So many numbers an admin can look up within an hour. Calling takes minutes: whoever calls donors one after another stays
 * below it, and a stolen session does not get all numbers.
 */
export const NUMBER_REVEALS_PER_HOUR = 20

/** The message of `too-many-number-reveals`. `until` is when the next number can be looked up. */
export const tooManyNumberRevealsMessage = (until: string) =>
  `You have looked up ${NUMBER_REVEALS_PER_HOUR} phone numbers in the last hour, and the other admins are told. You can look up the next one at ${until}.`

export const revealDonorNumber = endpoint({
  method: 'POST',
  path: '/api/admin/donors/:id/number-reveals',
  access: 'admin',
  needsRecentPassword: true,
  summary: "Look at a donor's number, also a private one. Each look is recorded, and the donor sees it.",
  params: IdParams,
  reply: { status: 201, body: z.object({ contactNumber: z.string() }) },
  refusals: ['donor-gone', 'consent-outdated', 'too-many-number-reveals'],
})
