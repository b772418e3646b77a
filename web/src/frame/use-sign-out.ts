import { SIGN_OUT } from '@blood-bank/contract/endpoint'
import type { signOut } from '@blood-bank/contract/sessions/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '../api/call.ts'
import { endSession, stopNotifications } from '../session/session-changes.ts'

/** Signs out and goes to /login (spec §2). */
export function useSignOut() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    // Pending requests would be refused and report that the session had been ended elsewhere.
    onMutate: () => client.cancelQueries(),
    mutationFn: async () => {
      // While the server still knows whose device it is.
      await stopNotifications()
      await call<typeof signOut>(SIGN_OUT, {})
    },
    onSuccess: () => {
      endSession(client, { isSignOut: true })
      void navigate('/login')
    },
    onError: () => void client.invalidateQueries(),
  })
}
