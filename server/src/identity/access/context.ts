import type { Page } from '@blood-bank/contract/listing'
import type { User } from '@blood-bank/contract/users/endpoints'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { CachedReply, ResponseCache } from '../../platform/http/replies/response-cache.ts'
import type { AttemptLimits } from './attempt-limits.ts'
import type { Caller } from './caller.ts'
import type { AdmitCall } from './calls-in-flight.ts'
import type { RecordSecurityEvent } from './security-events.ts'

/** The dependencies of routes. Those that deal with sign-in get a `SessionContext`. */
export type Context = {
  config: Config
  http: Http
  db: Database
  attemptLimits: AttemptLimits
  recordSecurityEvent: RecordSecurityEvent
  /** The current time; tests set it. */
  now: () => Date
  /** The calendar date in the site's time zone, as `YYYY-MM-DD`. */
  today: () => string
}

/** The Fastify app on which endpoints are registered, with the dependencies of every endpoint. */
export type Http = Pick<Context, 'now' | 'today'> & {
  app: FastifyInstance
  resolveCaller: (req: FastifyRequest) => Promise<Caller>
  /** Whether a password was entered recently enough for endpoints that require it. */
  isRecent: (passwordGivenAt: Date) => boolean
  responseCache: ResponseCache
  admitCall: AdmitCall
  contactLimits: ContactLimits
  /** What answers the reads of the contract in this process, by the path of the endpoint: pages are rendered with them. */
  reads: Map<string, AnswerRead>
  /** Whether a person gets no numbers of other people before they verify their email. */
  withholdsNumbersFrom: (actor: User) => boolean
}

/** A read for a page that somebody opens. Parameters and query are as an address has them. */
export type Read = {
  caller: Caller
  /** The request for the page. */
  req: FastifyRequest
  params: Record<string, string>
  query: Record<string, string>
}

/**
 * Answers a read in this process, with the rights, limits and counts of a call.
 * @throws Refusal as the call would be refused, or whatever else the handler throws
 */
type AnswerRead = {
  (read: Read): Promise<ReadReply>
  /** Whether phone numbers in the reply count for whoever reads them. */
  countsNumbers: boolean
}

/** The body of a reply as JSON, and its entity tag if it has one. */
export type ReadReply = { text: string; tag: string | null }

type Actor = Pick<User, 'id' | 'email' | 'emailVerified'>
type Contact = { id: string; contactNumber: string | null }

/** A response that has contact numbers of other people. */
export type ContactReply = Contact | Page<Contact>

/** The hashes of the numbers and of the names in a reply, by the place of the record; no names where they are not limited. */
type Contacts = Pick<CachedReply, 'numbers' | 'names'>

/** Limits how many numbers and names of other people a caller is sent (`features/contact-numbers`). */
export type ContactLimits = {
  /** The largest page that an account may get. */
  maxPageSizeFor: (actor: Actor) => number
  contactsIn: (reply: ContactReply, limits: 'numbers' | 'numbers and people') => Contacts
  /**
   * Counts a reply before it is sent. A cached one has its entity tag.
   * @returns leaves out of the reply what is beyond a limit; null if all of it may be sent
   */
  count: (
    actor: Actor,
    address: string,
    contacts: Contacts & { tag?: string },
  ) => Promise<((reply: ContactReply) => object) | null>
}
