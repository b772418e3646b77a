import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@blood-bank/contract/durations'
import { chooseThankYou } from '@blood-bank/contract/thanks/endpoints'
import type { ThankYou } from '@blood-bank/contract/thanks/sentences'
import { sendDueThankYous } from '../features/thanks/sending.ts'
import { type Bank, close, type Member, newDonor, offered, post, siteDate } from './offers/offers.ts'
import type { Person } from './person.ts'

export type Fulfilled = { owner: Member; donors: Member[]; bloodRequest: BloodRequest }

/** A request that its owner has just marked as fulfilled, by the donations of some new donors. */
export async function aFulfilledRequest(bank: Bank, { donors: count = 1 } = {}): Promise<Fulfilled> {
  const owner = await bank.signedInAs()
  const bloodRequest = await post(owner, { unitsRequired: Math.max(1, count) })
  const donors: Member[] = []
  const offerIds: string[] = []
  for (let nth = 0; nth < count; nth += 1) {
    const donor = await newDonor(bank)
    donors.push(donor)
    offerIds.push((await offered(donor, bloodRequest)).id)
  }
  const given = { offerIds, donatedOn: siteDate() }
  const { status, text } = await close(owner, bloodRequest, 'fulfilled', count > 0 ? given : undefined)
  if (status !== 200) throw new Error(`closing was answered with ${text}`)
  return { owner, donors, bloodRequest }
}

export const choose = (person: Person, { id }: { id: string }, sentence: ThankYou | null = 'when-needed') =>
  person.call(chooseThankYou, { params: { id }, body: { sentence } })

/** The thank-you of the newest request, as its owner sees it. */
export const thanksOf = async (owner: Person) =>
  (await owner.call(listOwnBloodRequests, { query: {} })).body.records[0]?.thanks

/** Moves the clock of the bank to the time of day, in its time zone, that comes next. */
export function advanceTo(bank: Bank, hours: number, minutes = 0): void {
  // Dhaka is six hours ahead of UTC.
  const passed = (bank.now().getTime() + 6 * HOUR_MS) % DAY_MS
  bank.advance((hours * HOUR_MS + minutes * MINUTE_MS - passed + DAY_MS) % DAY_MS)
}

export const sendDue = (bank: Bank) => sendDueThankYous(bank.db, bank.now())
