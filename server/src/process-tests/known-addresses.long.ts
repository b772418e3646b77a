import { randomUUID } from 'node:crypto'
import { correctAddress } from '@blood-bank/contract/own-account/endpoints'
import { registerAccount, sendPasswordResetMail } from '@blood-bank/contract/passwords/accounts'
import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { expect, onTestFinished, test } from 'vitest'
import type { Person, Reply } from '../testing/person.ts'
import { aDataFolder, startProduct } from '../testing/running-product.ts'
import { startSmtpStub } from '../testing/smtp-stub.ts'
import { PASSWORD } from '../testing/test-app.ts'

const PAIRS = 90
const MAX_DIFFERENCE = 0.15

const register = (person: Person, email: string) =>
  person.call(registerAccount, { body: { email, password: PASSWORD } })

/** Registers a mistyped address and signs in. */
async function mistypeAddress(person: Person) {
  const email = `mistyped.${randomUUID()}@example.edu`
  await register(person, email)
  await person.call(signIn, { body: { email, password: PASSWORD } })
}

/** From another network for each address: failures at many accounts from one make its strangers wait. */
const guess = (person: Person, email: string) =>
  person.send(signIn.method, signIn.path, {
    body: { email, password: 'wrong guess' },
    headers: { 'x-forwarded-for': `10.0.0.${/\d+(?=@)/.exec(email)?.[0]}` },
  })

type Ask = (person: Person, email: string) => Promise<Reply<unknown>>
type Prepare = (person: Person) => Promise<void>

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN

// The machine must have no other work.
test.for<[string, Ask, Prepare?]>([
  ['registering', register],
  ['signing in with a wrong password', guess],
  [
    'correcting an address',
    (person, email) => person.call(correctAddress, { body: { email, password: PASSWORD } }),
    mistypeAddress,
  ],
  ['asking for a reset', (person, email) => person.call(sendPasswordResetMail, { body: { email } })],
])(
  '%s is answered in the same words and time for a known address as for an unknown one',
  async ([, ask, prepare]) => {
    const stub = await startSmtpStub('slow', onTestFinished)
    const environment = { SMTP_URL: stub.url, REGISTRATIONS_PER_HOUR: '0', TRUSTED_PROXIES: '127.0.0.1' }
    const product = await startProduct({ dataDir: await aDataFolder(), environment })
    const times: Record<string, number[]> = { known: [], unknown: [] }
    const answers = new Set<string>()
    for (let at = 0; at < PAIRS; at += 1) {
      await register(product.stranger(), `known${at}@example.edu`)
      // Alternating, so that other load on the machine affects both equally.
      for (const kind of at % 2 ? ['known', 'unknown'] : ['unknown', 'known']) {
        const email = `${kind}${at}@example.edu`
        const person = product.stranger()
        await prepare?.(person)
        const begunAt = performance.now()
        const { status, text } = await ask(person, email)
        times[kind]?.push(performance.now() - begunAt)
        answers.add(`${status} ${text.replaceAll(email, '…')}`)
      }
    }
    expect([...answers]).toHaveLength(1)
    expect(Math.abs(median(times.known ?? []) / median(times.unknown ?? []) - 1)).toBeLessThan(MAX_DIFFERENCE)
  },
)
