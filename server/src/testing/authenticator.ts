import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  NewPasskey,
  NewPasskeyOptions,
  PasskeyOptions,
  UsedPasskey,
} from '@blood-bank/contract/passkeys/endpoints'
import { ORIGIN } from './person.ts'

type Credential = { id: Buffer; privateKey: KeyObject; rpId: string; userHandle: string; counter: number }

/** What a browser or device does differently from an honest one. */
type Deviation = {
  origin?: string
  rpId?: string
  challenge?: string
  isUserVerified?: boolean
  /** Another passkey signs in the name of this one. */
  credentialId?: string
  userHandle?: string
  /** The counter that the device claims; it otherwise grows by one with each use. */
  counter?: number
  /** An attestation format with a certificate, although the site asks for none. */
  hasCertificate?: boolean
}

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const base64url = (bytes: string | Buffer) => Buffer.from(bytes).toString('base64url')

const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

/** A device with passkeys (WebAuthn, ECDSA with P-256), for tests. */
export function createAuthenticator() {
  const credentials: Credential[] = []

  const clientDataOf = (type: string, challenge: string, { origin = ORIGIN }: Deviation) =>
    JSON.stringify({ type, challenge, origin, crossOrigin: false })

  const headerOf = (credential: Credential, flags: number, deviation: Deviation) => {
    const { isUserVerified = true, rpId = credential.rpId, counter = credential.counter } = deviation
    const header = Buffer.alloc(5)
    header.writeUInt8(flags | PRESENT | (isUserVerified ? VERIFIED : 0))
    header.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(rpId), header])
  }

  return {
    credentials,

    /** Creates a passkey, as `navigator.credentials.create` does. */
    create(options: NewPasskeyOptions, deviation: Deviation = {}): NewPasskey {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const id = deviation.credentialId ? Buffer.from(deviation.credentialId, 'base64url') : randomBytes(32)
      const credential = { id, privateKey, rpId: options.rp.id, userHandle: options.user.id, counter: 0 }
      credentials.push(credential)
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const authData = Buffer.concat([
        headerOf(credential, ATTESTED, deviation),
        Buffer.alloc(16),
        length,
        id,
        // The COSE key { 1: 2, 3: -7, -1: 1, -2: x, -3: y }.
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      return {
        credentialId: base64url(id),
        clientData: base64url(
          clientDataOf('webauthn.create', deviation.challenge ?? options.challenge, deviation),
        ),
        attestation: base64url(attestationOf(authData, deviation)),
        transports: ['internal'],
      }
    },

    /** Uses the passkey created last, as `navigator.credentials.get` does. */
    use(options: Pick<PasskeyOptions, 'challenge'>, deviation: Deviation = {}): UsedPasskey {
      const credential = credentials.at(-1)
      if (!credential) throw new Error('The authenticator has no passkey.')
      credential.counter += 1
      const clientData = clientDataOf('webauthn.get', deviation.challenge ?? options.challenge, deviation)
      const authenticatorData = headerOf(credential, 0, deviation)
      const signed = Buffer.concat([authenticatorData, sha256(clientData)])
      return {
        credentialId: deviation.credentialId ?? base64url(credential.id),
        clientData: base64url(clientData),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(sign('sha256', signed, credential.privateKey)),
        userHandle: deviation.userHandle ?? credential.userHandle,
      }
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>

/** An attestation object in CBOR: `{ fmt, attStmt, authData }`. */
function attestationOf(authData: Buffer, { hasCertificate = false }: Deviation): Buffer {
  const head = Buffer.alloc(3)
  head.writeUInt8(0x59)
  head.writeUInt16BE(authData.length, 1)
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
  const statement = hasCertificate
    ? Buffer.concat([
        Buffer.from([0xa3]),
        text('alg'),
        Buffer.from([0x26]),
        text('sig'),
        Buffer.from([0x41, 0]),
        text('x5c'),
        Buffer.from([0x81, 0x41, 0]),
      ])
    : Buffer.from([0xa0])
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text(hasCertificate ? 'packed' : 'none'),
    text('attStmt'),
    statement,
    text('authData'),
    head,
    authData,
  ])
}
