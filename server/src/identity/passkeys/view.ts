import type { Passkey, PasskeyRecord } from '@blood-bank/contract/passkeys/endpoints'
import type { PasskeyRow } from './tables.ts'

/** A passkey for the account export, without what identifies it to browsers. */
export const passkeyForExport = (
  { name, addedAt, lastUsedAt, rpId }: PasskeyRow,
  site: { rpId: string },
): PasskeyRecord => ({
  name,
  addedAt: addedAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  ...(rpId !== site.rpId && { formerHost: rpId }),
})

/** A passkey for the page of its owner. */
export const passkeyForOwner = (row: PasskeyRow, site: { rpId: string }): Passkey => ({
  id: row.id,
  ...passkeyForExport(row, site),
})
