import { REFUSALS } from '@blood-bank/contract/errors'
import { removePasskey } from '@blood-bank/contract/passkeys/endpoints'
import { endOtherSessions, signIn, signOut } from '@blood-bank/contract/sessions/endpoints'
import { expect, test } from 'vitest'
import {
  accept,
  acceptWithId,
  createAskedDonors,
  DIGITS,
  decline,
  readAlert,
  WRONG_DIGITS,
} from '../../../testing/offers/asked-donors.ts'
import { type Member, newDonor, newestOfferOf } from '../../../testing/offers/offers.ts'
import { addPasskeyOf, signInWith } from '../../../testing/passkeys.ts'
import { NO_POSTING_LIMITS, PASSWORD, startTestApp } from '../../../testing/test-app.ts'
import { createAlertLink } from '../links.ts'

const bank = await startTestApp({ ...NO_POSTING_LIMITS, CALLS_PER_ACCOUNT: '0', CALLS_PER_ADDRESS: '0' })
const { anAskedDonor, alertOf } = createAskedDonors(bank)

test('the donor’s own session, and a browser they have signed in with, need no digits', async () => {
  const first = await anAskedDonor()
  expect((await readAlert(first.donor, first.token)).body.needsDigits).toBe(false)
  expect((await accept(first.donor, first.token)).body.answer).toBe('yes')

  const second = await anAskedDonor()
  await second.donor.call(signOut)
  expect((await readAlert(second.donor, second.token)).body.needsDigits).toBe(false)
  expect((await accept(second.donor, second.token)).body.answer).toBe('yes')
})

test('a browser needs the digits when its session was ended from another one, which stays known', async () => {
  const { donor, token } = await anAskedDonor()
  const lost = bank.stranger()
  for (const browser of [lost, donor])
    await browser.call(signIn, { body: { email: donor.user?.email ?? '', password: PASSWORD } })
  await donor.call(endOtherSessions)
  expect((await readAlert(lost, token)).body.needsDigits).toBe(true)
  expect(await accept(lost, token)).toRefuse('digits-needed')
  await donor.call(signOut)
  expect((await readAlert(donor, token)).body.needsDigits).toBe(false)
})

test('a browser that used a passkey needs the digits once it is removed in another one, which stays known', async () => {
  const { donor, token } = await anAskedDonor()
  const { id, device } = await addPasskeyOf(donor)
  const lost = bank.stranger()
  await signInWith(lost, device)
  await donor.call(signIn, { body: { email: donor.user?.email ?? '', password: PASSWORD } })
  expect((await readAlert(lost, token)).body.needsDigits).toBe(false)
  expect((await donor.call(removePasskey, { params: { id } })).status).toBe(204)
  expect((await readAlert(lost, token)).body.needsDigits).toBe(true)
  await donor.call(signOut)
  expect((await readAlert(donor, token)).body.needsDigits).toBe(false)
})

test('the session of somebody else does not replace the digits', async () => {
  const { owner, donor, token } = await anAskedDonor()
  const other = await newDonor(bank)
  const admin = await bank.signedInAs({ role: 'admin' })
  for (const person of [owner, other, admin]) {
    expect((await readAlert(person, token)).body.needsDigits).toBe(true)
    expect(await accept(person, token)).toRefuse('digits-needed')
  }
  expect((await accept(other, token, DIGITS)).status).toBe(200)
  expect((await newestOfferOf(donor))?.status).toBe('offered')
  expect(await newestOfferOf(other)).toBeUndefined()
})

test('the fifth wrong digits are the last, for all links of the alert, and count nothing but themselves', async () => {
  const { donor, token, phone } = await anAskedDonor()
  const { id } = await alertOf(donor)
  const again = await createAlertLink(bank.db, id)
  const { message } = REFUSALS['wrong-digits']
  for (const [at, link] of [token, again, token, again].entries()) {
    const left = 4 - at
    expect(await accept(phone, link, WRONG_DIGITS)).toRefuse(
      'wrong-digits',
      `${message} You can try ${left === 1 ? 'once' : `${left} times`} more.`,
    )
    // A press without digits costs nothing.
    expect(await accept(phone, link)).toRefuse('digits-needed')
  }
  expect(await accept(phone, token, WRONG_DIGITS)).toRefuse('too-many-wrong-digits')
  for (const link of [token, again])
    expect(await accept(phone, link, DIGITS)).toRefuse('too-many-wrong-digits')
  expect(await newestOfferOf(donor)).toBeUndefined()
  expect((await accept(donor, token)).body.answer).toBe('yes')
})

test('of twenty guesses at once, five are compared', async () => {
  const { donor, token, phone } = await anAskedDonor()
  const replies = await Promise.all(Array.from({ length: 20 }, () => accept(phone, token, WRONG_DIGITS)))
  const codes = replies.map(({ error }) => error?.code)
  expect(codes.filter(code => code === 'wrong-digits')).toHaveLength(4)
  expect(codes.filter(code => code === 'too-many-wrong-digits')).toHaveLength(16)
  const { id } = await alertOf(donor)
  const links = await bank.db.selectFrom('alertLinks').selectAll().where('alertId', '=', id).execute()
  expect(links.map(({ wrongDigits }) => wrongDigits)).toEqual([5])
})

const PUBLIC = { allowContactVisibility: true, universityId: 'CSE-2021-017' }

/** Changes whether everybody sees the number of a donor, who has the University ID of `PUBLIC`. */
const setVisibility = (donor: Member, allowContactVisibility: boolean) =>
  bank.db
    .updateTable('donors')
    .set({ ...PUBLIC, allowContactVisibility })
    .where('userId', '=', donor.id)
    .execute()

test('a donor whose number everybody sees is asked for the University ID, and the digits prove nothing', async () => {
  const { donor, token, phone } = await anAskedDonor({}, PUBLIC)
  const asked = await readAlert(phone, token)
  expect([asked.body.needsDigits, asked.body.needsUniversityId]).toEqual([false, true])
  expect(asked.text).not.toContain('2021')
  expect((await readAlert(donor, token)).body).toMatchObject({ needsDigits: false, needsUniversityId: false })
  expect(await accept(phone, token)).toRefuse('university-id-needed')
  for (let time = 0; time < 6; time += 1)
    expect(await accept(phone, token, DIGITS)).toRefuse('university-id-needed')
  expect(await newestOfferOf(donor)).toBeUndefined()
  const { message } = REFUSALS['wrong-university-id']
  expect(await acceptWithId(phone, token, 'CSE-2021-018')).toRefuse(
    'wrong-university-id',
    `${message} You can try 4 times more.`,
  )
  expect((await acceptWithId(phone, token, 'CSE-2021-017')).body.answer).toBe('yes')
  expect((await newestOfferOf(donor))?.status).toBe('offered')
})

test('a University ID is compared without case, blanks and hyphens, in any script', async () => {
  for (const written of [' cse2021 017 ', 'Cse\u20112021\u2013017', 'CSE-২০২১-০১৭']) {
    const { token, phone } = await anAskedDonor({}, PUBLIC)
    expect((await acceptWithId(phone, token, written)).status).toBe(200)
  }
})

test('a University ID of hyphens alone proves nothing', async () => {
  const { token, phone } = await anAskedDonor({}, { ...PUBLIC, universityId: '-' })
  expect((await acceptWithId(phone, token, '-')).error?.code).toBe('wrong-university-id')
})

test('the present profile decides what is asked, and the tries count for both together', async () => {
  const { donor, token, phone } = await anAskedDonor()
  for (let time = 0; time < 2; time += 1) await accept(phone, token, WRONG_DIGITS)
  await setVisibility(donor, true)
  expect((await readAlert(phone, token)).body).toMatchObject({ needsDigits: false, needsUniversityId: true })
  expect(await accept(phone, token, DIGITS)).toRefuse('university-id-needed')
  const { message } = REFUSALS['wrong-university-id']
  expect(await acceptWithId(phone, token, 'EEE-1')).toRefuse(
    'wrong-university-id',
    `${message} You can try 2 times more.`,
  )
  await setVisibility(donor, false)
  expect(await acceptWithId(phone, token, PUBLIC.universityId)).toRefuse('digits-needed')
  expect((await accept(phone, token, WRONG_DIGITS)).error?.code).toBe('wrong-digits')
  await setVisibility(donor, true)
  expect(await acceptWithId(phone, token, 'EEE-2')).toRefuse('too-many-wrong-digits')
  for (const isVisible of [true, false]) {
    await setVisibility(donor, isVisible)
    expect(await acceptWithId(phone, token, PUBLIC.universityId)).toRefuse('too-many-wrong-digits')
    expect(await accept(phone, token, DIGITS)).toRefuse('too-many-wrong-digits')
  }
  expect(await newestOfferOf(donor)).toBeUndefined()
})

test('a no says what is asked for, too', async () => {
  const first = await anAskedDonor({}, PUBLIC)
  expect((await decline(first.phone, first.token)).body).toMatchObject({
    answer: 'no',
    needsUniversityId: true,
  })
  const second = await anAskedDonor()
  expect((await decline(second.phone, second.token)).body).toMatchObject({ needsDigits: true })
})
