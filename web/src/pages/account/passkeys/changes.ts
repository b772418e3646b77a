import {
  addPasskey,
  type Passkey,
  prepareNewPasskey,
  removePasskey,
} from '@blood-bank/contract/passkeys/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { createPasskey } from '../../../session/passkeys/browser-passkeys.ts'
import { refreshSession } from '../../../session/session-changes.ts'
import { showToast } from '../../../ui/feedback/toasts.ts'
import { refreshOwnPasskeys } from './queries.ts'

/** Adds a passkey of this browser, and removes one. `onRemoved` is called when the focused button is gone. */
export function usePasskeyChanges({ onRemoved }: { onRemoved: () => void }) {
  const client = useQueryClient()
  // What an admin may do can depend on their passkeys.
  const refresh = () => Promise.all([refreshOwnPasskeys(client), refreshSession(client)])
  const adding = useMutation({
    mutationFn: async () => {
      const options = await call(prepareNewPasskey, {})
      return call(addPasskey, { body: await createPasskey(options) })
    },
    onSuccess: async ({ name }) => {
      await refresh()
      showToast(`Passkey “${name}” added. We emailed you about it.`)
    },
  })
  const removing = useMutation({
    mutationFn: ({ id }: Passkey) => call(removePasskey, { params: { id } }),
    onSuccess: async (_, { name }) => {
      await refresh()
      showToast(`Passkey “${name}” removed. We emailed you about it.`)
      onRemoved()
    },
    onError: () => refreshOwnPasskeys(client),
  })
  return { adding, removing }
}
