import { listPasskeys } from '@blood-bank/contract/passkeys/endpoints'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

/** Query key of the actor's passkeys. */
const OWN_PASSKEYS = ['accounts', 'passkeys']

export const useOwnPasskeys = () =>
  useQuery({
    queryKey: OWN_PASSKEYS,
    queryFn: async ({ signal }) => (await call(listPasskeys, {}, { signal })).passkeys,
  })

export const refreshOwnPasskeys = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: OWN_PASSKEYS })
