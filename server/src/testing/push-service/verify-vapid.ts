import { importJWK, jwtVerify } from 'jose'

const DAY_S = 86_400
const SUBJECT = /^(https:\/\/|mailto:[^@\s]+@)/

type Expected = { origin: string; now: Date }

/**
 * Verifies the `Authorization` header of a message as a push service does (RFC 8292): the signature with the announced
 * key, the audience, the lifetime and the subject.
 * @returns the announced key
 * @throws when the header is not valid
 */
export async function verifyVapid(authorization = '', { origin, now }: Expected): Promise<string> {
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
