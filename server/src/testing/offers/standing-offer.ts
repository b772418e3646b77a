import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import type { OwnOffer } from '@blood-bank/contract/offers/endpoints'
import { passWaits } from '../pass-time.ts'
import { revealIdOf } from './ledger.ts'
import { type Bank, type Member, newDonor, offered, post } from './offers.ts'

/** The name of every donor of `aStandingOffer`; no email may contain it. */
export const DONOR_NAME = 'Kamrul Hasan'

/** A donor of group B+, the owner of a request for B+, and the offer of the one to the other. */
export type StandingOffer = {
  donor: Member
  owner: Member
  bloodRequest: BloodRequest
  offer: OwnOffer
  /** For the contact ledger, also after the offer is erased. */
  revealId: string
}

/** An offer that stands, of a new donor for a new request, and of which the owner was told. The form is the request's. */
export async function aStandingOffer(
  bank: Bank,
  form: Parameters<typeof post>[1] = {},
): Promise<StandingOffer> {
  const owner = await bank.signedInAs()
  const donor = await newDonor(bank, { bloodGroup: 'B+', fullName: DONOR_NAME })
  const bloodRequest = await post(owner, form)
  const offer = await offered(donor, bloodRequest)
  await passWaits(bank.db)
  await bank.mailsTo(owner.user?.email ?? '')
  return { donor, owner, bloodRequest, offer, revealId: await revealIdOf(bank.db, offer) }
}
