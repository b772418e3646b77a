import { expect, test } from 'vitest'
import type { OfferStatus } from './endpoints.ts'
import { type OfferSituation, reasonNotToOffer } from './offering.ts'

const bloodRequest = { id: 'this', userId: 'owner', status: 'active', requiredBloodGroup: 'B+' } as const

const may: OfferSituation = {
  actor: { id: 'donor', emailVerified: true },
  donor: { bloodGroup: 'O-', isAvailable: true, isProfileActive: true, eligibleFrom: null },
  bloodRequest,
  offers: [],
}
const donor = may.donor as NonNullable<OfferSituation['donor']>

const own = (status: OfferStatus, bloodRequestId = 'this') => ({ bloodRequestId, status })

test('an available donor of a compatible group may offer', () => {
  expect(reasonNotToOffer(may)).toBe(null)
})

test('a donor who has withdrawn once may offer once more, whatever became of offers for other requests', () => {
  const others = [own('released', 'other'), own('withdrawn', 'other'), own('donated', 'other')]
  expect(reasonNotToOffer({ ...may, offers: [own('withdrawn'), ...others] })).toBe(null)
})

test('in general, only what holds for every request prevents an offer', () => {
  const inGeneral = { ...may, actor: { id: 'owner', emailVerified: true }, bloodRequest: null }
  expect(reasonNotToOffer({ ...inGeneral, offers: [own('released'), own('donated')] })).toBe(null)
  expect(reasonNotToOffer({ ...inGeneral, offers: [own('offered')] })).toBe('other-offer-stands')
  expect(reasonNotToOffer({ ...inGeneral, donor: null })).toBe('not-a-donor')
})

test.each<[string, Partial<OfferSituation>, string]>([
  ['the owner of the request', { actor: { id: 'owner', emailVerified: true } }, 'own-blood-request'],
  ['somebody who offered already', { offers: [own('offered')] }, 'already-offered'],
  [
    'a donor for a closed request',
    { bloodRequest: { ...bloodRequest, status: 'fulfilled' } },
    'blood-request-closed',
  ],
  ['an unverified member', { actor: { id: 'donor', emailVerified: false } }, 'email-not-verified'],
  ['a member who is not a donor', { donor: null }, 'not-a-donor'],
  ['a donor of another group', { donor: { ...donor, bloodGroup: 'AB+' } }, 'incompatible-blood-group'],
  ['a deactivated donor', { donor: { ...donor, isProfileActive: false } }, 'donor-inactive'],
  ['an unavailable donor', { donor: { ...donor, isAvailable: false } }, 'donor-unavailable'],
  ['a donor who donated recently', { donor: { ...donor, eligibleFrom: '2027-03-03' } }, 'donor-not-eligible'],
  ['a donor with another offer', { offers: [own('offered', 'other')] }, 'other-offer-stands'],
  ['a donor who was released', { offers: [own('released')] }, 'offer-was-released'],
  [
    'a donor whom the hospital could not take',
    { offers: [{ ...own('released'), isTurnedAway: true }] },
    'offer-turned-away',
  ],
  [
    'a donor who has withdrawn twice',
    { offers: [own('withdrawn'), own('withdrawn')] },
    'offer-withdrawn-twice',
  ],
  ['a donor whose donation for the request is disputed', { offers: [own('donated')] }, 'already-offered'],
])('%s may not', (_, differing, reason) => {
  expect(reasonNotToOffer({ ...may, ...differing })).toBe(reason)
})
