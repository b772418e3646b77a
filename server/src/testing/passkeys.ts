import {
  addPasskey,
  confirmWithPasskey,
  prepareNewPasskey,
  preparePasskeyConfirmation,
  preparePasskeySignIn,
  signInWithPasskey,
} from '@blood-bank/contract/passkeys/endpoints'
import { type Authenticator, createAuthenticator } from './authenticator.ts'
import type { Person } from './person.ts'

/** Adds a passkey on a new device. Throws if it is refused. */
export async function addPasskeyOf(person: Person): Promise<{ id: string; device: Authenticator }> {
  const device = createAuthenticator()
  const { body: options } = await person.call(prepareNewPasskey)
  const { status, body, text } = await person.call(addPasskey, { body: device.create(options) })
  if (status !== 201) throw new Error(text)
  return { id: body.id, device }
}

/** Signs in with the passkey of a device. */
export async function signInWith(person: Person, device: Authenticator) {
  const { body: options } = await person.call(preparePasskeySignIn)
  return person.call(signInWithPasskey, { body: device.use(options) })
}

/** Confirms with the passkey of a device instead of the password. */
export async function confirmWith(person: Person, device: Authenticator) {
  const { body: options } = await person.call(preparePasskeyConfirmation)
  return person.call(confirmWithPasskey, { body: device.use(options) })
}
