import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { importJWK, jwtVerify } from 'jose'

const KEY_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** The bytes of salt, record size and length of the key id (RFC 8188, 2.1). */
const HEADER = { salt: 16, recordSize: 4, keyIdLength: 1 }

/** The keys of a browser's subscription. */
type BrowserKeys = { own: ECDH; auth: Buffer }

/**
 * Decrypts the body of a push message as a browser does (RFC 8291).
 * @throws when the body was not encrypted for these keys, or not as one record
 */
function decryptPush(body: Buffer, { own, auth }: BrowserKeys): string {
  const salt = body.subarray(0, HEADER.salt)
  const recordSize = body.readUInt32BE(HEADER.salt)
  const keyIdAt = HEADER.salt + HEADER.recordSize + HEADER.keyIdLength
  const recordAt = keyIdAt + body.readUInt8(keyIdAt - 1)
  const sender = body.subarray(keyIdAt, recordAt)
  const record = body.subarray(recordAt)
  if (record.length > recordSize) throw new Error('The message has more than one record.')
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender])
  const inputKey = derive(own.computeSecret(sender), { salt: auth, info: keyInfo, length: 32 })
  const part = (info: string, length: number) => derive(inputKey, { salt, info: Buffer.from(info), length })
  const key = part('Content-Encoding: aes128gcm\0', KEY_BYTES)
  const decipher = createDecipheriv('aes-128-gcm', key, part('Content-Encoding: nonce\0', NONCE_BYTES))
  decipher.setAuthTag(record.subarray(-TAG_BYTES))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()])
  const end = padded.findLastIndex(byte => byte !== 0)
  if (padded[end] !== LAST_RECORD) throw new Error('The record is not delimited as the last one.')
  return padded.subarray(0, end).toString()
}

/** The byte between the text of the last record and its padding. */
const LAST_RECORD = 2

const derive = (key: Buffer, { salt, info, length }: { salt: Buffer; info: Buffer; length: number }) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** What `PushSubscription.toJSON()` returns in a browser, without `expirationTime`. */
export type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } }

type ReceivedPush = {
  endpoint: string
  headers: IncomingMessage['headers']
  /** The decrypted text. */
  text: string
}

type Answer = { status: number; headers?: Record<string, string> }
type Subscribed = { keys: BrowserKeys; applicationServerKey: string }

type Options = {
  now?: () => Date
  /** Where it listens; 0: on a free port. */
  port?: number
}

export type PushService = Awaited<ReturnType<typeof startPushService>>

/**
 * Starts a push service on this machine, for tests of every workspace: it uses no test runner. It creates subscriptions as
 * a browser and its push service do together, verifies who sends (VAPID), and decrypts what it receives. Set
 * `PUSH_SERVICES` of the server to its `origin`.
 */
export async function startPushService({ now = () => new Date(), port = 0 }: Options = {}) {
  const subscriptions = new Map<string, Subscribed>()
  const answers = new Map<string, Answer[]>()
  const received: ReceivedPush[] = []
  /** Why messages were refused although no answer was set. */
  const faults: string[] = []
  let origin = ''

  async function receive(req: IncomingMessage): Promise<Answer> {
    const endpoint = `${origin}${req.url}`
    const subscribed = subscriptions.get(endpoint)
    const body = await buffer(req)
    if (!subscribed) return { status: 404 }
    const key = await verifyVapid(req.headers.authorization, { origin, now: now() })
    if (key !== subscribed.applicationServerKey) return { status: 403 }
    if (req.method !== 'POST' || req.headers['content-encoding'] !== 'aes128gcm' || !req.headers.ttl)
      throw new Error('The method or a header is wrong.')
    if (body.length > MAX_BODY_BYTES) return { status: 413 }
    const answer = answers.get(endpoint)?.shift()
    if (answer) return answer
    received.push({ endpoint, headers: req.headers, text: decryptPush(body, subscribed.keys) })
    return { status: 201 }
  }

  const server = createServer((req, reply) => {
    receive(req)
      .catch((error: unknown): Answer => {
        faults.push(String(error))
        return { status: 400 }
      })
      .then(({ status, headers }) => reply.writeHead(status, headers).end())
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`

  return {
    origin,
    received,
    faults,

    /** Subscribes a new browser. @param applicationServerKey the public key of the site, base64url */
    subscribe(applicationServerKey: string): Subscription {
      const own = createECDH('prime256v1')
      own.generateKeys()
      const auth = randomBytes(AUTH_BYTES)
      const endpoint = `${origin}/push/${randomUUID()}`
      subscriptions.set(endpoint, { keys: { own, auth }, applicationServerKey })
      return {
        endpoint,
        keys: { p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url') },
      }
    },

    /** Ends a subscription, as a browser does when its user withdraws the permission. */
    unsubscribe: ({ endpoint }: Subscription): void => void subscriptions.delete(endpoint),

    /** Answers the next messages to a subscription, one after the other, instead of taking them. */
    answerWith({ endpoint }: Subscription, ...next: Answer[]): void {
      answers.set(endpoint, next)
    },

    /** The messages to a subscription, oldest first. */
    receivedBy: ({ endpoint }: Subscription): ReceivedPush[] =>
      received.filter(push => push.endpoint === endpoint),

    close(): Promise<void> {
      server.closeAllConnections()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}

const AUTH_BYTES = 16
const MAX_BODY_BYTES = 4_096

const DAY_S = 86_400
const SUBJECT = /^(https:\/\/|mailto:[^@\s]+@)/

type Expected = { origin: string; now: Date }

/**
 * Verifies the `Authorization` header of a message as a push service does (RFC 8292): the signature with the announced
 * key, the audience, the lifetime and the subject.
 * @returns the announced key
 * @throws when the header is not valid
 */
async function verifyVapid(authorization = '', { origin, now }: Expected): Promise<string> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(part => part.toString('base64url'))
  if (x === undefined || y === undefined) throw new Error('The key is missing.')
  const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256')
  const { payload } = await jwtVerify(token, publicKey, {
    algorithms: ['ES256'],
    audience: origin,
    currentDate: now,
    requiredClaims: ['exp', 'sub'],
  })
  if (Number(payload.exp) > now.getTime() / 1000 + DAY_S) throw new Error('The token is valid for too long.')
  if (!SUBJECT.test(String(payload.sub))) throw new Error(`The subject is ${payload.sub}.`)
  return key
}
