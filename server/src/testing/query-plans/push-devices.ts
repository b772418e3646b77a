import { randomBytes } from 'node:crypto'
import { addPushDevice, listPushDevices, removePushDevice } from '@blood-bank/contract/alerts/push-devices'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { createPushKeys } from '../../platform/push/push-keys.ts'
import type { Person } from '../person.ts'
import { AUTH_SECRET } from '../test-app.ts'
import type { Caller } from './caller.ts'

/** Stores a device of a third of the donors. The donors are stored before. */
export async function storePushDevices(owner: Database): Promise<void> {
  const { id } = await createPushKeys({ db: owner, secret: AUTH_SECRET, log: { warn: () => {} } })()
  await sql`
    insert into push_devices (user_id, push_key_id, endpoint, p256dh, auth, name)
    select user_id, ${id}, 'https://fcm.googleapis.com/fcm/send/' || user_id, 'a point', 'a secret', 'Chrome on Android'
      from (select user_id, row_number() over (order by registered_at) as nth from donors) d
     where nth % 3 = 0`.execute(owner)
  await sql`vacuum (analyze) push_devices`.execute(owner)
}

/** Calls every endpoint of push devices; one device stays. */
export async function changePushDevices({ call }: Caller, donor: Person): Promise<void> {
  await call(donor, listPushDevices)
  const add = (name: string) =>
    call(donor, addPushDevice, {
      body: {
        endpoint: `https://fcm.googleapis.com/fcm/send/${name}`,
        keys: { p256dh: POINT, auth: randomBytes(16).toString('base64url') },
      },
    })
  await add('phone')
  const { body } = await add('laptop')
  await call(donor, removePushDevice, { params: { id: body.id } })
}

/** The public key of the example in RFC 8291. */
const POINT = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'
