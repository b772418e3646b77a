import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** A bank with fewer donors has to bring more. */
export const FIRST_DONORS = 10

/** What a new blood bank has to do before it is ready, each by what the server knows. */
export const FirstRun = z.object({
  /** `mailbox-only`: no mail server is set; `failing`: it is, and emails were given up; `unproven`: none has led to a verified address. */
  email: z.enum(['works', 'mailbox-only', 'failing', 'unproven']),
  /** The names of settings that are missing. */
  missingSettings: z.array(z.string()),
  /** Registered and imported donors. */
  donors: z.int(),
  /** Whether a donor has sent themselves a test alert, or was alerted for a request. */
  hasAlert: z.boolean(),
})
export type FirstRun = z.infer<typeof FirstRun>

export const isReady = ({ email, missingSettings, donors, hasAlert }: FirstRun): boolean =>
  email === 'works' && missingSettings.length === 0 && donors >= FIRST_DONORS && hasAlert

export const readFirstRun = endpoint({
  method: 'GET',
  path: '/api/admin/first-run',
  access: 'admin',
  summary: 'What a new blood bank still has to do: email, settings, donors, a first alert.',
  reply: { status: 200, body: FirstRun },
})
