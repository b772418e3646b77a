import { listOwnOffers, withdrawOffer } from '@blood-bank/contract/offers/endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { idOf } from '../../testing/admin-builders.ts'
import { aPage, aUser } from '../../testing/builders.ts'
import { dashboardReplies } from '../../testing/dashboard-replies.ts'
import { anOwnOffer } from '../../testing/offer-builders.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { awaiting, failing, type Reply, refusing, replying } from '../../testing/replies.ts'

const STANDING = anOwnOffer()
const SETTLED_AT = '2026-03-02T10:05:00.000Z'
const WITHDRAWN = anOwnOffer({ status: 'withdrawn', settledAt: SETTLED_AT, contact: null })

const offers = (...records: (typeof STANDING)[]) => replying(listOwnOffers, aPage(records))
const open = (...replies: Reply[]) =>
  renderPage('/dashboard', { user: aUser(), replies: [...replies, ...dashboardReplies] })

const findOffers = async () => within(await screen.findByRole('region', { name: 'My Offers' }))
const findCard = async () =>
  within(await (await findOffers()).findByRole('article', { name: 'City Hospital' }))

async function withdraw({ person }: ReturnType<typeof open>) {
  await person.click(await (await findCard()).findByRole('button', { name: 'Withdraw' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Withdraw your offer?' }))
  await person.click(dialog.getByRole('button', { name: 'Withdraw offer' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
}

test('a standing offer shows whom to call, and that nobody pays', async () => {
  open(offers(STANDING))
  const card = await findCard()
  card.getByText('Offered', { selector: 'span' })
  card.getByText('Fatema Begum')
  card.getByText('Tasnim Khatun')
  expect(card.getByRole('link', { name: 'Call 01812-345678' }).getAttribute('href')).toBe('tel:01812345678')
  card.getByText('Never pay or ask for money.')
})

test('withdrawing hides the contact at once, before the server replies', async () => {
  const { reply, arrive } = awaiting(replying(withdrawOffer, WITHDRAWN))
  const page = open(offers(STANDING), offers(WITHDRAWN), reply)
  await withdraw(page)
  const card = await findCard()
  card.getByText('This offer was withdrawn. Your number is no longer shown.')
  expect(card.queryByText(/01812-345678/)).toBeNull()
  expect(card.queryByRole('button', { name: 'Withdraw' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'City Hospital' }))
  arrive()
  await screen.findByText('Your offer was withdrawn.')
  card.getByText('Withdrawn')
  expect(page.server.callsTo(withdrawOffer).map(call => call.params)).toEqual([{ id: STANDING.id }])
})

test('a withdrawal that fails brings the offer back, with the error', async () => {
  const page = open(offers(STANDING), failing(withdrawOffer))
  await withdraw(page)
  const card = await findCard()
  expect((await card.findByRole('alert')).textContent).toContain('The service cannot be reached.')
  card.getByText('Call 01812-345678')
  card.getByRole('button', { name: 'Withdraw' })
  await page.person.click(card.getByRole('button', { name: 'Dismiss' }))
  expect(card.queryByRole('alert')).toBeNull()
})

test('a refused withdrawal says why and shows what became of the offer', async () => {
  const released = anOwnOffer({ status: 'released', settledAt: SETTLED_AT, contact: null })
  const page = open(offers(STANDING), refusing(withdrawOffer, 'offer-settled'))
  const card = await findCard()
  await card.findByRole('button', { name: 'Withdraw' })
  page.server.answer(offers(released))
  await withdraw(page)
  await screen.findByText('This offer has changed in the meantime. Please look at the request again.')
  await card.findByText("You aren't needed for this request. Thank you for offering.")
})

test('a donor who keeps the offer withdraws nothing', async () => {
  const page = open(offers(STANDING))
  await page.person.click(await (await findCard()).findByRole('button', { name: 'Withdraw' }))
  await page.person.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(page.server.callsTo(withdrawOffer)).toEqual([])
})

const { bloodRequest } = STANDING
test.each([
  ['donated', anOwnOffer({ status: 'donated', contact: null }), 'You donated for this request. Thank you.'],
  ['withdrawn', WITHDRAWN, 'This offer was withdrawn. Your number is no longer shown.'],
  [
    'released, as the request is fulfilled',
    anOwnOffer({
      status: 'released',
      contact: null,
      bloodRequest: bloodRequest && { ...bloodRequest, status: 'fulfilled' },
    }),
    'The request was closed (fulfilled). Thank you for offering.',
  ],
])('an offer that was %s says so, and cannot be withdrawn', async (_, offer, text) => {
  open(offers(offer))
  const card = await findCard()
  await card.findByText(text)
  expect(card.queryByRole('button', { name: 'Withdraw' })).toBeNull()
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
  open(offers(anOwnOffer({ status: 'released', contact: null, bloodRequest: null })))
  const card = within(await (await findOffers()).findByRole('article', { name: 'Deleted request' }))
  card.getByText('The request was deleted. Thank you for offering.')
})

test('all pages of offers load automatically', async () => {
  open(
    replying(listOwnOffers, aPage([STANDING], { next: 'more', total: 2 })),
    replying(listOwnOffers, aPage([{ ...WITHDRAWN, id: idOf(9) }], { total: null })),
  )
  const region = await findOffers()
  await waitFor(() => expect(region.getAllByRole('article')).toHaveLength(2))
  region.getByText('2 offers')
})

test('without offers the section leads to the requests', async () => {
  open()
  const region = await findOffers()
  await region.findByText('You have not offered to donate yet.')
  expect(region.getByRole('link', { name: 'View Requests' }).getAttribute('href')).toBe('/view-requests')
})

test('offers that fail to load show an error with Retry', async () => {
  const page = open(failing(listOwnOffers), failing(listOwnOffers), offers(STANDING))
  const region = await findOffers()
  expect((await region.findByRole('alert')).textContent).toBe('Failed to load your offers.')
  await page.person.click(region.getByRole('button', { name: 'Retry' }))
  await findCard()
})

test('a link to My Offers focuses the section', async () => {
  renderPage('/dashboard#my-offers', { user: aUser(), replies: [offers(STANDING), ...dashboardReplies] })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'My Offers' })))
})
