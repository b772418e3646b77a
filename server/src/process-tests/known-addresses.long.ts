import { randomUUID } from 'node:crypto'
import { correctAddress } from '@blood-bank/contract/own-account/address-corrections'
import { registerAccount, sendPasswordResetMail } from '@blood-bank/contract/passwords/accounts'
import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { expect, onTestFinished, test } from 'vitest'
import type { Person, Reply } from '../testing/person.ts'
import { aDataFolder, startProduct } from '../testing/running-product.ts'
import { startSmtpStub } from '../testing/smtp-stub.ts'
import { PASSWORD } from '../testing/test-app.ts'

const PAIRS = 30
const ROUNDS = 3
const MAX_DIFFERENCE = 0.15

type Ask = (person: Person, email: string) => Promise<Reply<unknown>>

/** Registers a mistyped address and signs in. */
async function mistypeAddress(person: Person) {
  const body = { email: `mistyped.${randomUUID()}@example.edu`, password: PASSWORD }
  await person.call(registerAccount, { body })
  await person.call(signIn, { body })
}

/** Calls by what they do, and what the person does before. */
const calls: [string, Ask, ((person: Person) => Promise<void>)?][] = [
  ['registering', (person, email) => person.call(registerAccount, { body: { email, password: PASSWORD } })],
  [
    'signing in with a wrong password',
    // From another network for each address: failures at many accounts from one make its strangers wait.
    (person, email) =>
      person.send(signIn.method, signIn.path, {
        body: { email, password: 'wrong guess' },
        headers: { 'x-forwarded-for': `10.0.0.${/\d+(?=@)/.exec(email)?.[0]}` },
      }),
  ],
  [
    'correcting an address',
    (person, email) => person.call(correctAddress, { body: { email, password: PASSWORD } }),
    mistypeAddress,
  ],
  ['asking for a reset', (person, email) => person.call(sendPasswordResetMail, { body: { email } })],
]

const median = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN

/** The answer to a call with the address masked, and its duration. */
async function timed(person: Person, ask: Ask, email: string) {
  const begunAt = performance.now()
  const { status, text } = await ask(person, email)
  return { answer: `${status} ${text.replaceAll(email, '…')}`, tookMs: performance.now() - begunAt }
}

for (const [name, ask, prepare] of calls)
  test(`${name} takes as long for a known address as for an unknown one`, async ({ annotate }) => {
    const stub = await startSmtpStub('slow', onTestFinished)
    const product = await startProduct({
      dataDir: await aDataFolder(),
      environment: { SMTP_URL: stub.url, REGISTRATIONS_PER_HOUR: '0', TRUSTED_PROXIES: '127.0.0.1' },
    })
    const register = (email: string) =>
      product.stranger().call(registerAccount, { body: { email, password: PASSWORD } })

    const ratios: number[] = []
    const answers = new Set<string>()
    for (let round = 0; round < ROUNDS; round += 1) {
      // Other addresses in each round, as a call for an address that has been emailed lately sends no email.
      const known = Array.from({ length: PAIRS }, (_, at) => `known${round}-${at}@example.edu`)
      await Promise.all(known.map(register))
      const knownMs: number[] = []
      const unknownMs: number[] = []
      for (const [at, email] of known.entries()) {
        // Alternating, so that other load on the machine affects both equally.
        const pair: [number[], string][] = [
          [knownMs, email],
          [unknownMs, `unknown${round}-${at}@example.edu`],
        ]
        for (const [times, address] of at % 2 ? pair : pair.reverse()) {
          const person = product.stranger()
          await prepare?.(person)
          const { answer, tookMs } = await timed(person, ask, address)
          answers.add(answer)
          times.push(tookMs)
        }
      }
      ratios.push(median(knownMs) / median(unknownMs))
    }
    const ratio = median(ratios)
    await annotate(
      JSON.stringify({
        tried: `${name}, known address against unknown: medians ${ratios.map(one => one.toFixed(2)).join(', ')} to 1`,
        trials: ROUNDS * PAIRS * 2,
        faults: answers.size - 1,
      }),
      'figures',
    )
    expect([...answers]).toHaveLength(1)
    expect(Math.abs(ratio - 1)).toBeLessThan(MAX_DIFFERENCE)
  })
