import { type BloodRequest, closeBloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { createSharePage } from '@blood-bank/contract/blood-requests/share-pages'
import { recordDonationOfOffer } from '@blood-bank/contract/offers/endpoints'
import { expect, test } from 'vitest'
import { describeHelp } from '../features/blood-requests/public-page/routes.ts'
import {
  DONOR_NUMBER,
  dispute,
  erase,
  historyOf,
  type Member,
  newDonor,
  offered,
  PATIENT,
  post,
  REQUEST_NUMBER,
  siteDate,
} from '../testing/offers/offers.ts'
import { containsNumber } from '../testing/private-numbers.ts'
import { NO_POSTING_LIMITS, startTestApp } from '../testing/test-app.ts'

const bank = await startTestApp(NO_POSTING_LIMITS)

/** Words that stand for the people, places and texts of a request, none of which anybody may read. */
const HIDDEN = [
  'Shefali',
  'Begum',
  'Tasnim',
  'Khatun',
  'Jorina',
  'Sultana',
  'tasnim.owner',
  'jorina.donor',
  'Ward 12',
  'diabetes',
]

const owner = await bank.signedInAs({ email: 'tasnim.owner@example.edu' })
const donor = await newDonor(bank, { fullName: 'Jorina Sultana' }, { email: 'jorina.donor@example.edu' })

/** A request with a public page, whose hospital was stored before the form refused numbers and names. */
async function shared(hospitalName: string) {
  const bloodRequest = await post(owner, {
    unitsRequired: 2,
    hospitalLocation: 'Ward 12',
    additionalInfo: 'He has diabetes.',
  })
  await bank.db.updateTable('bloodRequests').set({ hospitalName }).where('id', '=', bloodRequest.id).execute()
  const { body } = await owner.call(createSharePage, { params: { id: bloodRequest.id } })
  return { ...bloodRequest, path: new URL(body.url).pathname }
}

type Shared = Awaited<ReturnType<typeof shared>>
const close = ({ id }: BloodRequest, status: 'fulfilled' | 'cancelled') =>
  owner.call(closeBloodRequest, { params: { id }, body: { status } })

const STATES: [string, (bloodRequest: Shared) => Promise<unknown>][] = [
  ['nobody has offered', async () => {}],
  ['a donor has offered', bloodRequest => offered(donor, bloodRequest)],
  ['a donor has given', bloodRequest => give(donor, bloodRequest)],
  ['it was fulfilled', bloodRequest => close(bloodRequest, 'fulfilled')],
  ['it was cancelled', bloodRequest => close(bloodRequest, 'cancelled')],
]

async function give(donor: Member, bloodRequest: BloodRequest) {
  const { id } = await offered(donor, bloodRequest)
  await owner.call(recordDonationOfOffer, { params: { id }, body: { donatedOn: siteDate() } })
}

test.each(STATES)('when %s, the public page has no name and no number of anybody', async (state, bring) => {
  await bank.owner.deleteFrom('donations').execute()
  await bank.owner.deleteFrom('offers').execute()
  for (const hospitalName of [
    PATIENT.hospitalName,
    `Popular Hospital, ${REQUEST_NUMBER}`,
    'Popular Hospital (০১৮৬৬৬৩৪৩৪৩)',
    'Ward of SHEFALI',
    'Ward of S h e f a l i',
    'Ward of Ѕhеfаlі Веgum',
    'Popular Hospital, 0_1_8_6_6_6_3_4_3_4_3',
  ]) {
    const bloodRequest = await shared(hospitalName)
    // A donor offers once.
    if (hospitalName === PATIENT.hospitalName || state.startsWith('it was')) await bring(bloodRequest)
    for (const person of [bank.stranger(), owner, donor]) {
      const { headers, text, status } = await person.send('GET', bloodRequest.path)
      expect([status, text.length > 1_000]).toEqual([200, true])
      const everything = `${JSON.stringify(headers)}\n${text}`
      for (const word of HIDDEN) expect(everything.toLowerCase()).not.toContain(word.toLowerCase())
      for (const number of [DONOR_NUMBER, REQUEST_NUMBER])
        expect([number, containsNumber(everything, number)]).toEqual([number, false])
      for (const id of [owner.id, donor.id]) expect(everything).not.toContain(id)
    }
    await close(bloodRequest, 'cancelled')
  }
})

test('the page of a fulfilled request says how many people helped, and no more of them', async () => {
  const headingOf = async ({ path }: Shared) =>
    /<h1>(.*?)<\/h1>/.exec((await bank.stranger().send('GET', path)).text)?.[1]
  const [bloodRequest, cancelled] = [await shared('Popular Hospital'), await shared('Popular Hospital')]
  const donors = [await newDonor(bank), await newDonor(bank), await newDonor(bank)]
  for (const donor of donors) await give(donor, bloodRequest)
  await give(await newDonor(bank), cancelled)
  await close(cancelled, 'cancelled')
  expect(await headingOf(cancelled)).toBe('Blood is no longer needed')
  await close(bloodRequest, 'fulfilled')
  expect(await headingOf(bloodRequest)).toBe('Three people from campus helped. Thank you.')
  const [first, second, third] = donors as [Member, Member, Member]
  await dispute(first, (await historyOf(first)).records[0]?.id ?? '')
  expect(await headingOf(bloodRequest)).toBe('Two people from campus helped. Thank you.')
  await erase(second)
  expect(await headingOf(bloodRequest)).toBe('Two people from campus helped. Thank you.')
  await dispute(third, (await historyOf(third)).records[0]?.id ?? '')
  expect(await headingOf(bloodRequest)).toBe('One person from campus helped. Thank you.')
})

test.each([
  [1, 'One person from campus helped. Thank you.'],
  [12, 'Twelve people from campus helped. Thank you.'],
  [13, '13 people from campus helped. Thank you.'],
])('%i who helped are named as a number', (people, words) => {
  expect(describeHelp(people)).toBe(words)
})
