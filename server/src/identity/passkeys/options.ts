import type { NewPasskeyOptions, PasskeyOptions } from '@blood-bank/contract/passkeys/endpoints'
import { CHALLENGE_LIFETIME_MS } from './challenges.ts'
import type { PasskeyRow } from './tables.ts'

/** EdDSA, ECDSA with P-256, and RSA for Windows: the algorithms that the library's documentation recommends. */
export const ALGORITHMS = [-8, -7, -257]

type Site = { rpId: string; brandName: string }

type Owner = { userHandle: string; email: string; passkeys: PasskeyRow[] }

/** What a browser needs to create a passkey. One that has a passkey of this account refuses. */
export const optionsForNew = (
  challenge: string,
  { rpId, brandName }: Site,
  { userHandle, email, passkeys }: Owner,
): NewPasskeyOptions => ({
  challenge,
  rp: { id: rpId, name: brandName },
  user: { id: handleForBrowser(userHandle), name: email, displayName: email },
  pubKeyCredParams: ALGORITHMS.map(alg => ({ type: 'public-key', alg })),
  timeout: CHALLENGE_LIFETIME_MS,
  attestation: 'none',
  excludeCredentials: passkeys.map(descriptorOf),
  // The browser finds the passkey without an address being typed first, and asks for a fingerprint, face or PIN.
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
})

/** What a browser needs to use a passkey: one of these, or any that it has for this site. */
export const optionsForUse = (
  challenge: string,
  { rpId }: Pick<Site, 'rpId'>,
  passkeys: PasskeyRow[] = [],
): PasskeyOptions => ({
  challenge,
  rpId,
  timeout: CHALLENGE_LIFETIME_MS,
  userVerification: 'required',
  allowCredentials: passkeys.map(descriptorOf),
})

const descriptorOf = ({ credentialId, transports }: PasskeyRow) => ({
  id: credentialId.toString('base64url'),
  type: 'public-key' as const,
  transports,
})

/** A user handle as browsers receive and send it: the bytes of a UUID in base64url. */
export const handleForBrowser = (userHandle: string): string =>
  Buffer.from(userHandle.replaceAll('-', ''), 'hex').toString('base64url')
