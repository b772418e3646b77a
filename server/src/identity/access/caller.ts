import type { Endpoint } from '@blood-bank/contract/endpoint'
import { isAdmin } from '@blood-bank/contract/users/actors'
import type { User } from '@blood-bank/contract/users/endpoints'
import type { FastifyRequest } from 'fastify'
import type { TableVersions } from '../../platform/database/table-versions.ts'
import { refuse } from '../../platform/http/refuse.ts'

/**
 * The tables whose list responses are cached. For each a trigger counts the rows that are inserted, changed or deleted
 * (`0140-watched-tables.sql`).
 */
export const CACHED_TABLES = ['donors', 'blood_requests', 'offers', 'donations'] as const
export type CachedTable = (typeof CACHED_TABLES)[number]

/** Who makes a call, and the versions of the cached tables when they made it. */
export type Caller = {
  user: User | null
  isSuspended: boolean
  /** When the caller last entered the password in this session. */
  passwordGivenAt: Date | null
  /** When the session ends if it is not used. */
  sessionEndsAt: Date | null
  /**
   * Whether the user is an admin who has to use a passkey in this session first. Until then `user` has the role of a
   * member, whatever they do.
   */
  isPasskeyDue: boolean
  /** Whether the user has been made an admin since the password was given in this session; the same holds for them. */
  isPasswordDue: boolean
  tableVersions: TableVersions<CachedTable> | null
}

/** A caller without a session. */
export const ANONYMOUS: Caller = {
  user: null,
  isSuspended: false,
  passwordGivenAt: null,
  sessionEndsAt: null,
  isPasskeyDue: false,
  isPasswordDue: false,
  tableVersions: null,
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: User | null
    isPasskeyDue: boolean
    isPasswordDue: boolean
    tableVersions: Caller['tableVersions']
  }
}

/** Sets in a request who makes it. */
export function setCaller(req: FastifyRequest, caller: Caller, actor: User | null = caller.user): void {
  req.actor = actor
  req.isPasskeyDue = caller.isPasskeyDue
  req.isPasswordDue = caller.isPasswordDue
  req.tableVersions = caller.tableVersions
}

const isLockedOut = ({ allowsSuspended }: Endpoint, { isSuspended }: Caller) =>
  isSuspended && !allowsSuspended

/** A suspended user may call public endpoints, as an anonymous caller. */
export const actorFor = (endpoint: Endpoint, caller: Caller): User | null =>
  isLockedOut(endpoint, caller) ? null : caller.user

/** The one place that decides who may call an endpoint. @throws Refusal if the caller may not */
export function authorize(endpoint: Endpoint, caller: Caller): void {
  if (endpoint.access === 'everyone') return
  if (isLockedOut(endpoint, caller)) throw refuse('account-suspended')
  const actor = caller.user
  if (!actor) throw refuse('not-signed-in', messageOption(endpoint.signedOutMessage))
  if (endpoint.access === 'email-verified' && !actor.emailVerified)
    throw refuse('email-not-verified', messageOption(endpoint.unverifiedMessage))
  if (endpoint.access === 'admin' && !isAdmin(actor))
    throw refuse(
      caller.isPasskeyDue
        ? 'admin-passkey-needed'
        : caller.isPasswordDue
          ? 'password-confirmation-needed'
          : 'admins-only',
    )
}

const messageOption = (message: string | undefined) => (message === undefined ? {} : { message })
