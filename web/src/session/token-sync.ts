import { issueToken, type TokenSync as Receiver } from '@blood-bank/contract/token-sync'
import { useEffect, useRef } from 'react'
import { call } from '../api/call.ts'
import { useSession } from './session.ts'

/**
 * Tells another service of the university who is signed in, where the operator named one (spec §7): a bearer
 * token after each sign-in, a DELETE after the sign-out. It renders nothing and holds up nobody: what the
 * other service makes of it is its own affair, also when it cannot be reached.
 */
export function TokenSync({ receiver }: { receiver: Receiver }) {
  const session = useSession()
  const person = session.data?.user?.id ?? null
  const told = useRef<string | null>(null)

  useEffect(() => {
    if (told.current === person) return
    told.current = person
    const telling = person === null ? takeBack(receiver) : tell(receiver)
    telling.catch(() => {})
  }, [person, receiver])

  return null
}

async function tell({ url, maxAgeSeconds }: Receiver) {
  const { token } = await call(issueToken, {})
  if (ageOf(token) > maxAgeSeconds) return
  await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, credentials: 'omit' })
}

const takeBack = ({ url }: Receiver) => fetch(url, { method: 'DELETE', credentials: 'omit', keepalive: true })

/** Seconds since a token was issued. It may have waited behind a slow line or a sleeping machine. */
function ageOf(token: string) {
  const [, claims = ''] = token.split('.')
  const { iat } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
  return Date.now() / 1000 - iat
}
