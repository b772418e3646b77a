import * as z from 'zod/mini'
import { BloodGroup, Component } from '../donors/fields.ts'
import { endpoint } from '../endpoint.ts'
import { Id } from '../forms.ts'
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
