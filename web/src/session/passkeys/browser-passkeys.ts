import {
  confirmWithPasskey,
  type NewPasskey,
  type NewPasskeyOptions,
  PASSKEY_TRANSPORTS,
  type PasskeyOptions,
  preparePasskeyConfirmation,
  preparePasskeySignIn,
  signInWithPasskey,
  type UsedPasskey,
} from '@blood-bank/contract/passkeys/endpoints'
import type { Session } from '@blood-bank/contract/sessions/endpoints'
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { call } from '../../api/call.ts'

// Import this module when a passkey is created or used, not with a page: it brings the library and all schemas.

/** Lets the browser create a passkey. Throws when the person cancels, or the browser has one of this account already. */
export async function createPasskey(options: NewPasskeyOptions): Promise<NewPasskey> {
  const { id, response } = await startRegistration({ optionsJSON: options })
  const transports: readonly string[] = response.transports ?? []
  return {
    credentialId: id,
    clientData: response.clientDataJSON,
    attestation: response.attestationObject,
    transports: PASSKEY_TRANSPORTS.filter(transport => transports.includes(transport)),
  }
}

/** Lets the person choose a passkey in the browser and use it. Throws when they cancel. */
async function choosePasskey(options: PasskeyOptions): Promise<UsedPasskey> {
  const { id, response } = await startAuthentication({ optionsJSON: options })
  return {
    credentialId: id,
    clientData: response.clientDataJSON,
    authenticatorData: response.authenticatorData,
    signature: response.signature,
    ...(response.userHandle && { userHandle: response.userHandle }),
  }
}

/** Lets the person choose a passkey, and signs in with it. */
export async function signInByPasskey(): Promise<Session> {
  const options = await call(preparePasskeySignIn, {})
  return call(signInWithPasskey, { body: await choosePasskey(options) })
}

/** Lets the actor use a passkey of theirs instead of the password. */
export async function confirmByPasskey(): Promise<void> {
  const options = await call(preparePasskeyConfirmation, {})
  await call(confirmWithPasskey, { body: await choosePasskey(options) })
}
