import { DAY_MS, HOUR_MS } from '@blood-bank/contract/durations'
import { expect, test } from 'vitest'
import { plannerOf, storeUrgentRequest } from '../../../testing/alerts/alerts.ts'
import { startBankWithPush } from '../../../testing/alerts/pushes.ts'

/** The site is in Dhaka. */
const UTC_OFFSET_MS = 6 * HOUR_MS

const bank = await startBankWithPush({ QUIET_HOURS: '22-7' })
const planDueWaves = plannerOf(bank)

/** Advances the clock to the next time that it is so late at the site. */
function advanceTo(hour: number) {
  const sinceMidnight = (bank.now().getTime() + UTC_OFFSET_MS) % DAY_MS
  bank.advance((hour * HOUR_MS - sinceMidnight + DAY_MS) % DAY_MS)
}

/** Two donors with a device, of whom one allows notifications at night. */
async function addDonors() {
  await bank.db.deleteFrom('bloodRequests').execute()
  await bank.db.deleteFrom('donors').execute()
  const [awake, asleep] = [await bank.signedInDonor(), await bank.signedInDonor()]
  await bank.db.insertInto('alertPreferences').values(nightsAllowed(awake.id)).execute()
  const [phone, other] = [await bank.addDevice(awake), await bank.addDevice(asleep)]
  const pushes = () => [phone, other].map(({ subscription }) => bank.service.receivedBy(subscription))
  return {
    asleep,
    received: () => pushes().map(({ length }) => length),
    /** For how many hours the push service keeps the messages. */
    lifetimes: () => pushes().map(([push]) => Math.ceil(Number(push?.headers.ttl) / 900) / 4),
  }
}
const nightsAllowed = (userId: string) => ({
  userId,
  nightsAllowed: true,
  pausedUntil: null,
  firstAlertFrom: new Date(0),
})

test('at night an urgent alert is pushed to those who allow it, and the others get the email alone', async () => {
  advanceTo(23)
  const { asleep, received } = await addDonors()
  await storeUrgentRequest(bank)
  await planDueWaves()
  expect(await bank.sendPushes()).toBe(1)
  expect(received()).toEqual([1, 0])
  expect(await bank.mailsTo(asleep.user?.email ?? '')).toHaveLength(1)
})

test.each([
  ['urgent', [1, 0]],
  ['moderate', [0, 0]],
] as const)(
  'an alert (%s) of the evening that could not be sent until the night is pushed to %j',
  async (urgency, counts) => {
    advanceTo(21.9)
    const { received } = await addDonors()
    await storeUrgentRequest(bank, { urgency, patientName: `A patient in need, ${urgency}` })
    await planDueWaves()
    advanceTo(22.1)
    expect(await bank.sendPushes()).toBe(2)
    expect(received()).toEqual(counts)
  },
)

test('a phone that comes online at night does not ring for a message of the evening, unless that is allowed', async () => {
  advanceTo(21)
  const { lifetimes } = await addDonors()
  await storeUrgentRequest(bank, { patientName: 'A patient in the evening' })
  await planDueWaves()
  await bank.sendPushes()
  expect(lifetimes()).toEqual([2, 1])
})
