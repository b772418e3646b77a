import { randomUUID } from 'node:crypto'
import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { newCaller, type Reply } from '@blood-bank/server/testing/person'
import type { Request } from 'autocannon'
import type { Members } from './members.ts'
import type { Workload } from './workloads.ts'

/** A server that receives the workloads, with the session cookies of its users. */
export type Target = { url: string; origin: string; cookies: Record<'member' | 'poster' | 'admin', string> }

export type Senders = { target: Target; members: Members; password: string }

/** How many accounts one connection signs in, one after the other. */
const SIGN_INS_PER_CONNECTION = 16

/**
 * The requests that one connection repeats. No two connections sign in with the same account; each blood request has its
 * own idempotency key, as the page sends it, and each answer the token of another alert.
 */
export function callsOf(workload: Workload, nth: number, { target, members, password }: Senders): Request[] {
  const { caller, method, paths, body } = workload
  const [path] = paths
  const headers = { 'content-type': 'application/json', origin: target.origin }
  if (caller === 'signers') {
    const from = (nth * SIGN_INS_PER_CONNECTION) % members.signers.length
    return members.signers
      .slice(from, from + SIGN_INS_PER_CONNECTION)
      .map(({ email }) => ({ method, path, headers, body: JSON.stringify({ email, password }) }))
  }
  if (caller === 'askedDonors') {
    const setupRequest = (req: Request) => ({ ...req, body: JSON.stringify({ token: members.nextToken() }) })
    return [{ method, path, headers, setupRequest }]
  }
  const cookie = target.cookies[caller]
  if (body === undefined) return paths.map(path => ({ method, path, headers: { cookie } }))
  const keyed = () => ({ ...headers, cookie, 'idempotency-key': randomUUID() })
  return [{ method, path, body: JSON.stringify(body), setupRequest: req => ({ ...req, headers: keyed() }) }]
}

/** Sends a read to each of its paths. */
export function readEach({ caller, paths }: Workload, { url, cookies }: Target): Promise<Reply<unknown>[]> {
  const person = Object.assign(newCaller(url), { cookie: cookies[caller as 'member'] })
  return Promise.all(paths.map(path => person.send('GET', path)))
}

/** Signs in the users of the workloads, as a browser does. */
export async function signInEverybody(
  { url, origin }: Pick<Target, 'url' | 'origin'>,
  { member, poster, admin }: Members,
  password: string,
): Promise<Target> {
  const cookieOf = async ({ email }: { email: string }) => {
    const person = newCaller(url)
    await person.send(signIn.method, signIn.path, { body: { email, password }, headers: { origin } })
    if (person.cookie === undefined) throw new Error(`${email} could not sign in at ${url}.`)
    return person.cookie
  }
  const cookies = {
    member: await cookieOf(member),
    poster: await cookieOf(poster),
    admin: await cookieOf(admin),
  }
  return { url, origin, cookies }
}
