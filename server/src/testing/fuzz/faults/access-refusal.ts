import type { Access } from '@blood-bank/contract/endpoint'
import type { RefusalCode } from '@blood-bank/contract/errors'
import { type Kind, memberOf } from '../population.ts'

/** What somebody of a kind is told at the door of an endpoint; null when they may come in. */
export function accessRefusal(access: Access, kind: Kind): RefusalCode | null {
  const member = memberOf(kind)
  if (access === 'everyone') return null
  if (!member) return 'not-signed-in'
  if (access === 'email-verified' && !member.emailVerified) return 'email-not-verified'
  return access === 'admin' && member.role !== 'admin' ? 'admins-only' : null
}
