import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** What somebody agreed to, in the words that they read, and when. */
export const Consent = z.object({ version: z.string(), text: z.string(), agreedAt: z.iso.datetime() })
export type Consent = z.infer<typeof Consent>

/** My account; `consent` is null for accounts that are older than the records of it. */
export const OwnAccount = z.object({
  email: z.string(),
  createdAt: z.iso.datetime(),
  consent: z.nullable(Consent),
})
export type OwnAccount = z.infer<typeof OwnAccount>

export const readOwnAccount = endpoint({
  method: 'GET',
  path: '/api/accounts/mine',
  access: 'signed-in',
  summary: 'My account: the address, since when, and what I agreed to.',
  reply: { status: 200, body: OwnAccount },
})
