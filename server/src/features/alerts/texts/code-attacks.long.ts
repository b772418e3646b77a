import { confirmTextNumber, sendTextCode, stopTextMessages } from '@blood-bank/contract/alerts/texts'
import { updateOwnDonor } from '@blood-bank/contract/donors/profile'
import { HOUR_MS } from '@blood-bank/contract/durations'
import { eraseOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { codeIn, startBankWithTexts } from '../../../testing/alerts/texts.ts'
import { aDonor } from '../../../testing/builders.ts'
import { PASSWORD } from '../../../testing/test-app.ts'
import { codeMessage } from './codes.ts'
import { listTextNumbersOf } from './numbers.ts'

/** A number of a stranger, who never asked for anything, as somebody could write it. */
const STRANGER = '+8801712345678'
const SPELLINGS = [
  STRANGER,
  '01712345678',
  '01712-345678',
  '+880 1712 345678',
  '008801712345678',
  '+880 01712-345678',
  '8801712345678',
  '(01712) 345 678',
  '০১৭১২৩৪৫৬৭৮',
  '＋８８０１７１２３４５６７８',
  '٠١٧١٢-٣٤٥٦٧٨',
  '01712\u200d345678',
]

test('whatever one person does, a stranger gets three text messages in any 24 hours', async () => {
  const bank = await startBankWithTexts()
  const other = await bank.anotherServer()
  const sentAt: number[] = []
  const send = async () => {
    // Two servers run jobs at the same time.
    await Promise.all([bank.sendTexts(), bank.sendTexts()])
    while (sentAt.length < bank.sent.length) sentAt.push(bank.now().getTime())
  }

  /** Many accounts, one for each spelling, ask at both servers at once, and again and again. */
  async function attack(emails: string[]) {
    const donors = await Promise.all(
      emails.map((email, at) => bank.signedInDonor(SPELLINGS[at % SPELLINGS.length] ?? STRANGER, { email })),
    )
    const calls = donors.flatMap(donor => [donor, Object.assign(other.stranger(), { cookie: donor.cookie })])
    await Promise.all(calls.map(caller => caller.call(sendTextCode)))
    await send()
    for (const donor of donors) {
      await donor.call(stopTextMessages)
      await donor.call(sendTextCode)
      await donor.call(updateOwnDonor, { body: aDonor({ contactNumber: '01812-345678' }) })
      await donor.call(updateOwnDonor, { body: aDonor({ contactNumber: STRANGER }) })
      await donor.call(sendTextCode)
    }
    await send()
    // Whoever erases an account and registers the address again begins anew.
    for (const donor of donors) await donor.call(eraseOwnAccount, { body: { password: PASSWORD } })
  }

  // The first text of a day alone, so that a limit that begins anew after a day would allow five within an hour.
  const first = await bank.signedInDonor(STRANGER)
  await first.call(sendTextCode)
  await send()
  const emails = SPELLINGS.map((_, at) => `attacker${at}@example.edu`)
  for (const hours of [23.8, 0.4, 1.1]) {
    bank.advance(hours * HOUR_MS)
    await attack(emails)
  }
  expect(bank.sent.every(({ phone }) => phone === STRANGER)).toBe(true)
  expect(bank.sent).toHaveLength(4)
  for (const [at, time] of sentAt.entries()) {
    const fourth = sentAt[at + 3]
    if (fourth !== undefined) expect(fourth - time).toBeGreaterThanOrEqual(24 * HOUR_MS)
  }
})

test('one person has three text messages sent a day, to however many numbers, also after erasing the account', async () => {
  const bank = await startBankWithTexts()
  const email = 'harvester@example.edu'
  for (let round = 0; round < 3; round += 1) {
    const donor = await bank.signedInDonor('01812-345678', { email })
    for (let at = 0; at < 4; at += 1) {
      const contactNumber = `0171${round}34567${at}`
      expect((await donor.call(updateOwnDonor, { body: aDonor({ contactNumber }) })).status).toBe(200)
      await donor.call(sendTextCode)
      await bank.sendTexts()
    }
    expect(await donor.call(sendTextCode)).toRefuse(
      'too-many-text-codes',
      expect.stringContaining('Only 3 codes'),
    )
    await donor.call(eraseOwnAccount, { body: { password: PASSWORD } })
  }
  expect(bank.sent).toHaveLength(3)
})

test('a job that is repeated by another server after a crash counts again', async () => {
  const bank = await startBankWithTexts()
  const rima = await bank.signedInDonor(STRANGER)
  await rima.call(sendTextCode)
  const compose = () => bank.codes.compose(bank.db, rima.id, { networks: [], isKnown: false })
  for (let time = 0; time < 2; time += 1) expect(await compose()).not.toBeNull()
  expect(await compose()).toBeNull()
  expect(await rima.call(sendTextCode)).toRefuse(
    'too-many-text-codes',
    expect.stringContaining('Only 3 codes'),
  )
})

test('guessing a code for a number that is not one’s own has five tries for each of two codes at once', async () => {
  const bank = await startBankWithTexts()
  const accounts = await Promise.all(
    Array.from({ length: 4 }, (_, at) => bank.signedInDonor(SPELLINGS[at] ?? STRANGER)),
  )
  for (const [at, account] of accounts.entries()) {
    await account.call(sendTextCode)
    await bank.sendTexts()
    const code = codeIn(bank.sent[at])
    // Never the right one.
    const guesses = Array.from({ length: 30 }, (_, more) =>
      String((Number(code) + more + 1) % 1_000_000).padStart(6, '0'),
    )
    await Promise.all(guesses.map(code => account.call(confirmTextNumber, { body: { code } })))
    const row = await bank.db
      .selectFrom('textNumbers')
      .selectAll()
      .where('userId', '=', account.id)
      .executeTakeFirst()
    expect(row?.wrongCodes ?? 0).toBe(at < 2 ? 5 : 0)
  }
  expect(bank.sent).toHaveLength(2)
  expect(
    await listTextNumbersOf(
      bank.db,
      accounts.map(({ id }) => id),
    ),
  ).toEqual([])
})

test('neither the table nor its backup can be searched for a code without the secret of the site', async () => {
  const bank = await startBankWithTexts()
  const rima = await bank.signedInDonor(STRANGER)
  await rima.call(sendTextCode)
  await bank.sendTexts()
  const [row] = await bank.db.selectFrom('textNumbers').selectAll().execute()
  expect(row?.codeHash).toHaveLength(32)
  const { rows: counts } = await sql`select key from attempt_limits`.execute(bank.db)
  expect(counts.length).toBeGreaterThan(1)
  expect(JSON.stringify(counts)).not.toContain(STRANGER.slice(-8))
})

test.each([
  ['University Blood Bank', 'University Blood Bank'],
  ['ঢাকা বিশ্ববিদ্যালয় ব্লাড ব্যাংক', 'the blood bank'],
  ['Société de “Don du Sang” – Zürich', 'Société de "Don du Sang" - Zürich'],
  ['The Blood Bank of the Computer Club of the Faculty of Engineering and Technology', undefined],
])('the text with a code is one segment at a site called %s', (brand, shown) => {
  const message = codeMessage('012345', brand)
  if (shown) expect(message).toContain(`012345 is your code for ${shown}. It is valid for ten minutes.`)
  expect(message.length).toBeLessThanOrEqual(160)
  expect(message).toMatch(/ignore this message\.$/)
})
