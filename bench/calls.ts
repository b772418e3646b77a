import { randomUUID } from 'node:crypto'
import type { Request } from 'autocannon'
import type { Members } from './members.ts'
import type { Caller, Workload } from './workloads.ts'

/** A server that receives the workloads, with the session cookies of its users. */
export type Target = {
  url: string
  origin: string
  cookies: Record<Exclude<Caller, 'signers' | 'askedDonors'>, string>
}

type Senders = { target: Target; members: Members; password: string }

/** How many accounts one connection signs in, one after the other. */
const SIGN_INS_PER_CONNECTION = 16

/**
 * The requests that one connection repeats. No two connections sign in with the same account; each blood request has its
 * own idempotency key, as the page sends it, and each answer the token of another alert.
 */
export function callsOf(
  { caller, method, paths, body }: Pick<Workload, 'caller' | 'method' | 'paths' | 'body'>,
  nth: number,
  senders: Senders,
): Request[] {
  const { target, members, password } = senders
  const [path] = paths
  const json = { 'content-type': 'application/json', origin: target.origin }
  if (caller === 'signers') {
    const from = (nth * SIGN_INS_PER_CONNECTION) % members.signers.length
    return members.signers
      .slice(from, from + SIGN_INS_PER_CONNECTION)
      .map(({ email }) => ({ method, path, headers: json, body: JSON.stringify({ email, password }) }))
  }
  if (caller === 'askedDonors') {
    const setupRequest = (req: Request) => ({ ...req, body: JSON.stringify({ token: members.nextToken() }) })
    return [{ method, path, headers: json, setupRequest }]
  }
  const cookie = target.cookies[caller]
  if (body === undefined) return paths.map(path => ({ method, path, headers: { cookie } }))
  const keyed = () => ({ ...json, cookie, 'idempotency-key': randomUUID() })
  return [{ method, path, body: JSON.stringify(body), setupRequest: req => ({ ...req, headers: keyed() }) }]
}

/** The reply to one request. */
export type Answer = { path: string; status: number; body: string }

/** Sends one request of a workload to each of its paths. @throws if one is refused */
export const callEach = (workload: Workload, senders: Senders): Promise<Answer[]> =>
  Promise.all(
    workload.paths.map(async (path, nth) => {
      const call = callsOf(workload, 0, senders)[nth]
      const req = typeof call?.setupRequest === 'function' ? call.setupRequest(call, {}) : call
      const { status, body } = await fetchWhole(senders.target.url + path, {
        method: workload.method,
        headers: req?.headers as Record<string, string>,
        ...(req?.body !== undefined && { body: req.body as string }),
      })
      return { path, status, body }
    }),
  )

/** Signs in as a browser does. @returns the cookie */
export async function signIn(
  { url, origin }: Pick<Target, 'url' | 'origin'>,
  email: string,
  password: string,
): Promise<string> {
  const { cookie } = await fetchWhole(`${url}/api/session`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return cookie
}

/** Signs in the users of the workloads. */
export async function signInEverybody(
  place: Pick<Target, 'url' | 'origin'>,
  { member, poster, admin }: Members,
  password: string,
): Promise<Target> {
  const cookieOf = ({ email }: { email: string }) => signIn(place, email, password)
  const { url, origin } = place
  const cookies = {
    member: await cookieOf(member),
    poster: await cookieOf(poster),
    admin: await cookieOf(admin),
  }
  return { url, origin, cookies }
}

async function fetchWhole(url: string, call: RequestInit) {
  const reply = await fetch(url, call)
  const body = await reply.text()
  if (!reply.ok) throw new Error(`${call.method} ${url} returned ${reply.status}: ${body}`)
  const cookie = reply.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  return { status: reply.status, body, cookie }
}
