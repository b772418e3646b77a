import { DAY_MS, HOUR_MS } from '@blood-bank/contract/durations'
import { expect, test } from 'vitest'
import { plannerOf, storeUrgentRequest } from '../../../testing/alerts/alerts.ts'
import { startBankWithTexts } from '../../../testing/alerts/texts.ts'

/** The site is in Dhaka. */
const UTC_OFFSET_MS = 6 * HOUR_MS

const bank = await startBankWithTexts({ QUIET_HOURS: '22-7' })
const planDueWaves = plannerOf(bank)

/** Advances the clock to the next time that it is so late at the site. */
function advanceTo(hour: number) {
  const sinceMidnight = (bank.now().getTime() + UTC_OFFSET_MS) % DAY_MS
  bank.advance((hour * HOUR_MS - sinceMidnight + DAY_MS) % DAY_MS)
}

/** Two donors with a number, of whom one allows alerts at night, are asked. @returns how many texts each has got */
async function askDonors(patientName: string) {
  await bank.db.deleteFrom('bloodRequests').execute()
  await bank.db.deleteFrom('donors').execute()
  const [awake, asleep] = [await bank.donorWithNumber(), await bank.donorWithNumber()]
  await bank.db
    .insertInto('alertPreferences')
    .values({ userId: awake.donor.id, nightsAllowed: true, pausedUntil: null, firstAlertFrom: new Date(0) })
    .execute()
  await storeUrgentRequest(bank, { patientName })
  await planDueWaves()
  return () => [awake.texts().length, asleep.texts().length]
}

test('at night an urgent alert is texted to those who allow it', async () => {
  advanceTo(23)
  const counts = await askDonors('A patient at night')
  expect(await bank.sendTexts()).toBe(1)
  expect(counts()).toEqual([1, 0])
})

test('a text of the evening that could not be sent until the night is sent to those who allow it', async () => {
  advanceTo(21.99)
  const counts = await askDonors('A patient in the evening')
  advanceTo(22.01)
  expect(await bank.sendTexts()).toBe(2)
  expect(counts()).toEqual([1, 0])
})
