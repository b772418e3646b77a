import type { signOut } from '@blood-bank/contract/sessions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { explainFailure } from '../../api/explain-failure.ts'
import { leave } from '../../session/session-changes.ts'

/** Type and place of the endpoint without its schemas, as in `session/session.ts`. */
const SIGN_OUT = { method: 'DELETE', path: '/api/session' } as typeof signOut

/** Signs out and leads to /login (spec §2). When the call fails the person is still signed in, and is told so. */
export function useSignOut() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    // What is on its way would find the session ended, as if somebody else had ended it.
    onMutate: () => client.cancelQueries(),
    mutationFn: () =>
      call(SIGN_OUT, {}).catch((error: Error) => {
        throw new Error(`You are still signed in. ${explainFailure(error)}`)
      }),
    onSuccess: () => {
      leave(client, { onPurpose: true })
      void navigate('/login')
    },
    onError: () => void client.invalidateQueries(),
  })
}
