import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { everyEndpoint } from '../testing/http/every-endpoint.ts'
import { stringFieldsOf } from '../testing/http/string-fields.ts'

/** Texts that no person types: they come from the page, from links and from the browser's interfaces. */
const MADE_BY_MACHINES =
  /^(id|ids|hallId|bloodRequestId|offerIds|turnedAwayIds|reports|actor|act|after|token|code|version|endpoint|keys|p256dh|auth|publicKey|credentialId|clientData|authenticatorData|signature|attestation|userHandle|record)$/
const PASSWORD = /password$/i

const PASTED = '\ufeff\u200e O+\u00ad\u202c '

/** What a field makes of a text before it is checked. */
function clean(schema: z.core.$ZodType, text: string): string {
  const { def } = (schema as z.core.$ZodString)._zod
  const changes = (def.checks ?? []).map(({ _zod }) => _zod.def as { tx?: (text: string) => string })
  return changes.reduce((changed, { tx }) => tx?.(changed) ?? changed, text)
}

test('every text that somebody types loses the marks that nobody sees, and a password none', async () => {
  const fields = (await everyEndpoint()).flatMap(endpoint =>
    (['query', 'body'] as const).flatMap(part =>
      (endpoint[part] ? stringFieldsOf(endpoint[part]) : []).map(field => ({ ...field, endpoint, part })),
    ),
  )
  const wrong = fields.flatMap(({ path, schema, endpoint, part }) => {
    const name = path.filter(step => typeof step === 'string').at(-1) ?? ''
    if (schema._zod.def.type !== 'string' || MADE_BY_MACHINES.test(name)) return []
    const expected = PASSWORD.test(name) ? PASTED : 'o+'
    const cleaned = clean(schema, PASTED)
    const isRight = expected === (PASSWORD.test(name) ? cleaned : cleaned.toLowerCase())
    return isRight ? [] : [`${endpoint.method} ${endpoint.path}: ${part}.${path.join('.')}`]
  })
  expect(fields.length).toBeGreaterThan(50)
  expect(wrong).toEqual([])
})
