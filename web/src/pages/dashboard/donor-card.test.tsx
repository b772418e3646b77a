import { listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { addDays } from '@blood-bank/contract/donors/eligibility'
import { type Donor, endOwnRest, readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { listOwnDonations } from '@blood-bank/contract/offers/donations'
import { listOwnOffers } from '@blood-bank/contract/offers/endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aDonation, aDonor, anOwnOffer, aPage, aUser, idOf } from '../../testing/builders.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { type Reply, replying } from '../../testing/replies.ts'
import { calendarDateOf } from '../../ui/records/dates.ts'

const DONATIONS = [
  aDonation({ id: idOf(1), donatedOn: '2026-03-03' }),
  aDonation({ id: idOf(2), donatedOn: '2025-08-20', disputedAt: '2026-03-04T12:00:00.000Z' }),
  aDonation({ id: idOf(3), donatedOn: '2025-01-10' }),
  aDonation({ id: idOf(4), donatedOn: '2024-05-31' }),
  aDonation({ id: idOf(5), donatedOn: '2024-05-01', disputedAt: '2026-03-04T12:00:00.000Z' }),
]

function open(donor: Partial<Donor> = {}, donations = DONATIONS, ...more: Reply[]) {
  const replies = [
    ...more,
    replying(readOwnDonor, { donor: aDonor(donor) }),
    replying(listOwnDonations, aPage(donations)),
    replying(listOwnBloodRequests, aPage([])),
  ]
  return renderPage('/dashboard', { user: aUser(), replies })
}

const findCard = () => screen.findByRole('img', { name: /^Donor card: / })
const sentence = async () => (await findCard()).getAttribute('aria-label')

const today = calendarDateOf(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone)
/** How much of the ring is filled. */
const filled = async () =>
  (await findCard()).querySelector('[stroke-dasharray]')?.getAttribute('stroke-dasharray') ?? null

test('the donor card is one sentence for screen readers, and counts no disputed donation', async () => {
  open({ bloodGroup: 'B-', isVerified: true })
  expect(await sentence()).toBe(
    'Donor card: B−, Verified. By your dates you may be able to give. 3 donations since May 2024.',
  )
  expect(await filled()).toBe('100 100')
  screen.getByText('You have given 3 times.')
  screen.getByRole('switch', { name: 'Available to donate' })
  screen.getByText('The hospital tests and cross-matches every unit.')
})

test.each([
  [[], 'Donor since February 2026'],
  [DONATIONS.slice(0, 1), '1 donation, in March 2026'],
])('of %j the card says since when', async (donations, history) => {
  open({}, donations)
  expect(await sentence()).toBe(
    `Donor card: O+, Not Verified. By your dates you may be able to give. ${history}.`,
  )
})

test.each([
  [0, null],
  [30, '25 100'],
  [119, '99 100'],
])('the ring fills until the day of the next donation: after %d of 120 days', async (days, share) => {
  const last = addDays(today, -days)
  open({ lastDonationDate: '2020-01-01', recordedDonationDate: last, eligibleFrom: addDays(last, 120) })
  expect(await sentence()).toMatch(/Not Verified\. Resting until \w+ \d+\. /)
  expect(await filled()).toBe(share)
})

test.each([
  ['within the wait for blood', 60, 5, 120, '50 100'],
  ['so late that it delays blood', 100, 7, 121, '25 100'],
])(
  'after platelets %s the ring is of what the donor waits for',
  async (_, blood, platelets, until, share) => {
    const [recordedDonationDate, recordedPlateletsDate] = [addDays(today, -blood), addDays(today, -platelets)]
    open({ recordedDonationDate, recordedPlateletsDate, eligibleFrom: addDays(recordedDonationDate, until) })
    expect(await filled()).toBe(share)
  },
)

test('who gave platelets reads when they can again; only a rest of every kind says that nothing is asked before', async () => {
  const [last, blood, platelets] = [addDays(today, -4), addDays(today, 24), addDays(today, 10)]
  open({ recordedPlateletsDate: last, eligibleFrom: blood, plateletsFrom: platelets })
  await screen.findByText(/^Again from /)
  screen.getByText("We won't ask you for blood until then.")
})

test('whoever rests by choice and has not donated has an empty ring, and reads the day', async () => {
  const day = addDays(today, 60)
  open({ restsUntil: day, eligibleFrom: day, plateletsFrom: day })
  expect(await sentence()).toMatch(/Resting until \w+ \d+\. /)
  screen.getByText("We won't ask you until then.")
  expect(await filled()).toBe(null)
  screen.getByText(/You're resting until /)
})

test('whoever rests by choice can be asked again with one press, and after a donation nobody can', async () => {
  const day = addDays(today, 60)
  const { person, server } = open({ restsUntil: day, eligibleFrom: day })
  server.answer(replying(endOwnRest, aDonor()))
  await person.click(await screen.findByRole('button', { name: 'Ask me again now' }))
  await screen.findByRole('switch', { name: 'Available to donate' })
  expect(screen.queryByRole('button', { name: 'Ask me again now' })).toBeNull()
  expect(server.callsTo(endOwnRest)).toHaveLength(1)
})

test('after a donation the rest is not taken back', async () => {
  open({
    restsUntil: addDays(today, 5),
    eligibleFrom: addDays(today, 60),
    lastDonationDate: addDays(today, -60),
  })
  expect(await sentence()).toMatch(/Resting until/)
  expect(screen.queryByRole('button', { name: 'Ask me again now' })).toBeNull()
})

test('with an offer the strip on top has the switch, as the card is further down', async () => {
  open({}, DONATIONS, replying(listOwnOffers, aPage([anOwnOffer()])))
  await findCard()
  const control = await screen.findByRole('switch', { name: 'Available to donate' })
  expect(control.closest('section')).toBeNull()
})

test('without them the card begins the profile, and nothing says the same above it', async () => {
  open({ eligibleFrom: addDays(today, 60), lastDonationDate: addDays(today, -60) })
  const profile = within(await screen.findByRole('region', { name: 'My Donor Profile' }))
  await profile.findByRole('img', { name: /^Donor card/ })
  profile.getByText(/^You have given 3 times\. You can give again from /)
  profile.getByText('The ring fills until you can give again.')
  expect(screen.getAllByText(/You can give again from /)).toHaveLength(1)
  expect(screen.getAllByRole('switch')).toHaveLength(1)
})

test('a picture of the card is made in the browser, and has no name unless its donor chooses so', async () => {
  const save = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(done => done(new Blob()))
  // The imitated browser follows the link to the file, and has no cookies there, nor in the files that follow.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const { person } = open({ fullName: 'Rima Akter' })
  const button = await screen.findByRole('button', { name: 'Save as picture' })
  await person.click(button)
  const dialog = within(await screen.findByRole('dialog', { name: 'Save as picture' }))
  const described = () =>
    dialog.getByRole('img', { name: /^Picture of your donor card/ }).getAttribute('aria-label')
  expect(described()).toMatch(
    /^Picture of your donor card: O\+, Not Verified\. May be able to give\. As of [^.]+\. 3 donations since May 2024\. QR code to register\.$/,
  )
  for (const choice of ['My name', 'My donations', 'When I can give'])
    await person.click(dialog.getByRole('checkbox', { name: choice }))
  expect(described()).toBe('Picture of your donor card: Rima Akter. O+, Not Verified. QR code to register.')
  await person.click(dialog.getByRole('button', { name: 'Save picture' }))
  expect(dialog.getByText('Saved. You find it where your browser saves files.').role).toBe('status')
  expect(save).toHaveBeenCalledTimes(1)
  await person.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(document.activeElement).toBe(button))
})
