import { preparePasskeySignIn, signInWithPasskey } from '@blood-bank/contract/passkeys/endpoints'
import type { Session } from '@blood-bank/contract/sessions/endpoints'
import { call } from '../../api/call.ts'
import { choosePasskey } from '../../session/passkeys/browser-passkeys.ts'

/** Lets the person choose a passkey, and signs in with it. */
export async function signInByPasskey(): Promise<Session> {
  const options = await call(preparePasskeySignIn, {})
  return call(signInWithPasskey, { body: await choosePasskey(options) })
}
