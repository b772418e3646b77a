import { randomBytes } from 'node:crypto'
import { CONSENT } from '@blood-bank/contract/own-account/consent'
import type { Role, User } from '@blood-bank/contract/users/endpoints'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { type Config, SESSION_LIFETIME_S } from '../config.ts'
import { createSessionCookies } from '../identity/sessions/cookies.ts'
import { createKnownDevices } from '../identity/sessions/known-devices.ts'
import type { Database } from '../platform/database/connection.ts'

/** What is different from a verified member. */
export type Someone = { email?: string; emailVerified?: boolean; role?: Role }

type NewMember = Someone & { email: string; passwordHash: string; token: string | null }

export const newToken = (): string => randomBytes(24).toString('base64url')

/** Inserts in one statement what registering, verifying the address and, with a token, signing in store. */
export async function storeMember(
  db: Database,
  { email, emailVerified = true, role = 'user', passwordHash, token }: NewMember,
): Promise<User & { devicesKnownSince: Date }> {
  const { rows } = await sql<{ id: string; createdAt: Date; devicesKnownSince: Date }>`
    with new_user as (
      insert into users (email, email_verified, role) values (${email}, ${emailVerified}, ${role})
      returning id, created_at, devices_known_since
    ), credential as (
      insert into credentials (user_id, password) select id, ${passwordHash} from new_user
    ), consent as (
      insert into consents (user_id, version) select id, ${CONSENT.version} from new_user
    ), session as (
      insert into sessions (user_id, token, expires_at, ip_address, user_agent)
      select id, ${token}, now() + make_interval(secs => ${SESSION_LIFETIME_S}), '127.0.0.1', '' from new_user
       where ${token}::text is not null
    )
    select * from new_user`.execute(db)
  const [user] = rows
  if (!user) throw new Error(`${email} was not stored`)
  const { createdAt, ...more } = user
  return { ...more, email, emailVerified, role, createdAt: createdAt.toISOString() }
}

/** @returns a function that makes the cookies of a browser in which somebody has signed in, as the product makes them */
export function createBrowserCookies(config: Config, db: Database, authSecret: string) {
  const sessionCookies = createSessionCookies(config, authSecret)
  const devices = createKnownDevices(config, db, authSecret)
  return (token: string, email: string, devicesKnownSince: Date): string => {
    const cookies: string[] = []
    const reply = {
      request: { cookies: {} },
      setCookie: (name: string, value: string) => cookies.push(`${name}=${value}`),
    } as unknown as FastifyReply
    sessionCookies.set(reply, token)
    devices.remember(reply, email, devicesKnownSince)
    return cookies.join('; ')
  }
}
