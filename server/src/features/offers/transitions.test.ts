import { REFUSALS, type RefusalCode } from '@blood-bank/contract/errors'
import { undoDonation } from '@blood-bank/contract/offers/donations'
import { listReceivedOffers, type OfferStatus, offerToDonate } from '@blood-bank/contract/offers/endpoints'
import {
  sayGave,
  sayTurnedAway,
  turnAwayDonor,
  undoTurnedAway,
} from '@blood-bank/contract/offers/turned-away'
import { beforeEach, expect, test } from 'vitest'
import {
  DONOR_NUMBER,
  newDonor,
  offered,
  offerFor,
  receivedOffers,
  recordGift,
  register,
  release,
  siteDate,
  withdraw,
} from '../../testing/offers/offers.ts'
import type { Person, Reply } from '../../testing/person.ts'
import { rowsOf } from '../../testing/postgres/every-row.ts'
import { containsNumber } from '../../testing/private-numbers.ts'
import { storeBloodRequest } from '../../testing/stored.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const owner = await bank.signedInAs()
const adminWhoOwns = await bank.signedInAs({ role: 'admin' })
const people = {
  'a person with an unverified email': await bank.signedInAs({ emailVerified: false }),
  'a member without a donor profile': await bank.signedInAs(),
  'the donor': await newDonor(bank),
  'another donor': await newDonor(bank),
  'the owner': owner,
  'an admin': await bank.signedInAs({ role: 'admin' }),
  'the owner, who is an admin,': adminWhoOwns,
} satisfies Record<string, Person>
type Kind = keyof typeof people
const KINDS = Object.keys(people) as Kind[]
const donor = people['the donor']
// Being a donor does not matter to what the owner of a request may do.
await register(owner, { contactNumber: '01700-000001' })

async function forgetOffers() {
  await bank.db.deleteFrom('donations').execute()
  await bank.db.deleteFrom('offers').execute()
  await bank.db.updateTable('donors').set({ recordedDonationDate: null, restsUntil: null }).execute()
}
beforeEach(forgetOffers)

type Offer = { id: string; bloodRequestId: string; donationId: string | null }

/** An offer with a status, of the donor for a request of somebody. */
async function anOffer(status: OfferStatus, requester: typeof owner): Promise<Offer> {
  const bloodRequest = await storeBloodRequest(bank.db, { userId: requester.id, requiredBloodGroup: 'B+' })
  const offer = await offered(donor, bloodRequest)
  if (status === 'withdrawn') await withdraw(donor, offer)
  if (status === 'released') await release(requester, offer)
  if (status === 'donated') await recordGift(requester, offer)
  const [received] = await receivedOffers(requester, bloodRequest)
  return { id: offer.id, bloodRequestId: bloodRequest.id, donationId: received?.donation?.id ?? null }
}

const ACTIONS = {
  'offer to donate for the request': (person: Person, { bloodRequestId }: Offer) =>
    offerFor(person, { id: bloodRequestId }),
  'see who offered': (person: Person, { bloodRequestId }: Offer) =>
    person.call(listReceivedOffers, { params: { id: bloodRequestId }, query: {} }),
  'withdraw the offer': (person: Person, offer: Offer) => withdraw(person, offer),
  'release the donor': (person: Person, offer: Offer) => release(person, offer),
  'say that the hospital could not take the donor': (person: Person, { id }: Offer) =>
    person.call(turnAwayDonor, { params: { id } }),
  'undo that': (person: Person, { id }: Offer) => person.call(undoTurnedAway, { params: { id } }),
  'say that of themselves': (person: Person, { id }: Offer) => person.call(sayTurnedAway, { params: { id } }),
  'say that they gave': (person: Person, { id }: Offer) =>
    person.call(sayGave, { params: { id }, body: { donatedOn: siteDate() } }),
  'record the donation': (person: Person, offer: Offer) => recordGift(person, offer),
  'undo the donation': (person: Person, { donationId, id }: Offer) =>
    person.call(undoDonation, { params: { id: donationId ?? id } }),
} satisfies Record<string, (person: Person, offer: Offer) => Promise<Reply<unknown>>>
type Action = keyof typeof ACTIONS

/** What an action does to the offer, or why it is refused. */
type Outcome = RefusalCode | 'shown' | 'a second offer' | `becomes ${OfferStatus}`

/** Those who have nothing to do with an offer, and what they are told. */
const strangers = (outcome: RefusalCode) => ({
  'a person with an unverified email': outcome,
  'a member without a donor profile': outcome,
  'another donor': outcome,
})

const offering = (byDonor: Outcome): Record<Kind, Outcome> => ({
  'a person with an unverified email': 'email-not-verified',
  'a member without a donor profile': 'not-a-donor',
  'the donor': byDonor,
  'another donor': 'a second offer',
  'the owner': 'own-blood-request',
  'an admin': 'not-a-donor',
  'the owner, who is an admin,': 'own-blood-request',
})
const seeing: Record<Kind, Outcome> = {
  ...strangers('not-yours'),
  'the donor': 'not-yours',
  'the owner': 'shown',
  'an admin': 'shown',
  'the owner, who is an admin,': 'shown',
}
const withdrawing = (byDonor: Outcome): Record<Kind, Outcome> => ({
  ...strangers('offer-not-found'),
  'the donor': byDonor,
  'the owner': 'offer-not-found',
  'an admin': 'offer-not-found',
  'the owner, who is an admin,': 'offer-not-found',
})
const settling = (outcome: Outcome): Record<Kind, Outcome> => ({
  ...strangers('offer-not-found'),
  'the donor': 'offer-not-found',
  'the owner': outcome,
  'an admin': outcome,
  'the owner, who is an admin,': outcome,
})
const undoingTurnedAway: Record<Kind, Outcome> = {
  ...settling('offer-settled'),
  'an admin': 'offer-not-found',
}
const undoing = (outcome: Outcome): Record<Kind, Outcome> => ({
  ...strangers('donation-not-found'),
  'the donor': 'donation-not-found',
  'the owner': outcome,
  'an admin': outcome,
  'the owner, who is an admin,': outcome,
})

const settled = (byDonorOffering: Outcome): Record<Action, Record<Kind, Outcome>> => ({
  'offer to donate for the request': offering(byDonorOffering),
  'see who offered': seeing,
  'withdraw the offer': withdrawing('offer-settled'),
  'release the donor': settling('offer-settled'),
  'say that the hospital could not take the donor': settling('offer-settled'),
  'undo that': undoingTurnedAway,
  'say that of themselves': withdrawing('offer-settled'),
  'say that they gave': withdrawing('offer-settled'),
  'record the donation': settling('offer-settled'),
  'undo the donation': undoing('donation-not-found'),
})
const OUTCOMES: Record<OfferStatus, Record<Action, Record<Kind, Outcome>>> = {
  offered: {
    'offer to donate for the request': offering('already-offered'),
    'see who offered': seeing,
    'withdraw the offer': withdrawing('becomes withdrawn'),
    'release the donor': settling('becomes released'),
    'say that the hospital could not take the donor': settling('becomes released'),
    'undo that': undoingTurnedAway,
    'say that of themselves': withdrawing('becomes released'),
    'say that they gave': withdrawing('becomes donated'),
    'record the donation': settling('becomes donated'),
    'undo the donation': undoing('donation-not-found'),
  },
  withdrawn: settled('a second offer'),
  released: settled('offer-was-released'),
  donated: {
    ...settled('donor-not-eligible'),
    // Only the contact ends.
    'withdraw the offer': withdrawing('becomes donated'),
    'undo the donation': undoing('becomes offered'),
  },
}

const MESSAGES: Partial<Record<RefusalCode, string>> = {
  'email-not-verified': offerToDonate.unverifiedMessage,
  'donor-not-eligible': expect.stringMatching(/^You can donate again from \w{3} \d+, \d{4}\.$/),
}

/** Which of the two numbers a reply contains. */
const numbersIn = ({ text }: Reply<unknown>) => ({
  donor: containsNumber(text, DONOR_NUMBER),
  request: containsNumber(text, STORED_REQUEST_NUMBER),
})
const STORED_REQUEST_NUMBER = '01612-345678'

/** The donor's number is for the requester alone, and that of the request for whoever offers. */
const numbersFor = (kind: Kind, { outcome, status }: { outcome: Outcome; status: string }) => ({
  donor:
    (kind === 'the owner' || kind === 'the owner, who is an admin,') &&
    (outcome === 'becomes donated' || (outcome === 'shown' && ['offered', 'donated'].includes(status))),
  request:
    outcome === 'a second offer' ||
    (kind === 'the donor' && outcome === 'becomes donated' && status === 'offered'),
})

const TABLES = [
  'offers',
  'donations',
  'contact_reveals',
  'donors',
  'audit_entries',
  'graphile_worker._private_jobs',
]
const rowsOfOffers = () => rowsOf(bank.owner, TABLES)

const cells = Object.entries(OUTCOMES).flatMap(([status, actions]) =>
  Object.entries(actions).map(([action, outcomes]) => [status, action, outcomes] as const),
)

test.each(cells)(
  'while an offer is %s, only those whom the table names can %s',
  async (status, action, outcomes) => {
    type Known = { requester: typeof owner; offer: Offer; before: Awaited<ReturnType<typeof rowsOfOffers>> }
    let known = null as Known | null
    for (const kind of KINDS) {
      const requester = kind === 'the owner, who is an admin,' ? adminWhoOwns : owner
      // Who was refused has changed nothing, so the next one finds the same offer.
      if (known?.requester !== requester) {
        await forgetOffers()
        const offer = await anOffer(status as OfferStatus, requester)
        known = { requester, offer, before: await rowsOfOffers() }
      }
      const { offer, before } = known
      const reply = await ACTIONS[action as Action](people[kind], offer)
      const outcome = outcomes[kind]
      expect(numbersIn(reply), `${kind}, ${action}, ${status}`).toEqual(numbersFor(kind, { outcome, status }))
      const label = `${kind} wants to ${action} while it is ${status}`

      if (Object.hasOwn(REFUSALS, outcome)) {
        const code = outcome as RefusalCode
        expect(reply, label).toRefuse(code, MESSAGES[code])
        expect(await rowsOfOffers(), label).toEqual(before)
        continue
      }
      const received = await receivedOffers(requester, { id: offer.bloodRequestId })
      const shown = received.map(({ status }) => status)
      if (outcome === 'a second offer') {
        expect([reply.status, shown], label).toEqual([201, [status, 'offered']])
      } else if (outcome === 'shown') {
        expect([reply.status, shown], label).toEqual([200, [status]])
      } else {
        const isDeletion = reply.status === 204
        expect([isDeletion || reply.status, shown], label).toEqual([
          isDeletion || 200,
          [outcome.slice('becomes '.length)],
        ])
      }
      known = null
    }
  },
)

test('an offer for a request that does not exist, or whose owner is suspended, is refused', async () => {
  const { id } = await storeBloodRequest(bank.db, { userId: owner.id, requiredBloodGroup: 'B+' })
  await bank.db.updateTable('bloodRequests').set({ isHidden: true }).where('id', '=', id).execute()
  expect(await offerFor(donor, { id })).toRefuse('blood-request-not-found')
  expect(await offerFor(donor, { id: donor.id })).toRefuse('blood-request-not-found')
})
