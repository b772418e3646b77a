import type { User } from '@blood-bank/contract/users/endpoints'
import { type RawBuilder, sql } from 'kysely'

/**
 * The mailbox that an address leads to, which stands for a person: what follows the first `+` of the local part is left
 * out, at any provider, as in the column `mailbox` of users (`0113-mailboxes.sql`). Dots count as typed.
 * @param email in lower case, as addresses are stored
 */
export const mailboxOf = (email: string): string => email.replace(/^([^+@]+)\+[^@]*@/, '$1@')

type Account = Pick<User, 'id' | 'email' | 'emailVerified'>

/**
 * Names the person for whom limits by account count: all verified accounts of a mailbox are one, as in the database function
 * `accounts_of_person`. An account that is not verified stands for itself alone: whoever registered it has proved no mailbox,
 * and must not use up the limits of whom the mailbox belongs to.
 */
export const personOf = ({ id, email, emailVerified }: Account): string =>
  emailVerified ? mailboxOf(email) : id

export const isSamePerson = (one: Account | null | undefined, other: Account): boolean =>
  one ? personOf(one) === personOf(other) : false

/** The ids of all accounts of the person of one, as a subquery. */
export const accountsOfPerson = (userId: string | RawBuilder<unknown>) =>
  sql<string>`(select accounts_of_person(${userId}))`
