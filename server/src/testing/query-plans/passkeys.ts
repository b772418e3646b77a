import * as contract from '@blood-bank/contract/passkeys/endpoints'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { createAuthenticator } from '../authenticator.ts'
import type { Person } from '../person.ts'
import type { Caller } from './caller.ts'

/** Stores a passkey of a tenth of the users, some of which are used at the moment. */
export async function storePasskeys(owner: Database): Promise<void> {
  await sql`
    insert into passkeys (user_id, credential_id, public_key, counter, transports, rp_id, name)
    select id, decode(md5(id::text), 'hex'), '\\x00', 0, '{internal}', 'localhost', 'Chrome on Android'
      from (select id, row_number() over (order by id) as nth from users) u where nth % 10 = 0`.execute(owner)
  await sql`
    insert into used_passkey_challenges
    select decode(md5(i::text), 'hex'), now() + interval '1 day' from generate_series(1, 2000) i`.execute(
    owner,
  )
  await sql`vacuum (analyze) passkeys, used_passkey_challenges`.execute(owner)
}

/** Calls every endpoint of passkeys; one passkey stays. */
export async function changePasskeys(
  { call }: Caller,
  { member, stranger }: { member: Person; stranger: Person },
): Promise<void> {
  const add = async () => {
    const device = createAuthenticator()
    const { body: options } = await call(member, contract.prepareNewPasskey)
    const { body } = await call(member, contract.addPasskey, { body: device.create(options) })
    return { id: body.id, device }
  }
  const { device } = await add()
  const { id } = await add()
  await call(member, contract.renamePasskey, { params: { id }, body: { name: 'Laptop' } })
  await call(member, contract.removePasskey, { params: { id } })
  await call(member, contract.listPasskeys)
  const { body: options } = await call(member, contract.preparePasskeyConfirmation)
  await call(member, contract.confirmWithPasskey, { body: device.use(options) })
  const { body: signInOptions } = await call(stranger, contract.preparePasskeySignIn)
  await call(stranger, contract.signInWithPasskey, { body: device.use(signInOptions) })
}
