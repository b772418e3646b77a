import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { TokenSync } from '../sessions/token-sync.ts'

/** The operator's settings that the pages show. */
export const Site = z.object({
  /** The version of the product. */
  version: z.string(),
  brandName: z.string(),
  clubName: z.string(),
  clubLinks: z.object({
    website: z.nullable(z.string()),
    facebook: z.nullable(z.string()),
    linkedIn: z.nullable(z.string()),
  }),
  /** Where the footer's Contact link leads; null for no link. */
  contactUrl: z.nullable(z.string()),
  /** The phone number to call where the site can't help; null where the operator set none. */
  hotlineNumber: z.nullable(z.string()),
  /** Who can come to give blood: a sentence, and where the blood centre's own rules are; null where the operator named none. */
  donorRules: z.object({ sentence: z.string(), url: z.nullable(z.string()) }),
  /** Whether the site sends text messages. */
  sendsTexts: z.boolean(),
  shortestPassword: z.int(),
  timeZone: z.string(),
  /** What the privacy page and the answers say because of the settings. */
  retention: z.object({
    /** "30 days, and 14 days without use" */
    sessions: z.string(),
    /** A sentence. */
    unverifiedAccounts: z.string(),
    /** Sentences that follow others, with the blank between; empty where the site sends no text messages. */
    textsStored: z.string(),
    textsStoredFor: z.string(),
    textsAudited: z.string(),
    textsDelivery: z.string(),
    textsHelp: z.string(),
  }),
  tokenSync: z.nullable(TokenSync),
})
export type Site = z.infer<typeof Site>

export const readSite = endpoint({
  method: 'GET',
  path: '/api/site',
  access: 'everyone',
  summary: 'Names, links and limits of this installation.',
  reply: { status: 200, body: Site },
})
