import { activateDonor } from '@blood-bank/contract/donors/administration'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { registerDonor, updateOwnDonor } from '@blood-bank/contract/donors/profile'
import { verifyDonors } from '@blood-bank/contract/donors/verifications'
import { expect, test } from 'vitest'
import { newDonor, offered, post } from '../../testing/offers/offers.ts'
import { passWaits } from '../../testing/pass-time.ts'
import { aDonor } from '../../testing/person.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const ADMIN = { email: 'tania.head@example.edu', fullName: 'Tania Chief' }
const admin = await bank.signedInAs({ email: ADMIN.email, role: 'admin' })
await admin.call(registerDonor, { body: aDonor({ fullName: ADMIN.fullName }) })

type Member = typeof admin

async function aNewDonor() {
  const donor = await newDonor(bank)
  return { donor, email: donor.user?.email ?? '', id: (await profileOf(donor))?.id ?? '' }
}

const profileOf = async (donor: Member) => (await donor.call(readOwnDonor)).body.donor
const verify = (ids: string[], isVerified = true) => admin.call(verifyDonors, { body: { ids, isVerified } })
const activate = (id: string, isProfileActive: boolean) =>
  admin.call(activateDonor, { params: { id }, body: { isProfileActive } })

/** The subjects of the mails to a donor, none of which may say who the admin is. */
async function subjectsTo(email: string) {
  const mails = await bank.mailsTo(email)
  for (const word of [...Object.values(ADMIN), admin.id])
    for (const { subject, text, html } of mails) expect(subject + text + html).not.toContain(word)
  return mails.map(({ subject }) => subject.replace(/ · .*/, ''))
}

/** The same after Undo is over. */
async function subjectsLater(email: string) {
  await passWaits(bank.db)
  return subjectsTo(email)
}

const SOME_TIME = expect.stringMatching(/^20\d\d-/)

test('a verified donor sees since when at once, and is told by email when Undo is over', async () => {
  const { donor, email, id } = await aNewDonor()
  await verify([id])
  expect(await profileOf(donor)).toMatchObject({ isVerified: true, verificationChangedAt: SOME_TIME })
  expect(await subjectsTo(email)).toEqual([])
  expect(await subjectsLater(email)).toEqual(['You are a Verified donor'])
  const [mail] = await bank.mailsTo(email)
  expect(mail?.text).toMatch(/marked your donor profile as Verified on \w+ \d+, 20\d\d\./)
})

test.each<[string, (of: { donor: Member; id: string }) => Promise<unknown>]>([
  ['is undone', ({ id }) => verify([id], false)],
  [
    'ends with a change of the blood group',
    ({ donor }) => donor.call(updateOwnDonor, { body: aDonor({ bloodGroup: 'B-' }) }),
  ],
])('a donor whose verification %s is told nothing', async (_, end) => {
  const { donor, email, id } = await aNewDonor()
  await verify([id])
  await end({ donor, id })
  expect(await profileOf(donor)).toMatchObject({ isVerified: false, verificationChangedAt: null })
  expect(await subjectsLater(email)).toEqual([])
})

test('however often an admin changes their mind, a donor gets one email', async () => {
  const { donor, email, id } = await aNewDonor()
  for (const isVerified of [true, false, true, true, false, true]) await verify([id], isVerified)
  for (const isActive of [false, true, false]) await activate(id, isActive)
  expect(await subjectsLater(email)).toEqual(['You are a Verified donor', 'Your donor profile is Inactive'])
  const inactive = (await bank.mailsTo(email)).at(-1)
  expect(inactive?.text).toContain("You don't appear in searches, and we don't ask you to donate.")
  expect(await profileOf(donor)).toMatchObject({ activationChangedAt: SOME_TIME, isProfileActive: false })
  // What they have been told is told again if it changes.
  await verify([id], false)
  await activate(id, true)
  expect((await subjectsLater(email)).slice(2)).toEqual([
    'Your donor profile is Not Verified',
    'Your donor profile is Active',
  ])
})

test('a donor whose offer ends with the profile is told at once, also if it is active again', async () => {
  const { donor, email, id } = await aNewDonor()
  await offered(donor, await post(await bank.signedInAs()))
  await activate(id, false)
  await activate(id, true)
  expect(await subjectsTo(email)).toEqual(['Your offer to donate was withdrawn'])
  expect(await subjectsLater(email)).toHaveLength(1)
})

test('an admin is told nothing about their own profile', async () => {
  const own = await profileOf(admin)
  await verify([own?.id ?? ''])
  expect(await subjectsLater(ADMIN.email)).toEqual([])
})
