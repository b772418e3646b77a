import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, maxLength, requiredLine, withRequired } from '../forms.ts'
import { Session } from '../sessions/endpoints.ts'

/** The most passkeys that one person can have; the message of `too-many-passkeys` says it, too. */
export const MAX_PASSKEYS = 10

const PASSKEY_NAME_LENGTH = 50

/** What a person sees of a passkey; nothing with which it could be used. */
export const PasskeyRecord = z.object({
  /** As its owner named it; at first the browser and the system, such as "Chrome on Android". */
  name: z.string(),
  addedAt: z.iso.datetime(),
  /** When it was last used to sign in or to confirm; null before. */
  lastUsedAt: z.nullable(z.iso.datetime()),
  /** The host name at which it works, if the site has another one now; missing otherwise. */
  formerHost: z.optional(z.string()),
})
export type PasskeyRecord = z.infer<typeof PasskeyRecord>

/** A passkey as its owner sees it. */
export const Passkey = z.extend(PasskeyRecord, { id: Id })
export type Passkey = z.infer<typeof Passkey>

const INCOMPLETE = 'The browser sent an incomplete passkey. Please try again.'

const bytes = (max: number) =>
  z.string(INCOMPLETE).check(maxLength(max, INCOMPLETE), z.regex(/^[\w-]+$/, INCOMPLETE))

/** How a browser can reach the device that has a passkey. */
export const PASSKEY_TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

/** What `navigator.credentials.create` returns, in base64url. */
export const NewPasskey = z.strictObject({
  credentialId: bytes(1_400),
  clientData: bytes(4_000),
  attestation: bytes(12_000),
  transports: z.array(z.enum(PASSKEY_TRANSPORTS)).check(z.maxLength(PASSKEY_TRANSPORTS.length, INCOMPLETE)),
})
export type NewPasskey = z.infer<typeof NewPasskey>

/** What `navigator.credentials.get` returns, in base64url. */
export const UsedPasskey = z.strictObject({
  credentialId: bytes(1_400),
  clientData: bytes(4_000),
  authenticatorData: bytes(4_000),
  signature: bytes(4_000),
  /** Whose passkey it is; a passkey for a given account may leave it out. */
  userHandle: z.optional(bytes(100)),
})
export type UsedPasskey = z.infer<typeof UsedPasskey>

export const PasskeyNameForm = withRequired(
  z.strictObject({ name: requiredLine('Name', PASSKEY_NAME_LENGTH) }),
  { required: ['name'], missing: 'Please enter a name.' },
)

/** A credential that the browser may or may not use. */
const Descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.enum(PASSKEY_TRANSPORTS)),
})

/** The options of `navigator.credentials.create`, as JSON (WebAuthn, `PublicKeyCredentialCreationOptionsJSON`). */
export const NewPasskeyOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})
export type NewPasskeyOptions = z.infer<typeof NewPasskeyOptions>

/** The options of `navigator.credentials.get`, as JSON. Without credentials the browser offers those that it has. */
export const PasskeyOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(Descriptor),
})
export type PasskeyOptions = z.infer<typeof PasskeyOptions>

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/accounts/mine/passkeys',
  access: 'signed-in',
  summary: 'My passkeys, in the order in which I added them.',
  reply: { status: 200, body: z.object({ passkeys: z.array(Passkey) }) },
})

const UNVERIFIED = 'Please verify your email address before adding a passkey.'

export const prepareNewPasskey = endpoint({
  method: 'POST',
  path: '/api/accounts/mine/passkeys/options',
  access: 'email-verified',
  unverifiedMessage: UNVERIFIED,
  needsRecentPassword: true,
  summary: 'The options with which my browser creates a passkey; valid for five minutes, in this session.',
  reply: { status: 200, body: NewPasskeyOptions },
  refusals: ['too-many-passkeys', 'passkey-confirmation-needed'],
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/accounts/mine/passkeys',
  access: 'email-verified',
  unverifiedMessage: UNVERIFIED,
  needsRecentPassword: true,
  summary: 'Add the passkey that my browser has created; I am told by mail.',
  body: NewPasskey,
  reply: { status: 201, body: Passkey },
  refusals: [
    'passkey-not-accepted',
    'passkey-already-added',
    'too-many-passkeys',
    'passkey-confirmation-needed',
  ],
})

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/api/accounts/mine/passkeys/:id',
  access: 'signed-in',
  summary: 'Name a passkey of mine.',
  params: IdParams,
  body: PasskeyNameForm,
  reply: { status: 200, body: Passkey },
  refusals: ['passkey-not-found'],
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/accounts/mine/passkeys/:id',
  access: 'signed-in',
  needsRecentPassword: true,
  summary:
    'Remove a passkey of mine. Other sessions in which it was used end, and my other browsers are known no longer; I am told by mail.',
  params: IdParams,
  reply: { status: 204 },
  refusals: ['passkey-not-found', 'passkey-confirmation-needed'],
})

export const preparePasskeySignIn = endpoint({
  method: 'POST',
  path: '/api/session/passkeys/options',
  access: 'everyone',
  summary: 'The options with which a browser offers the passkeys that it has; the same for everybody.',
  reply: { status: 200, body: PasskeyOptions },
})

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/api/session/passkeys',
  access: 'everyone',
  summary: 'Sign in with a passkey; a session that the browser had before ends.',
  body: UsedPasskey,
  reply: { status: 201, body: Session },
  refusals: ['passkey-not-accepted', 'account-suspended', 'too-many-attempts'],
})

export const preparePasskeyConfirmation = endpoint({
  method: 'POST',
  path: '/api/accounts/mine/passkey-confirmations/options',
  access: 'signed-in',
  summary: 'The options with which my browser uses one of my passkeys; valid in this session.',
  reply: { status: 200, body: PasskeyOptions },
  refusals: ['no-passkey'],
})

export const confirmWithPasskey = endpoint({
  method: 'POST',
  path: '/api/accounts/mine/passkey-confirmations',
  access: 'signed-in',
  summary: 'Use a passkey of mine instead of giving my password again.',
  body: UsedPasskey,
  reply: { status: 204 },
  refusals: ['passkey-not-accepted', 'too-many-attempts'],
})
