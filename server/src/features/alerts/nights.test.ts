import { DAY_MS, HOUR_MS } from '@blood-bank/contract/durations'
import { expect, test } from 'vitest'
import { plannerOf, storeUrgentRequest } from '../../testing/alerts/alerts.ts'
import { startBankWithTexts } from '../../testing/alerts/texts.ts'
import { storePreferences } from '../../testing/stored.ts'

/** The site is in Dhaka. */
const UTC_OFFSET_MS = 6 * HOUR_MS

const bank = await startBankWithTexts({ QUIET_HOURS: '22-7' })
const planDueWaves = plannerOf(bank)

/** Advances the clock to the next time that it is so late at the site. */
function advanceTo(hour: number) {
  const sinceMidnight = (bank.now().getTime() + UTC_OFFSET_MS) % DAY_MS
  bank.advance((hour * HOUR_MS - sinceMidnight + DAY_MS) % DAY_MS)
}

type Channel = 'push' | 'text'

/** Two donors whom alerts reach on a channel, of whom one allows them at night, are asked. */
async function askDonors(channel: Channel, request: Parameters<typeof storeUrgentRequest>[1] = {}) {
  for (const table of ['bloodRequests', 'donors'] as const) await bank.db.deleteFrom(table).execute()
  const add = async () => {
    if (channel === 'text') return bank.donorWithNumber()
    const donor = await bank.signedInDonor()
    const { subscription } = await bank.addDevice(donor)
    return { donor, texts: () => bank.service.receivedBy(subscription) }
  }
  const [awake, asleep] = [await add(), await add()]
  await storePreferences(bank.db, { userId: awake.donor.id, nightsAllowed: true })
  await storeUrgentRequest(bank, { patientName: `A patient at ${bank.now().toISOString()}`, ...request })
  await planDueWaves()
  const received = () => [awake, asleep].map(({ texts }) => texts())
  return { asleep: asleep.donor, received, counts: () => received().map(({ length }) => length) }
}

const send = (channel: Channel) => (channel === 'push' ? bank.sendPushes() : bank.sendTexts())

test.each<Channel>(['push', 'text'])(
  'at night an urgent alert is sent by %s to those who allow it, and the others get the email alone',
  async channel => {
    advanceTo(23)
    const { asleep, counts } = await askDonors(channel)
    expect(await send(channel)).toBe(1)
    expect(counts()).toEqual([1, 0])
    expect(await bank.mailsTo(asleep.user?.email ?? '')).toHaveLength(1)
  },
)

test.each<[Channel, 'urgent' | 'moderate', number[]]>([
  ['push', 'urgent', [1, 0]],
  ['push', 'moderate', [0, 0]],
  ['text', 'urgent', [1, 0]],
])(
  'a %s (%s) of the evening that could not be sent until the night is sent to %j',
  async (channel, urgency, sent) => {
    advanceTo(21.99)
    const { counts } = await askDonors(channel, { urgency })
    advanceTo(22.01)
    expect(await send(channel)).toBe(2)
    expect(counts()).toEqual(sent)
  },
)

test('a phone that comes online at night does not ring for a message of the evening, unless that is allowed', async () => {
  advanceTo(21)
  const { received } = await askDonors('push')
  await bank.sendPushes()
  const hours = received().map(
    ([push]) => push && 'headers' in push && Math.ceil(Number(push.headers.ttl) / 900) / 4,
  )
  expect(hours).toEqual([2, 1])
})
