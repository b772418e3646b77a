import { expect, test } from 'vitest'
import { createAuthenticator } from '../../testing/authenticator.ts'
import { optionsForNew } from './options.ts'
import { isWithoutCertificates } from './verify.ts'

const options = optionsForNew(
  'a challenge',
  { rpId: 'localhost', brandName: 'Blood Bank' },
  { userHandle: 'a4d6ee51-8f2b-4a8e-9d3c-1f6d9c1f7a10', email: 'rima@example.edu', passkeys: [] },
)

test.each([
  ['none', {}, true],
  ['one with a certificate, which could name addresses to fetch', { hasCertificate: true }, false],
])('of attestations, %s', async (_, deviation, isAccepted) => {
  const { attestation } = createAuthenticator().create(options, deviation)
  expect(await isWithoutCertificates(attestation)).toBe(isAccepted)
})

test('an attestation that cannot be read is not accepted', async () => {
  expect(await isWithoutCertificates('abc')).toBe(false)
})
