import type { Passkey } from '@blood-bank/contract/passkeys'
import type { PasskeyRow } from './tables.ts'

/** A passkey for its owner, without what identifies it to browsers. */
export const passkeyForOwner = (
  { id, name, addedAt, lastUsedAt, rpId }: PasskeyRow,
  site: { rpId: string },
): Passkey => ({
  id,
  name,
  addedAt: addedAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  ...(rpId !== site.rpId && { formerHost: rpId }),
})

/** A passkey for the account export. */
export const passkeyForExport = (row: PasskeyRow, site: { rpId: string }): Omit<Passkey, 'id'> => {
  const { id: _, ...passkey } = passkeyForOwner(row, site)
  return passkey
}
