import { expect } from '@playwright/test'
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { test } from './testing/journey.ts'
import { type Product, startProduct } from './testing/product.ts'
import { createAccount, newAddress } from './testing/steps.ts'
import { startTokenReceiver, type TokenReceiver } from './testing/token-receiver.ts'
import { DESKTOP, type Visitor } from './testing/visitor.ts'

const MAX_AGE_SECONDS = 30
const LIFETIME_SECONDS = 300

let receiver: TokenReceiver
let product: Product
const issuer = () => product.url
test.beforeAll(async () => {
  receiver = await startTokenReceiver({ issuer })
  product = await startProduct({
    TOKEN_SYNC_URL: receiver.url,
    TOKEN_SYNC_MAX_AGE_SECONDS: String(MAX_AGE_SECONDS),
  })
})
test.afterAll(() => product.stop())
test.beforeEach(() => {
  receiver.received.length = 0
})

const expectReceived = (expected: TokenReceiver['received']) =>
  expect.poll(() => receiver.received).toEqual(expected)

/** The token that the page receives at its next sign-in. */
async function nextToken({ page }: Visitor) {
  const reply = await page.waitForResponse('**/api/session/tokens')
  const { token } = await reply.json()
  return token as string
}

async function signOut(visitor: Visitor) {
  await visitor.press(/^Logout/)
  await visitor.comesTo('/login')
}

test('a receiving service gets a token it can check on sign-in and a DELETE on sign-out', async ({
  aVisitor,
}) => {
  const email = newAddress('synced')
  const rima = await aVisitor(DESKTOP, { siteUrl: product.url })
  await createAccount(rima, email, `${product.url}/dev/mailbox.json`)
  const [token] = await Promise.all([nextToken(rima), rima.open('/dashboard')])
  const signedIn = { method: 'POST', claims: expect.objectContaining({ email }) }
  await expectReceived([signedIn])
  await signOut(rima)
  await expectReceived([signedIn, { method: 'DELETE' }])

  const claims = decodeJwt(token)
  const { kid = '', alg = '' } = decodeProtectedHeader(token)
  const { privateKey } = await generateKeyPair(alg)
  const otherService = await startTokenReceiver({ issuer })
  const later = await startTokenReceiver({ issuer, aheadSeconds: LIFETIME_SECONDS + 1 })
  expect(await otherService.sendToken(token), 'a token for another service').toBe(401)
  expect(await later.sendToken(token), 'an expired token').toBe(401)
  expect(await receiver.sendToken(new UnsecuredJWT(claims).encode()), 'alg none').toBe(401)
  const forged = await new SignJWT(claims).setProtectedHeader({ kid, alg }).sign(privateKey)
  expect(await receiver.sendToken(forged), 'signed by somebody else').toBe(401)
  expect(await receiver.sendToken(token), 'the token as it was').toBe(204)
})

test('the landing page of a visitor loads without an error, and nothing is sent to the receiving service', async ({
  aVisitor,
}) => {
  const visitor = await aVisitor(DESKTOP, { siteUrl: product.url })
  await visitor.open('/')
  await visitor.sees('Become a Donor')
  // The toast region exists only after the rendered page is hydrated.
  await visitor.page.getByRole('status').first().waitFor({ state: 'attached' })
  expect(receiver.received).toEqual([])
})

test('a token that is too old is not sent', async ({ aVisitor }) => {
  const email = newAddress('slept')
  const rima = await aVisitor(DESKTOP, { siteUrl: product.url })
  await createAccount(rima, email, `${product.url}/dev/mailbox.json`)
  await rima.page.clock.install()
  // The device is asleep while the token is on its way.
  await rima.page.route('**/api/session/tokens', async route => {
    const response = await route.fetch()
    await rima.page.clock.setSystemTime(Date.now() + 10 * MAX_AGE_SECONDS * 1_000)
    await route.fulfill({ response })
  })
  await Promise.all([nextToken(rima), rima.open('/dashboard')])
  await signOut(rima)
  await expectReceived([{ method: 'DELETE' }])
})
