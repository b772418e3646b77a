import * as z from 'zod/mini'
import { FAILURES } from './failures.ts'
import { REFUSALS_ABOUT_ACCOUNTS } from './refusals/accounts.ts'
import { REFUSALS_ABOUT_ALERTS } from './refusals/alerts.ts'
import { REFUSALS_ABOUT_BLOOD_REQUESTS } from './refusals/blood-requests.ts'
import { REFUSALS_OF_CALLS } from './refusals/calls.ts'
import { REFUSALS_ABOUT_DONORS } from './refusals/donors.ts'
import { REFUSALS_ABOUT_REPORTS } from './refusals/reports.ts'
import { REFUSALS_ABOUT_THANKS } from './refusals/thanks.ts'
import { REFUSALS_ABOUT_USERS } from './refusals/users.ts'

/**
 * Every refusal of the server (spec §8): the HTTP status and the sentence that a person reads.
 * The web shows `message` and decides by `code`. Pages that show a sentence by themselves import its file of `refusals/`:
 * all of them weigh 2.4 kB.
 */
export const REFUSALS = {
  ...REFUSALS_OF_CALLS,
  ...REFUSALS_ABOUT_ACCOUNTS,
  ...REFUSALS_ABOUT_USERS,
  ...REFUSALS_ABOUT_DONORS,
  ...REFUSALS_ABOUT_BLOOD_REQUESTS,
  ...REFUSALS_ABOUT_ALERTS,
  ...REFUSALS_ABOUT_THANKS,
  ...REFUSALS_ABOUT_REPORTS,
  ...FAILURES,
} as const

export type RefusalCode = keyof typeof REFUSALS

/**
 * The body of every reply that is not a success. `fields` has a message for each invalid field of the form. `hint`
 * tells a developer how to repair a database that lacks a migration or an index (spec §8), never in production.
 * `requestId` identifies an unexpected error in the server's log.
 */
export const ErrorReply = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    fields: z.optional(z.record(z.string(), z.string())),
    hint: z.optional(z.string()),
    requestId: z.optional(z.string()),
  }),
})
export type ErrorReply = z.infer<typeof ErrorReply>
