import { BLOOD_GROUPS } from '@blood-bank/contract/donors/blood-groups'
import { otherDonorGroupsFor } from '@blood-bank/contract/donors/compatibility'
import { addDays } from '@blood-bank/contract/donors/eligibility'
import { searchCompatibleDonors } from '@blood-bank/contract/donors/endpoints'
import { expect, test } from 'vitest'
import { calendarDate } from '../../platform/clock/local-time.ts'
import { everyPage } from '../../testing/http/every-page.ts'
import { storeDonor } from '../../testing/stored.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const rima = await bank.signedInAs()

type Query = Parameters<typeof rima.call<typeof searchCompatibleDonors>>[1]['query']
const search = (query: Query) => rima.call(searchCompatibleDonors, { query })

const YESTERDAY = addDays(calendarDate(new Date(), bank.config.timeZone), -1)

for (const bloodGroup of BLOOD_GROUPS) {
  await storeDonor(bank.db, { bloodGroup, fullName: `${bloodGroup} resting`, lastDonationDate: YESTERDAY })
  await storeDonor(bank.db, { bloodGroup, fullName: `${bloodGroup} ready` })
  await storeDonor(bank.db, { bloodGroup, fullName: `${bloodGroup} to call`, allowContactVisibility: true })
  await storeDonor(bank.db, { bloodGroup, fullName: `${bloodGroup} away`, isAvailable: false })
  await storeDonor(bank.db, { bloodGroup, fullName: `${bloodGroup} inactive`, isProfileActive: false })
}

test.each(BLOOD_GROUPS)(
  'for %s, available donors of the other groups are listed in their order, first all whom one can call, then all whom one can ask',
  async bloodGroup => {
    const others = otherDonorGroupsFor(bloodGroup)
    const { body } = await search({ bloodGroup })
    const expected = ['to call', 'ready', 'resting'].flatMap(part => others.map(group => `${group} ${part}`))
    expect(body.records.map(donor => donor.fullName)).toEqual(expected)
    expect([body.total, body.next]).toEqual([expected.length, null])
    const pages = await everyPage(cursor => search({ bloodGroup, limit: '2', ...cursor }))
    expect(pages.flat()).toEqual(body.records)
  },
)

test('a donor of another group is shown with group, eligibility and a private number like any other', async () => {
  const [, ready, resting] = (await search({ bloodGroup: 'B-' })).body.records
  expect(ready).toMatchObject({ bloodGroup: 'O-', eligibleFrom: null, contactNumber: null })
  expect(resting).toMatchObject({ bloodGroup: 'O-', eligibleFrom: addDays(YESTERDAY, 120) })
})
