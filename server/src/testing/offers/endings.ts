import { closeBloodRequest, deleteBloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { activateDonor } from '@blood-bank/contract/donors/endpoints'
import { updateOwnDonor } from '@blood-bank/contract/donors/profile'
import { eraseOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import { suspendUser } from '@blood-bank/contract/users/endpoints'
import { aDonor } from '../builders.ts'
import { PASSWORD } from '../test-app.ts'
import { close, DONOR_NUMBER, type Member, profileIdOf } from './offers.ts'
import type { StandingOffer } from './standing-offer.ts'

/** Something that ends a standing offer, though neither side ends the offer itself. */
export type Ending = {
  /** Continues "when". */
  what: string
  /** The offer's status afterwards; undefined if it is erased. */
  status: 'released' | 'withdrawn' | undefined
  act: (situation: StandingOffer, admin: Member) => Promise<{ status: number }>
  /** Who can no longer sign in. */
  gone?: 'donor' | 'owner'
  /** Whether the request is deleted. */
  isDeleted?: boolean
  /** Whether the donor is told, although the donor has not been suspended or erased. */
  notifiesDonor?: boolean
}

/** The donor saves the profile. */
export const edit = ({ donor }: StandingOffer, form: Parameters<typeof aDonor>[0]) =>
  donor.call(updateOwnDonor, {
    body: { ...aDonor({ bloodGroup: 'B+', contactNumber: DONOR_NUMBER, ...form }) } as never,
  })
const suspend = ({ id }: Member, admin: Member) =>
  admin.call(suspendUser, { params: { id }, body: { reason: 'false-requests' } })
export const erase = (person: Member) => person.call(eraseOwnAccount, { body: { password: PASSWORD } })

export const RELEASING: Ending[] = [
  {
    what: 'its request is cancelled',
    status: 'released',
    act: ({ owner, bloodRequest }) => close(owner, bloodRequest, 'cancelled'),
  },
  {
    what: 'its request is marked as fulfilled, and nobody of the bank gave',
    status: 'released',
    act: ({ owner, bloodRequest }) => close(owner, bloodRequest),
  },
  {
    what: 'an admin cancels its request',
    status: 'released',
    act: ({ bloodRequest: { id } }, admin) =>
      admin.call(closeBloodRequest, { params: { id }, body: { status: 'cancelled', reason: 'not-real' } }),
  },
  {
    what: 'its request is deleted',
    status: 'released',
    act: ({ owner, bloodRequest: { id } }) => owner.call(deleteBloodRequest, { params: { id } }),
    isDeleted: true,
  },
  {
    what: 'an admin deletes its request',
    status: 'released',
    act: ({ bloodRequest: { id } }, admin) =>
      admin.call(deleteBloodRequest, { params: { id }, query: { reason: 'not-real' } }),
    isDeleted: true,
  },
  {
    what: 'the owner of its request is suspended',
    status: 'released',
    act: ({ owner }, admin) => suspend(owner, admin),
    gone: 'owner',
  },
  {
    what: 'the owner of its request erases the account',
    status: 'released',
    act: ({ owner }) => erase(owner),
    gone: 'owner',
    isDeleted: true,
  },
]

export const WITHDRAWING: Ending[] = [
  {
    what: 'its donor is suspended',
    status: 'withdrawn',
    act: ({ donor }, admin) => suspend(donor, admin),
    gone: 'donor',
  },
  {
    what: 'its donor erases the account',
    status: undefined,
    act: ({ donor }) => erase(donor),
    gone: 'donor',
  },
  {
    what: "an admin deactivates its donor's profile",
    status: 'withdrawn',
    act: async ({ donor }, admin) =>
      admin.call(activateDonor, {
        params: { id: await profileIdOf(donor) },
        body: { isProfileActive: false },
      }),
    notifiesDonor: true,
  },
  {
    what: "its donor's blood group is changed to an incompatible one",
    status: 'withdrawn',
    act: situation => edit(situation, { bloodGroup: 'A+' }),
  },
]

/** Endings as rows of `test.each`, whose titles name them. */
export const named = (endings: readonly Ending[]) => endings.map(ending => [ending.what, ending] as const)
