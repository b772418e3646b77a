import { registerDonor } from '@blood-bank/contract/donors/profile'
import type { Endpoint } from '@blood-bank/contract/endpoint'
import { CONSENT } from '@blood-bank/contract/own-account/consent'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inputsOf } from '../testing/fuzz/inputs.ts'
import { everyEndpoint } from '../testing/http/every-endpoint.ts'
import { aDonor } from '../testing/person.ts'
import { callDuring } from '../testing/postgres/test-database.ts'
import { storeBloodRequest, storeDonor } from '../testing/stored.ts'
import { PASSWORD, startTestApp } from '../testing/test-app.ts'

const bank = await startTestApp({ TOKEN_SYNC_URL: 'https://portal.example.edu/sync' })
const bloodRequest = await storeBloodRequest(bank.db)

type Member = Awaited<ReturnType<typeof bank.signedInAs>>

const duringErasure = <T>({ id }: Member, call: () => Promise<T>) =>
  callDuring(bank.owner, db => db.deleteFrom('users').where('id', '=', id).execute(), call)

const SENT = { seed: 1, numRuns: 2 }

/** Valid bodies of an endpoint, with the password and the version of the consent wherever they fit. */
function bodiesFor({ body }: Endpoint) {
  if (!body) return [{}]
  const right = { password: PASSWORD, currentPassword: PASSWORD, version: CONSENT.version }
  return fc.sample(inputsOf(body), SENT).map(value => {
    const fields = Object(value)
    const known = Object.entries(right).filter(([name]) => name in fields)
    return { body: { ...fields, ...Object.fromEntries(known) } }
  })
}

const written = (await everyEndpoint())
  .filter(({ method, access }) => method !== 'GET' && (access === 'signed-in' || access === 'email-verified'))
  .map(endpoint => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

test.each(written)('%s never fails while the account of its caller is being erased', async (_, endpoint) => {
  for (const sent of bodiesFor(endpoint)) {
    const member = await bank.signedInAs()
    const donor = await bank.signedInAs()
    await storeDonor(bank.db, { userId: donor.id })
    const own = await storeBloodRequest(bank.db, { userId: donor.id })
    for (const [person, { id }] of [
      [member, bloodRequest],
      [donor, own],
    ] as const) {
      const path = endpoint.path.replaceAll(/:\w+/g, id)
      const { status } = await duringErasure(person, () => person.send(endpoint.method, path, sent))
      expect(status).toBeLessThan(500)
    }
  }
})

test('whose account is erased while they register as a donor has to sign in', async () => {
  const member = await bank.signedInAs()
  expect(await duringErasure(member, () => member.call(registerDonor, { body: aDonor() }))).toRefuse(
    'not-signed-in',
    'You must be logged in to register as a donor.',
  )
})
