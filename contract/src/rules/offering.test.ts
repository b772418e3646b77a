import { expect, test } from 'vitest'
import { type OfferSituation, reasonNotToOffer } from './offering.ts'

const may: OfferSituation = {
  actor: { id: 'donor', emailVerified: true },
  donor: { bloodGroup: 'O-', isAvailable: true, isProfileActive: true, eligibleFrom: null },
  bloodRequest: { id: 'this', userId: 'owner', status: 'active', requiredBloodGroup: 'B+' },
  standingOffer: null,
}
const donor = may.donor as NonNullable<OfferSituation['donor']>

test('an available donor of a compatible group may offer', () => {
  expect(reasonNotToOffer(may)).toBe(null)
})

test.each<[string, Partial<OfferSituation>, string]>([
  ['the owner of the request', { actor: { id: 'owner', emailVerified: true } }, 'own-blood-request'],
  ['somebody who offered already', { standingOffer: { bloodRequestId: 'this' } }, 'already-offered'],
  [
    'a donor for a closed request',
    { bloodRequest: { ...may.bloodRequest, status: 'fulfilled' } },
    'blood-request-closed',
  ],
  ['an unverified member', { actor: { id: 'donor', emailVerified: false } }, 'email-not-verified'],
  ['a member who is not a donor', { donor: null }, 'not-a-donor'],
  ['a donor of another group', { donor: { ...donor, bloodGroup: 'AB+' } }, 'incompatible-blood-group'],
  ['a deactivated donor', { donor: { ...donor, isProfileActive: false } }, 'donor-inactive'],
  ['an unavailable donor', { donor: { ...donor, isAvailable: false } }, 'donor-unavailable'],
  ['a donor who donated recently', { donor: { ...donor, eligibleFrom: '2027-03-03' } }, 'donor-not-eligible'],
  ['a donor with another offer', { standingOffer: { bloodRequestId: 'other' } }, 'other-offer-stands'],
])('%s may not', (_, differing, reason) => {
  expect(reasonNotToOffer({ ...may, ...differing })).toBe(reason)
})
