import { readAlertProgress } from '@blood-bank/contract/alerts/endpoints'
import * as requests from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { addDays } from '@blood-bank/contract/donors/eligibility'
import { registerDonor } from '@blood-bank/contract/donors/endpoints'
import { listContactReveals, revealDonorNumber } from '@blood-bank/contract/offers/contact-reveals'
import * as donations from '@blood-bank/contract/offers/donations'
import * as offers from '@blood-bank/contract/offers/endpoints'
import { aBloodRequest, aDonor } from '../builders.ts'
import type { Person } from '../person.ts'
import type { Caller } from './caller.ts'

type People = { requester: Person; donor: Person; admin: Person; today: () => string }

/** Calls every endpoint of offers and donations. The donor has no profile yet. */
export async function offerAndGive({ call, callPages }: Caller, { requester, donor, admin, today }: People) {
  const { body: profile } = await call(donor, registerDonor, { body: aDonor() })
  const form = aBloodRequest({ requiredBloodGroup: 'AB+' })
  const post = async (body = form) => ({ id: (await call(requester, postBloodRequest, { body })).body.id })
  const offerFor = async (params: { id: string }) => ({
    id: (await call(donor, offers.offerToDonate, { params })).body.id,
  })
  const released = await offerFor(await post({ ...form, patientName: 'Another patient' }))
  await call(requester, offers.releaseOffer, { params: released })
  const params = await post()
  const offer = () => offerFor(params)
  await call(donor, offers.withdrawOffer, { params: await offer() })
  const given = await offer()
  await call(requester, offers.listReceivedOffers, { params, query: { limit: '1' } })
  await call(requester, readAlertProgress, { params })
  const body = { donatedOn: today() }
  const { donation } = (await call(requester, offers.recordDonationOfOffer, { params: given, body })).body
  if (!donation) throw new Error('The offer has a donation.')
  await call(requester, donations.undoDonation, { params: { id: donation.id } })
  const donorsWhoGave = { offerIds: [given.id], donatedOn: today() }
  await call(requester, requests.closeBloodRequest, { params, body: { status: 'fulfilled', donorsWhoGave } })
  await call(donor, offers.withdrawOffer, { params: given })
  const recordedByClosing = (
    await call(requester, offers.listReceivedOffers, { params, query: {} })
  ).body.records
    .flatMap(({ donation }) => donation ?? [])
    .map(({ id }) => ({ id }))
  for (const params of recordedByClosing) await call(donor, donations.disputeDonation, { params })
  await callPages(donor, offers.listOwnOffers, { limit: '1' })
  await call(admin, revealDonorNumber, { params: { id: profile.id } })
  await callPages(donor, listContactReveals, { limit: '1' })
  for (const hasEnded of ['true', 'false'])
    await callPages(donor, listContactReveals, { limit: '1', hasEnded })
  const elsewhere = { donatedOn: addDays(today(), -400) }
  await call(donor, donations.addDonation, { body: elsewhere })
  await callPages(donor, donations.listOwnDonations, { limit: '1' })
  const { id } = profile
  await call(admin, offers.listOffersOfDonor, { params: { id }, query: { limit: '1' } })
  await call(admin, donations.listDonationsOfDonor, { params: { id }, query: { limit: '1' } })
  const recorded = await call(admin, donations.recordDonationOfDonor, {
    params: { id },
    body: { donatedOn: addDays(today(), -800) },
  })
  await call(admin, donations.correctDonation, {
    params: { id: recorded.body.id },
    body: { donatedOn: addDays(today(), -801) },
  })
}
