import { confirmWithPasskey, preparePasskeyConfirmation } from '@blood-bank/contract/passkeys/endpoints'
import { call } from '../../api/call.ts'
import { choosePasskey } from './browser-passkeys.ts'

/** Lets the actor use a passkey of theirs instead of the password. */
export async function confirmByPasskey(): Promise<void> {
  const options = await call(preparePasskeyConfirmation, {})
  await call(confirmWithPasskey, { body: await choosePasskey(options) })
}
