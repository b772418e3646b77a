import {
  addPasskey,
  listPasskeys,
  type Passkey,
  prepareNewPasskey,
  removePasskey,
} from '@blood-bank/contract/passkeys/endpoints'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { createPasskey } from '../../../session/passkeys/browser-passkeys.ts'
import { refreshSession } from '../../../session/session-changes.ts'
import { showToast } from '../../../ui/feedback/toasts.ts'

/** Query key of the actor's passkeys. */
const OWN_PASSKEYS = ['accounts', 'passkeys']

export const useOwnPasskeys = () =>
  useQuery({
    queryKey: OWN_PASSKEYS,
    queryFn: async ({ signal }) => (await call(listPasskeys, {}, { signal })).passkeys,
  })

export const refreshOwnPasskeys = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: OWN_PASSKEYS })

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
