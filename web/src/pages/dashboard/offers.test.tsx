import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { DAY_MS } from '@blood-bank/contract/durations'
import { listOwnOffers, sayOnTheWay, withdrawOffer } from '@blood-bank/contract/offers/endpoints'
import { sayGave, sayTurnedAway } from '@blood-bank/contract/offers/turned-away'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDonor, anOwnOffer, aPage, aUser, idOf } from '../../testing/builders.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { awaiting, dashboardReplies, failing, type Reply, refusing, replying } from '../../testing/replies.ts'

const STANDING = anOwnOffer({ offeredAt: new Date().toISOString() })
const SETTLED_AT = '2026-03-02T10:05:00.000Z'
const WITHDRAWN = anOwnOffer({ status: 'withdrawn', settledAt: SETTLED_AT, contact: null })

const offers = (...records: (typeof STANDING)[]) => replying(listOwnOffers, aPage(records))
const open = (...replies: Reply[]) =>
  renderPage('/dashboard', { user: aUser(), replies: [...replies, ...dashboardReplies] })

const findOffers = async () => within(await screen.findByRole('region', { name: 'My Offers' }))
const findCard = async (name = 'City Hospital') =>
  within(await (await findOffers()).findByRole('article', { name }))
const findStanding = () => findCard('Thank you. They are waiting for you.')

const unfold = async ({ person }: ReturnType<typeof open>) =>
  person.click(await (await findOffers()).findByText('1 earlier'))

async function withdraw({ person }: ReturnType<typeof open>) {
  await person.click(await (await findStanding()).findByRole('button', { name: "I can't come" }))
  const dialog = within(await screen.findByRole('alertdialog', { name: "You can't come after all?" }))
  await person.click(dialog.getByRole('button', { name: "I can't come" }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
}

test('a standing offer shows whom to call, and that nobody pays', async () => {
  open(offers(STANDING), replying(readOwnDonor, { donor: aDonor() }))
  const card = await findCard('Thank you, Rima Akter. They are waiting for you.')
  card.getByText('City Hospital')
  card.getByText(/^Patient: Fatema Begum\./)
  const call = card.getByRole('link', { name: 'Call Tasnim Khatun 01812-345678' })
  expect(call.getAttribute('href')).toBe('tel:01812345678')
  card.getByText('Never pay or ask for money.')
  const directions = card.getByRole('link', { name: 'Directions' })
  expect([directions.getAttribute('target'), directions.getAttribute('rel')]).toEqual([
    '_blank',
    'noopener noreferrer',
  ])
})

test('after a day without a word the donor is told to ask', async () => {
  open(offers({ ...STANDING, offeredAt: new Date(Date.now() - 2 * DAY_MS).toISOString() }))
  await screen.findByRole('heading', { name: 'You offered 2 days ago.' })
  screen.getByText("Ask whether you are still needed, or say that you can't come.")
})

test('a donor says when they arrive, and can change it', async () => {
  const saidAt = '2026-03-02T09:10:00.000Z'
  const page = open(
    offers(STANDING),
    replying(sayOnTheWay, { ...STANDING, onTheWay: { saidAt, minutes: 60 } }),
    failing(sayOnTheWay),
    replying(sayOnTheWay, { ...STANDING, onTheWay: { saidAt, minutes: 15 } }),
  )
  const card = await findStanding()
  const press = async (name: string) => page.person.click(card.getByRole('button', { name }))
  await press('1 hour')
  await card.findByText(/^You said: there by about \d+:10 [AP]M$/)
  await press('15 min')
  expect((await card.findByRole('alert')).textContent).toContain('They could not be told.')
  await press('15 min')
  await card.findByText(/^You said: there by about \d+:25 [AP]M$/)
  expect(page.server.callsTo(sayOnTheWay).map(({ body }) => body)).toEqual([
    { minutes: 60 },
    { minutes: 15 },
    { minutes: 15 },
  ])
})

test('withdrawing hides the contact at once, before the server replies', async () => {
  const { reply, arrive } = awaiting(replying(withdrawOffer, WITHDRAWN))
  const page = open(offers(STANDING), offers(WITHDRAWN), reply)
  await withdraw(page)
  const card = await findCard()
  card.getByText("You couldn't come. Your number is no longer shown.")
  expect(card.queryByText(/01812-345678/)).toBeNull()
  expect(card.queryByRole('button', { name: "I can't come" })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'City Hospital' }))
  arrive()
  await screen.findByText("They know that you can't come.")
  card.getByText("Couldn't come")
  expect(page.server.callsTo(withdrawOffer).map(call => call.params)).toEqual([{ id: STANDING.id }])
})

test('a withdrawal that fails brings the offer back, with the error', async () => {
  const page = open(offers(STANDING), failing(withdrawOffer))
  await withdraw(page)
  const card = await findStanding()
  expect((await card.findByRole('alert')).textContent).toContain('The service cannot be reached.')
  card.getByRole('link', { name: /^Call Tasnim Khatun/ })
  card.getByRole('button', { name: "I can't come" })
  await page.person.click(card.getByRole('button', { name: 'Dismiss' }))
  expect(card.queryByRole('alert')).toBeNull()
})

test('a refused withdrawal says why and shows what became of the offer', async () => {
  const released = anOwnOffer({ status: 'released', settledAt: SETTLED_AT, contact: null })
  const page = open(offers(STANDING), refusing(withdrawOffer, 'offer-settled'))
  await findStanding()
  page.server.answer(offers(released))
  await withdraw(page)
  await screen.findByText('This offer has changed in the meantime. Please look at the request again.')
  await (await findCard()).findByText("You aren't needed for this request. Thank you for offering.")
})

const { bloodRequest } = STANDING
test.each([
  [
    'donated',
    anOwnOffer({ status: 'donated', settledAt: SETTLED_AT, contact: null }),
    'You donated for this request. Thank you.',
  ],
  ['withdrawn', WITHDRAWN, "You couldn't come. Your number is no longer shown."],
  [
    'released, as the request is fulfilled',
    anOwnOffer({
      status: 'released',
      contact: null,
      settledAt: SETTLED_AT,
      bloodRequest: bloodRequest && { ...bloodRequest, status: 'fulfilled' },
    }),
    'The request was closed (fulfilled). Thank you for offering.',
  ],
])('an offer that was %s says so, and cannot be withdrawn', async (_, offer, text) => {
  await unfold(open(offers(offer)))
  const card = await findCard()
  await card.findByText(text)
  expect(card.queryByRole('button', { name: "I can't come" })).toBeNull()
})

test('after a donation, a donor stops showing the number, and the offer stays donated', async () => {
  const donated = anOwnOffer({ status: 'donated', settledAt: SETTLED_AT })
  const page = open(
    offers(donated),
    offers({ ...donated, contact: null }),
    replying(withdrawOffer, { ...donated, contact: null }),
  )
  const card = await findCard()
  await card.findByText(/Tasnim Khatun can see your number for 48 hours after the donation was recorded\.$/)
  await page.person.click(card.getByRole('button', { name: 'Stop showing my number' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Stop showing your number?' }))
  await page.person.click(dialog.getByRole('button', { name: 'Stop showing my number' }))
  await screen.findByText('Your number is no longer shown.')
  card.getByText('You donated for this request. Thank you.')
  expect(card.queryByRole('button', { name: 'Stop showing my number' })).toBeNull()
  expect(page.server.callsTo(withdrawOffer).map(call => call.params)).toEqual([{ id: donated.id }])
})

test('an offer for a deleted request says so', async () => {
  const settledAt = new Date().toISOString()
  // Others have ended it a moment ago, so it is not folded.
  open(offers(anOwnOffer({ status: 'released', settledAt, contact: null, bloodRequest: null })))
  const card = within(await (await findOffers()).findByRole('article', { name: 'Deleted request' }))
  card.getByText('The request was deleted. Thank you for offering.')
})

test('ended offers are folded, and all pages of them load', async () => {
  const page = open(
    replying(listOwnOffers, aPage([STANDING], { next: 'more', total: 2 })),
    replying(listOwnOffers, aPage([{ ...WITHDRAWN, id: idOf(9) }], { total: null })),
  )
  const region = await findOffers()
  await region.findByText('1 earlier')
  expect(region.getAllByRole('article')).toHaveLength(1)
  await unfold(page)
  await waitFor(() => expect(region.getAllByRole('article')).toHaveLength(2))
})

test('a person who has never offered sees no empty section', async () => {
  open()
  await screen.findByRole('region', { name: 'My Donor Profile' })
  expect(screen.queryByRole('region', { name: 'My Offers' })).toBeNull()
})

test('a link to My Offers focuses the section', async () => {
  renderPage('/dashboard#my-offers', { user: aUser(), replies: [offers(STANDING), ...dashboardReplies] })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'My Offers' })))
})

test('whoever the hospital could not take says so, and within a week that they gave after all, and back', async () => {
  const turnedAway = anOwnOffer({
    status: 'released',
    isTurnedAway: true,
    settledAt: new Date().toISOString(),
    contact: null,
  })
  const { isTurnedAway: _, ...ended } = turnedAway
  const gave: typeof STANDING = { ...ended, status: 'donated', hasSaidGave: true }
  const page = open(
    offers(STANDING),
    replying(sayTurnedAway, turnedAway),
    offers(turnedAway),
    replying(sayGave, gave),
    offers(gave),
  )
  const sayThat = async (card: Awaited<ReturnType<typeof findCard>>) => {
    await page.person.click(await card.findByRole('button', { name: "They couldn't take me" }))
    const dialog = within(await screen.findByRole('alertdialog', { name: "They couldn't take you?" }))
    await page.person.click(dialog.getByRole('button', { name: "They couldn't take me" }))
  }
  await sayThat(await findStanding())
  const card = await findCard()
  card.getByText("Couldn't give")
  card.getByText(/^Thank you for coming\. .* says nothing about you\.$/)

  await page.person.click(card.getByRole('button', { name: 'I gave' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Did you give blood?' }))
  const donatedOn = dialog.getByLabelText<HTMLInputElement>('Donation Date').value
  await page.person.click(dialog.getByRole('button', { name: 'I gave' }))
  expect(page.server.callsTo(sayGave)).toMatchObject([{ params: { id: STANDING.id }, body: { donatedOn } }])
  const donated = await findCard()
  donated.getByText('Donated')
  page.server.answer(offers(turnedAway))
  await sayThat(donated)
  await screen.findByText("Couldn't give")
})

test('after a week, and of what others recorded, a donor says nothing else', async () => {
  const settledAt = new Date(Date.now() - 8 * 86_400_000).toISOString()
  const ended = { settledAt, contact: null }
  const page = open(
    offers(
      anOwnOffer({ ...ended, status: 'released', isTurnedAway: true }),
      anOwnOffer({ ...ended, id: idOf(2), status: 'donated', hasSaidGave: true }),
      anOwnOffer({ ...ended, id: idOf(3), status: 'donated', settledAt: new Date().toISOString() }),
    ),
  )
  await page.person.click(await (await findOffers()).findByText('3 earlier'))
  await (await findOffers()).findAllByRole('article')
  for (const name of ['I gave', "They couldn't take me"])
    expect(screen.queryByRole('button', { name })).toBeNull()
})
