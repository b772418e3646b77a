import { registerDonor } from '@blood-bank/contract/donors/endpoints'
import { registerAccount } from '@blood-bank/contract/passwords/accounts'
import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { aDonor } from '@blood-bank/server/testing/builders'
import { newCaller, type Person } from '@blood-bank/server/testing/person'
import type pg from 'pg'
import type { Server } from './servers.ts'

const PASSWORD = 'a long password'

/** The group of a request that is to cause an alert, and that of all others, to which nobody can give. */
export const ASKED_GROUP = 'B+'
export const UNASKED_GROUP = 'O-'

/** Somebody who is signed in, at whichever server they call. */
export type Member = { email: string; at: (server: Server) => Person }

/**
 * Registers, verifies and signs in. The link in the mail is not followed: `db` marks the address as verified.
 * @param role an admin's is given before signing in, as a change ends all sessions
 */
export async function newMember(
  server: Server,
  db: pg.ClientBase,
  email: string,
  role: 'user' | 'admin' = 'user',
): Promise<Member> {
  const person = newCaller(server.url())
  const body = { email, password: PASSWORD }
  await person.call(registerAccount, { body })
  await db.query('update users set email_verified = true where email = $1', [email])
  await db.query('update users set role = $2 where email = $1', [email, role])
  const { status } = await person.call(signIn, { body })
  if (status !== 201) throw new Error(`${email} could not sign in: ${status}.`)
  return { email, at: ({ url }) => Object.assign(newCaller(url()), { cookie: person.cookie }) }
}

/** A member who can give to `ASKED_GROUP` and to no other group that is asked for. */
export async function newDonor(server: Server, db: pg.ClientBase, email: string): Promise<Member> {
  const member = await newMember(server, db, email)
  const { status } = await member
    .at(server)
    .call(registerDonor, { body: aDonor({ bloodGroup: ASKED_GROUP }) })
  if (status !== 201) throw new Error(`${email} could not register as a donor: ${status}.`)
  return member
}
