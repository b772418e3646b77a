import type { Generated, Selectable } from 'kysely'
import type { Schema } from '../../../platform/database/schema.ts'

export type PushDeviceRow = Selectable<Schema['pushDevices']>

declare module '../../../platform/database/schema.ts' {
  interface Schema {
    /** The browsers in which people get notifications. */
    pushDevices: {
      id: Generated<string>
      userId: string
      /** The key pair of the site with which the browser has subscribed. */
      pushKeyId: string
      /** The address at which the push service takes messages; whoever knows it can send them. */
      endpoint: string
      /** The public key and the secret with which messages are encrypted, base64url. */
      p256dh: string
      auth: string
      name: string
      /** The nonce of its device cookie (`identity/sessions/known-devices`), which is signed there; null if it had none. */
      browser: string | null
      addedAt: Generated<Date>
    }
  }
}
