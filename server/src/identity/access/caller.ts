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

/** The hall whose kept donors somebody may see and call; null for all halls. */
export type Coordination = { hallId: string | null }

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
  /** The right of a coordinator that has not ended; null for everybody else, admins too. */
  coordinatorRight: (Coordination & { endsAt: Date }) | null
  /** Whether the user is, or lately was, a coordinator. */
  wasCoordinator: boolean
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
  coordinatorRight: null,
  wasCoordinator: false,
  tableVersions: null,
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: User | null
    isPasskeyDue: boolean
    isPasswordDue: boolean
    coordinatorRight: Caller['coordinatorRight']
    tableVersions: Caller['tableVersions']
  }
}

/** Sets in a request who makes it. */
export function setCaller(req: FastifyRequest, caller: Caller, actor: User | null = caller.user): void {
  req.actor = actor
  req.isPasskeyDue = caller.isPasskeyDue
  req.isPasswordDue = caller.isPasswordDue
  req.coordinatorRight = caller.coordinatorRight
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
  if (endpoint.access === 'admin' && !isAdmin(actor)) throw refuse(dueOfAdmin(caller) ?? 'admins-only')
  if (endpoint.access === 'coordinator' && !coordinationOf(actor, caller))
    throw refuse(dueOfAdmin(caller) ?? (caller.wasCoordinator ? 'coordinator-ended' : 'coordinators-only'))
}

/** What an admin must do first to have the rights of one. */
const dueOfAdmin = ({ isPasskeyDue, isPasswordDue }: Caller) =>
  isPasskeyDue ? 'admin-passkey-needed' : isPasswordDue ? 'password-confirmation-needed' : null

/** Whose kept donors somebody may see and call; admins those of all halls. Null for whoever may see none. */
export const coordinationOf = (
  actor: User | null,
  { coordinatorRight }: Pick<Caller, 'coordinatorRight'>,
): Coordination | null =>
  actor && isAdmin(actor) ? { hallId: null } : coordinatorRight && { hallId: coordinatorRight.hallId }

const messageOption = (message: string | undefined) => (message === undefined ? {} : { message })
