import type { NewPasskey, UsedPasskey } from '@blood-bank/contract/passkeys/endpoints'
import type { Config } from '../../config.ts'
import type { ChallengeUse, PasskeyChallenges } from './challenges.ts'
import { ALGORITHMS, handleForBrowser } from './options.ts'
import type { PasskeyRow } from './tables.ts'

/** What a signature must be for: this site, and a challenge that is valid for this use. */
type Expected = { site: Config['passkeys']; challenges: PasskeyChallenges; use: ChallengeUse }

/** Imported on first use: most calls need neither passkeys nor the 25 MB that the library takes in memory. */
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** The library throws an error for each check that fails. */
const orNull = <T>(verification: Promise<T>): Promise<T | null> => verification.catch(() => null)

/** The challenge that a browser has signed; the library checks that it is the one that was checked for its use. */
const challengeIn = (clientData: string): string => {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString())
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}

const checksOf = ({ site, challenges, use }: Expected) => ({
  expectedChallenge: (challenge: string) => challenges.isValid(challenge, use),
  expectedOrigin: site.origin,
  expectedRPID: site.rpId,
  requireUserVerification: true,
})

/** @returns what to store of a new passkey, and its challenge; null when it is not accepted */
export async function verifyNewPasskey(
  { credentialId, clientData, attestation, transports }: NewPasskey,
  expected: Expected,
) {
  if (!(await isWithoutCertificates(attestation))) return null
  const { verifyRegistrationResponse } = await library()
  const verified = await orNull(
    verifyRegistrationResponse({
      ...checksOf(expected),
      response: {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        response: { clientDataJSON: clientData, attestationObject: attestation },
        clientExtensionResults: {},
      },
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!verified?.verified) return null
  const { id, publicKey, counter } = verified.registrationInfo.credential
  return {
    challenge: challengeIn(clientData),
    passkey: {
      credentialId: Buffer.from(id, 'base64url'),
      publicKey: Buffer.from(publicKey),
      counter,
      transports,
    },
  }
}

/**
 * Whether a new passkey says nothing about its maker, as the site asks for. The library would fetch addresses that are
 * named in certificates, and whoever sends the passkey chooses those.
 */
export const isWithoutCertificates = async (attestation: string): Promise<boolean> => {
  const { decodeAttestationObject } = await helpers()
  try {
    const object = decodeAttestationObject(new Uint8Array(Buffer.from(attestation, 'base64url')))
    const format = object.get('fmt')
    return format === 'none' || (format === 'packed' && object.get('attStmt').get('x5c') === undefined)
  } catch {
    return false
  }
}

/**
 * Verifies the use of a passkey, also that its counter has grown: otherwise it may have been copied, as the library
 * recommends.
 * @returns the counter and the challenge; null when it is not accepted
 */
export async function verifyUsedPasskey(
  { credentialId, clientData, authenticatorData, signature, userHandle }: UsedPasskey,
  passkey: PasskeyRow & { userHandle: string },
  expected: Expected,
) {
  const mustNameUser = expected.use.purpose === 'sign-in'
  const isOfUser = userHandle === handleForBrowser(passkey.userHandle)
  if (!isOfUser && (mustNameUser || userHandle !== undefined)) return null
  const { verifyAuthenticationResponse } = await library()
  const verified = await orNull(
    verifyAuthenticationResponse({
      ...checksOf(expected),
      response: {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        response: { clientDataJSON: clientData, authenticatorData, signature },
        clientExtensionResults: {},
      },
      credential: {
        id: credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: Number(passkey.counter),
      },
    }),
  )
  if (!verified?.verified) return null
  return { challenge: challengeIn(clientData), counter: verified.authenticationInfo.newCounter }
}
