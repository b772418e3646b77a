import { expect, test } from 'vitest'
import { COMPONENTS } from '../donors/components.ts'
import type { OfferStatus } from './endpoints.ts'
import { describeFirstDay, describeIncompatible, type OfferSituation, reasonNotToOffer } from './offering.ts'

const bloodRequest = {
  id: 'this',
  userId: 'owner',
  status: 'active',
  requiredBloodGroup: 'B+',
  component: 'blood',
  takesOtherGroups: false,
} as const
const byMachine = { ...bloodRequest, component: 'apheresis-platelets' } as const
const pooled = { ...bloodRequest, component: 'pooled-platelets' } as const

const may: OfferSituation = {
  actor: { id: 'donor', emailVerified: true },
  donor: {
    bloodGroup: 'O-',
    isAvailable: true,
    isProfileActive: true,
    eligibleFrom: null,
    plateletsFrom: null,
  },
  acceptsPlatelets: false,
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

const later = '2027-03-03'
test.each<[string, OfferSituation['bloodRequest'], Partial<typeof donor>, boolean | null, string | null]>([
  ['blood of a donor of platelets', bloodRequest, { plateletsFrom: later }, false, null],
  ['platelets by machine', byMachine, { bloodGroup: 'B-', eligibleFrom: later }, true, null],
  [
    'platelets by machine, too soon',
    byMachine,
    { bloodGroup: 'B-', plateletsFrom: later },
    true,
    'donor-not-eligible',
  ],
  [
    'platelets by machine without the yes',
    byMachine,
    { bloodGroup: 'B-', plateletsFrom: later },
    false,
    'platelets-not-chosen',
  ],
  ['platelets by machine where the yes is not known', byMachine, { bloodGroup: 'B-' }, null, null],
  ['platelets by machine of another group', byMachine, {}, true, 'incompatible-blood-group'],
  ['the same where others are taken', { ...byMachine, takesOtherGroups: true }, {}, true, null],
  [
    'platelets of several donors without the yes',
    pooled,
    { bloodGroup: 'B+', plateletsFrom: later },
    false,
    null,
  ],
  [
    'platelets of several donors, too soon for blood',
    pooled,
    { bloodGroup: 'B+', eligibleFrom: later },
    true,
    'donor-not-eligible',
  ],
  ['platelets of several donors of another group', pooled, {}, true, 'incompatible-blood-group'],
])('who may offer %s', (_, wanted, differing, acceptsPlatelets, reason) => {
  const offering = { ...may, bloodRequest: wanted, acceptsPlatelets, donor: { ...donor, ...differing } }
  expect(reasonNotToOffer(offering)).toBe(reason)
})

test('whoever may not offer reads from when they can, or which groups are needed', () => {
  expect(COMPONENTS.map(component => describeFirstDay(component, later))).toEqual([
    'You can donate again from Mar 3, 2027.',
    'You can give platelets again from Mar 3, 2027.',
    'You can donate again from Mar 3, 2027.',
  ])
  expect([bloodRequest, byMachine].map(wanted => describeIncompatible('A-', wanted))).toEqual([
    "You are A−: you can't give to B+.",
    'You are A−: platelets of B+ or B− are needed.',
  ])
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
