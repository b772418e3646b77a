import type { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import type { registerDonor } from '@blood-bank/contract/donors/profile'
import type { CallInputOf, Endpoint, ReplyOf } from '@blood-bank/contract/endpoint'
import type { ErrorReply } from '@blood-bank/contract/errors'
import type { User } from '@blood-bank/contract/users/endpoints'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'

export const ORIGIN = 'http://localhost:3000'

/** A reply. `body` is undefined if there was none, `error` if it is not a refusal. */
export type Reply<T> = {
  status: number
  body: T
  error: ErrorReply['error'] | undefined
  headers: LightMyRequestResponse['headers']
  text: string
}

/** The inputs of a call; empty if the endpoint has none. */
export type Inputs<E extends Endpoint> = keyof CallInputOf<E> extends never ? [] : [inputs: CallInputOf<E>]

/** A person with a browser that stores cookies and sends the site's origin. */
export type Person = {
  user: User | null
  call<E extends Endpoint>(endpoint: E, ...inputs: Inputs<E>): Promise<Reply<ReplyOf<E>>>
  /** A raw call, for inputs that the types of the contract do not allow. */
  send(method: string, url: string, more?: Sent): Promise<Reply<unknown>>
  /** The whole `Cookie` header; undefined when the browser has none. Setting it replaces all cookies. */
  cookie: string | undefined
}

export type Sent = { body?: unknown; headers?: Record<string, string> }

/** Sends one call to a server and returns the reply. */
type Transport = (call: {
  method: string
  url: string
  headers: Record<string, string>
  payload?: string
}) => Promise<{ status: number; headers: Reply<unknown>['headers']; text: string }>

/** A person who calls the app within this process, from a network address. */
export const newPerson = (app: FastifyInstance, remoteAddress = '127.0.0.1'): Person =>
  createPerson(async call => {
    const { statusCode, headers, body } = await app.inject({
      ...call,
      method: call.method as 'POST',
      remoteAddress,
    })
    return { status: statusCode, headers, text: body }
  })

/** A person who calls a server over the network. */
export const newCaller = (address: string): Person =>
  createPerson(async ({ method, url, headers, payload }) => {
    const res = await fetch(`${address}${url}`, { method, headers, ...(payload && { body: payload }) })
    const received = { ...Object.fromEntries(res.headers), 'set-cookie': res.headers.getSetCookie() }
    return { status: res.status, headers: received, text: await res.text() }
  })

function createPerson(transport: Transport): Person {
  const person: Person = {
    user: null,
    cookie: undefined,
    async send(method, url, { body, headers } = {}) {
      const res = await transport({
        method,
        url,
        headers: {
          origin: ORIGIN,
          ...(person.cookie !== undefined && { cookie: person.cookie }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      for (const header of [res.headers['set-cookie'] ?? []].flat())
        person.cookie = storeCookie(person.cookie, header)
      const isJson = String(res.headers['content-type']).startsWith('application/json')
      const received = isJson && res.text !== '' ? JSON.parse(res.text) : undefined
      return { ...res, body: received, error: res.status >= 400 ? received?.error : undefined }
    },
    async call(endpoint, ...[inputs]) {
      const { params, query, body } = (inputs ?? {}) as { params?: object; query?: object; body?: unknown }
      const path = endpoint.path.replace(/:(\w+)/g, (_, name) =>
        encodeURIComponent(String(Reflect.get(params ?? {}, name))),
      )
      const search = new URLSearchParams(query as Record<string, string> | undefined)
      const url = search.size > 0 ? `${path}?${search}` : path
      return (await person.send(endpoint.method, url, body === undefined ? {} : { body })) as never
    },
  }
  return person
}

/** The `Cookie` header after a `Set-Cookie` header: one cookie of each name, without expired ones. */
function storeCookie(cookies: string | undefined, header: string): string | undefined {
  const [cookie = ''] = header.split(';', 1)
  const name = cookie.slice(0, cookie.indexOf('=') + 1)
  const others = (cookies?.split('; ') ?? []).filter(other => !other.startsWith(name))
  const isRemoved = /; Max-Age=0(;|$)/.test(header)
  return [...others, ...(isRemoved ? [] : [cookie])].join('; ') || undefined
}

/** One cookie of a person, as `name=value`; undefined when there is none of that name. */
export const cookieNamed = (person: Pick<Person, 'cookie'>, name: string): string | undefined =>
  person.cookie?.split('; ').find(cookie => cookie.startsWith(`${name}=`))

type DonorBody = CallInputOf<typeof registerDonor>['body']
type BloodRequestBody = CallInputOf<typeof postBloodRequest>['body']

/** A valid donor form; `more` overrides its fields. */
export const aDonor = (more: Partial<DonorBody> = {}): DonorBody => ({
  fullName: 'Rima Akter',
  universityId: 'CSE-2021-017',
  universityRole: 'student',
  department: 'Computer Science',
  bloodGroup: 'O+',
  contactNumber: '01712-345678',
  ...more,
})

/** A valid blood request form, also for somebody who has posted it before; `more` overrides its fields. */
export const aBloodRequest = (more: Partial<BloodRequestBody> = {}): BloodRequestBody => ({
  patientName: 'Abdul Karim',
  requiredBloodGroup: 'B+',
  hospitalName: 'Dhaka Medical College Hospital',
  contactPerson: 'Nadia Karim',
  contactNumber: '01812-345678',
  isAnotherRequest: true,
  ...more,
})
