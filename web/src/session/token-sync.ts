import { issueToken, type TokenSync } from '@blood-bank/contract/sessions/token-sync'
import { useEffect, useRef } from 'react'
import { call } from '../api/call.ts'
import { currentTime } from '../ui/browser/clock.ts'
import { useSessionQuery } from './session.ts'

/**
 * Tells another service who is signed in, if the operator configured one (spec §7): sends it a bearer token after each
 * sign-in, or once the email is verified, and a DELETE when that person is signed in no more. Renders nothing. Failures are ignored: signing in does not depend on the
 * other service.
 */
export function TokenSender({ receiver }: { receiver: TokenSync }) {
  const session = useSessionQuery().data
  const person = session?.kind === 'known' && session.user.emailVerified ? session.user.id : null
  const lastSentFor = useRef<string | null>(null)

  useEffect(() => {
    if (lastSentFor.current === person) return
    lastSentFor.current = person
    const sending = person === null ? revokeToken(receiver) : sendToken(receiver)
    sending.catch(() => {})
  }, [person, receiver])

  return null
}

async function sendToken({ url, maxAgeSeconds }: TokenSync) {
  const { token } = await call(issueToken, {})
  if (ageOf(token) > maxAgeSeconds) return
  await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, credentials: 'omit' })
}

const revokeToken = ({ url }: TokenSync) =>
  fetch(url, { method: 'DELETE', credentials: 'omit', keepalive: true })

/** Seconds since the token was issued. It may have been delayed by a slow connection or a sleeping machine. */
function ageOf(token: string) {
  const [, claims = ''] = token.split('.')
  const { iat } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
  return currentTime().getTime() / 1000 - iat
}
