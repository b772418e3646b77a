import type { Access } from '@blood-bank/contract/endpoint'
import type { RefusalCode } from '@blood-bank/contract/errors'
import { type Kind, memberOf } from '../population.ts'

/** The refusal that an endpoint's access check gives a kind of caller; null if it lets the call through. */
export function accessRefusal(access: Access, kind: Kind): RefusalCode | null {
  const member = memberOf(kind)
  if (access === 'everyone') return null
  if (!member) return 'not-signed-in'
  if (access === 'email-verified' && !member.emailVerified) return 'email-not-verified'
  return access === 'admin' && member.role !== 'admin' ? 'admins-only' : null
}
