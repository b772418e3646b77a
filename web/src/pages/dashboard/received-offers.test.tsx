import {
  type BloodRequest,
  closeBloodRequest,
  listOwnBloodRequests,
} from '@blood-bank/contract/blood-requests/endpoints'
import { HOUR_MS } from '@blood-bank/contract/durations'
import { undoDonation } from '@blood-bank/contract/offers/donations'
import {
  listReceivedOffers,
  recordDonationOfOffer,
  releaseOffer,
} from '@blood-bank/contract/offers/endpoints'
import { turnAwayDonor, undoTurnedAway } from '@blood-bank/contract/offers/turned-away'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { site } from '../../api/site.ts'
import { aBloodRequest, aPage, aReceivedOffer, aUser, idOf } from '../../testing/builders.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { awaiting, failing, type Reply, refusing, replying } from '../../testing/replies.ts'
import { calendarDateOf } from '../../ui/records/dates.ts'

const OFFERED = aReceivedOffer()
const JOYA = aReceivedOffer({
  id: idOf(8),
  donor: { fullName: 'Joya Sen', bloodGroup: 'O-', contactNumber: '01512-345678' },
})
const TODAY = calendarDateOf(new Date(), site.timeZone)
const IN_AN_HOUR = new Date(Date.now() + HOUR_MS).toISOString()
const DONATED = aReceivedOffer({
  status: 'donated',
  settledAt: '2026-03-03T12:00:00.000Z',
  donation: { id: idOf(7), donatedOn: '2026-03-03', undoableUntil: IN_AN_HOUR },
})
const RELEASED = aReceivedOffer({ status: 'released', settledAt: '2026-03-03T12:00:00.000Z', donor: null })

const offers = (...records: (typeof OFFERED)[]) => replying(listReceivedOffers, aPage(records))
const request = (bloodRequest: Partial<BloodRequest> = {}) =>
  replying(listOwnBloodRequests, aPage([aBloodRequest({ offersStanding: 1, ...bloodRequest })]))

const open = (...replies: Reply[]) =>
  renderPage('/dashboard', {
    user: aUser(),
    replies: replies.some(({ endpoint }) => endpoint === listOwnBloodRequests)
      ? replies
      : [...replies, request()],
  })

const findCard = async () => within(await screen.findByRole('article', { name: /Karim Uddin$/ }))
const findOffers = async (name = 'Donors who offered') =>
  within(await (await findCard()).findByRole('region', { name }))
const findEndedOffers = () => findOffers('Offers that have ended')

async function press({ person }: ReturnType<typeof open>, name: string) {
  await person.click(await (await findCard()).findByRole('button', { name }))
}

const fulfilDialog = async () =>
  within(await screen.findByRole('alertdialog', { name: 'Mark this blood request as fulfilled?' }))

test('the owner sees the name, group and number of a donor who offered', async () => {
  open(offers(OFFERED))
  const list = await findOffers()
  list.getByText('Mitu Das (AB−) can come.')
  expect(list.getByRole('link', { name: 'Call Mitu Das 01912-345678' }).getAttribute('href')).toBe(
    'tel:01912345678',
  )
  ;(await findCard()).getByText(/Never pay or accept money for blood\./)
})

test('the owner reads once that it may be the first time of a donor, of whom nothing is told', async () => {
  open(offers(OFFERED, aReceivedOffer({ ...OFFERED, id: idOf(2) })))
  await findOffers()
  expect((await findCard()).getAllByText(/It may be their first time\./)).toHaveLength(1)
})

test('a withdrawn offer is told without a name', async () => {
  open(offers(aReceivedOffer({ status: 'withdrawn', settledAt: '2026-03-02T10:05:00.000Z', donor: null })))
  const list = await findEndedOffers()
  list.getByText('A donor can no longer come')
  expect(list.getAllByRole('button').map(button => button.getAttribute('aria-label'))).toEqual(['More'])
})

test.each([
  ['blood', 'blood'],
  ['apheresis-platelets', 'platelets'],
  ['pooled-platelets', 'blood'],
] as const)(
  'a donation for %s is recorded with today as the date, and can be undone',
  async (component, given) => {
    const replies = [offers(OFFERED), offers(DONATED), replying(recordDonationOfOffer, DONATED)]
    const page = open(...replies, request({ component }))
    await press(page, `Gave ${given}`)
    const dialog = within(await screen.findByRole('dialog', { name: `Did Mitu Das give ${given}?` }))
    expect(dialog.getByLabelText<HTMLInputElement>('Donation Date').value).toBe(TODAY)
    dialog.getByText(/^The donor is thanked by email\./)
    await page.person.click(dialog.getByRole('button', { name: 'Record donation' }))
    const list = await findOffers()
    const text = await list.findByText(`Mitu Das gave ${given} on Mar 3, 2026`)
    expect(page.server.callsTo(recordDonationOfOffer).map(call => call.body)).toEqual([{ donatedOn: TODAY }])
    await waitFor(() => expect(document.activeElement).toBe(text.parentElement))
    // Without the time at which that was recorded: a second date would be taken for another donation.
    expect(text.parentElement?.querySelector('time')).toBeNull()
    list.getByRole('link', { name: 'Call Mitu Das 01912-345678' })
    list.getByRole('button', { name: 'Undo' })
  },
)

test('a refused date stays in the dialog with the reason', async () => {
  const message = 'Donation Date cannot be before the day on which the donor offered to donate.'
  const page = open(
    offers(OFFERED),
    refusing(recordDonationOfOffer, 'donation-before-offer', { fields: { donatedOn: message } }),
  )
  await press(page, 'Gave blood')
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Donation Date'), { target: { value: '2026-01-01' } })
  await page.person.click(dialog.getByRole('button', { name: 'Record donation' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(message)
  const field = dialog.getByLabelText<HTMLInputElement>('Donation Date')
  expect(field.value).toBe('2026-01-01')
  expect(field.getAttribute('aria-invalid')).toBe('true')
})

test('undoing a donation restores the offer at once', async () => {
  const { reply, arrive } = awaiting(replying(undoDonation, undefined))
  const page = open(offers(DONATED), offers(OFFERED), reply)
  await press(page, 'Undo')
  await page.person.click(await screen.findByRole('button', { name: 'Undo this donation' }))
  const list = await findOffers()
  await list.findByRole('button', { name: 'Gave blood' })
  arrive()
  await screen.findByText('The donation was undone.')
  expect(page.server.callsTo(undoDonation).map(call => call.params)).toEqual([{ id: idOf(7) }])
})

test('a donation that is a day old cannot be undone', async () => {
  const donation = { id: idOf(7), donatedOn: '2026-03-03', undoableUntil: '2026-03-04T12:00:00.000Z' }
  open(offers({ ...DONATED, donation }))
  await (await findEndedOffers()).findByText('Mitu Das gave blood on Mar 3, 2026')
  expect((await findEndedOffers()).queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('a donor who is not needed disappears at once', async () => {
  const { reply, arrive } = awaiting(replying(releaseOffer, RELEASED))
  const page = open(offers(OFFERED), offers(RELEASED), reply)
  await press(page, 'Not needed')
  const dialog = within(
    await screen.findByRole('alertdialog', { name: "Tell Mitu Das that they aren't needed?" }),
  )
  await page.person.click(dialog.getByRole('button', { name: 'Tell the donor' }))
  const list = await findOffers()
  const text = await list.findByText('A donor was told that they are not needed')
  expect(list.queryByText(/01912-345678/)).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(text.parentElement))
  arrive()
  await screen.findByText('The donor is told that they are not needed.')
})

test('a donor whom the hospital could not take is thanked, and the owner can undo it', async () => {
  const turnedAway = { ...RELEASED, turnedAway: { undoableUntil: IN_AN_HOUR } }
  const page = open(
    offers(OFFERED),
    offers(turnedAway),
    replying(turnAwayDonor, turnedAway),
    replying(undoTurnedAway, OFFERED),
  )
  await press(page, "Couldn't give")
  const dialog = within(
    await screen.findByRole('alertdialog', {
      name: "Did Mitu Das come, but the hospital couldn't take them?",
    }),
  )
  await page.person.click(dialog.getByRole('button', { name: "The hospital couldn't take them" }))
  const list = await findOffers()
  await list.findByText("A donor came, but the hospital couldn't take them")
  await screen.findByText('The donor is thanked for coming.')
  page.server.answer(offers(OFFERED))
  await press(page, 'Undo')
  await page.person.click(await screen.findByRole('button', { name: 'Undo this' }))
  await list.findByText('Mitu Das (AB−) can come.')
  expect(page.server.callsTo(undoTurnedAway)).toHaveLength(1)
})

test('what only the donor says, the owner confirms, and takes that back', async () => {
  const donation = { id: idOf(7), donatedOn: '2026-03-03', undoableUntil: null, isOwnWord: true } as const
  const confirmed = { ...DONATED, donation: { ...donation, undoableUntil: IN_AN_HOUR } }
  const unconfirmed = { ...DONATED, donation: { ...donation, isUnconfirmed: true as const } }
  const page = open(
    offers(unconfirmed),
    replying(recordDonationOfOffer, confirmed),
    offers(confirmed),
    replying(undoDonation, undefined),
    offers(unconfirmed),
  )
  const list = await findOffers()
  await list.findByText('Mitu Das says that they gave blood on Mar 3, 2026')
  await press(page, 'Yes, they gave')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Did Mitu Das give blood?' }))
  await page.person.click(dialog.getByRole('button', { name: 'Yes, they gave' }))
  await list.findByText('Mitu Das gave blood on Mar 3, 2026')
  expect(page.server.callsTo(recordDonationOfOffer).map(({ body }) => body)).toEqual([
    { donatedOn: '2026-03-03' },
  ])
  await press(page, 'Undo')
  await page.person.click(await screen.findByRole('button', { name: 'Undo this donation' }))
  await list.findByText('Mitu Das says that they gave blood on Mar 3, 2026')
})

test('releases that fail bring the donors back, each with its error', async () => {
  const [first, second] = [awaiting(failing(releaseOffer)), awaiting(failing(releaseOffer))]
  const page = open(offers(OFFERED, JOYA), first.reply, second.reply)
  const list = await findOffers()
  for (const description of ['Mitu Das (AB−) can come.', 'Joya Sen (O−) can come.']) {
    await page.person.click(await list.findByRole('button', { name: 'Not needed', description }))
    await page.person.click(await screen.findByRole('button', { name: 'Tell the donor' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  first.arrive()
  await list.findByText(/^Mitu Das: /)
  second.arrive()
  await list.findByText(/^Joya Sen: /)
  list.getByText(/^Mitu Das: /)
  // Below the donors, so that none moves.
  expect(within(list.getByRole('list')).queryByRole('alert')).toBeNull()
  list.getByText('Mitu Das (AB−) can come.')
})

test('a donor who withdrew meanwhile is shown so, with the reason', async () => {
  const page = open(offers(OFFERED), refusing(releaseOffer, 'offer-settled'))
  const list = await findOffers()
  page.server.answer(offers(aReceivedOffer({ status: 'withdrawn', donor: null })))
  await press(page, 'Not needed')
  await page.person.click(await screen.findByRole('button', { name: 'Tell the donor' }))
  await screen.findByText('This offer has changed in the meantime. Please look at the request again.')
  await list.findByText('A donor can no longer come')
})

test('Mark as Fulfilled asks which donors gave, and on which day', async () => {
  const page = open(
    offers(OFFERED, JOYA),
    replying(closeBloodRequest, aBloodRequest({ status: 'fulfilled', unitsGiven: 1 })),
  )
  await findOffers()
  await press(page, 'Mark as Fulfilled')
  const dialog = await fulfilDialog()
  await page.person.click(await dialog.findByRole('checkbox', { name: 'Joya Sen (O−)' }))
  const field = dialog.getByLabelText<HTMLInputElement>('Donation Date')
  expect(field.value).toBe(TODAY)
  fireEvent.change(field, { target: { value: '2026-01-01' } })
  dialog.getByRole('button', { name: 'Yes, we have the blood' }).focus()
  await page.person.keyboard('{Enter}')
  const message = dialog.getByText(
    'Donation Date cannot be before the day on which the donor offered to donate.',
  )
  // The focus makes screen readers read the field, with its error.
  expect(document.activeElement).toBe(field)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(field.getAttribute('aria-describedby')).toBe(message.id)
  expect(page.server.callsTo(closeBloodRequest)).toEqual([])
  fireEvent.change(field, { target: { value: TODAY } })
  await page.person.click(dialog.getByRole('button', { name: 'Yes, we have the blood' }))
  await screen.findByText('The blood request was marked as fulfilled.')
  expect(page.server.callsTo(closeBloodRequest).map(call => call.body)).toEqual([
    { status: 'fulfilled', donorsWhoGave: { offerIds: [idOf(8)], donatedOn: TODAY } },
  ])
})

test('Mark as Fulfilled asks whom the hospital could not take, of those who did not give', async () => {
  const page = open(
    offers(OFFERED, JOYA),
    replying(closeBloodRequest, aBloodRequest({ status: 'fulfilled' })),
  )
  await findOffers()
  await press(page, 'Mark as Fulfilled')
  const dialog = await fulfilDialog()
  await page.person.click(await dialog.findByRole('checkbox', { name: 'Joya Sen (O−) came' }))
  await page.person.click(dialog.getByRole('checkbox', { name: 'Mitu Das (AB−) came' }))
  await page.person.click(dialog.getByRole('checkbox', { name: 'Mitu Das (AB−)' }))
  expect(dialog.queryByRole('checkbox', { name: 'Mitu Das (AB−) came' })).toBeNull()
  await page.person.click(dialog.getByRole('button', { name: 'Yes, we have the blood' }))
  await screen.findByText('The blood request was marked as fulfilled.')
  expect(page.server.callsTo(closeBloodRequest).map(call => call.body)).toEqual([
    {
      status: 'fulfilled',
      donorsWhoGave: { offerIds: [OFFERED.id], donatedOn: TODAY },
      turnedAwayIds: [idOf(8)],
    },
  ])
})

test('none of the donors is a fine answer', async () => {
  const page = open(offers(OFFERED), replying(closeBloodRequest, aBloodRequest({ status: 'fulfilled' })))
  await findOffers()
  await press(page, 'Mark as Fulfilled')
  const dialog = await fulfilDialog()
  await dialog.findByText("Who of these donors gave? The others are told that they aren't needed.")
  await page.person.click(dialog.getByRole('button', { name: 'Yes, we have the blood' }))
  await screen.findByText('The blood request was marked as fulfilled.')
  expect(page.server.callsTo(closeBloodRequest).map(call => call.body)).toEqual([{ status: 'fulfilled' }])
})

test('without standing offers the confirmation asks nothing', async () => {
  const page = open(offers(RELEASED))
  await findEndedOffers()
  await press(page, 'Mark as Fulfilled')
  const dialog = await fulfilDialog()
  expect(dialog.queryByRole('group')).toBeNull()
  expect(dialog.queryByRole('checkbox')).toBeNull()
})

test('when enough units were given, the card asks whether the request is fulfilled', async () => {
  const page = open(offers(DONATED), request({ unitsGiven: 2 }))
  ;(await findCard()).getByText('2 of 2 needed units were given. Is the request fulfilled?')
  await press(page, 'Yes, it is fulfilled')
  await fulfilDialog()
})

test('a request that still needs units asks nothing', async () => {
  open(offers(DONATED), request({ unitsGiven: 1 }))
  ;(await findCard()).getByText('1 of 2 given, 1 offered')
  expect(screen.queryByRole('button', { name: 'Yes, it is fulfilled' })).toBeNull()
})

test('donations for a closed request are shown on demand', async () => {
  const page = open(offers(DONATED), request({ status: 'fulfilled', unitsGiven: 1, offersStanding: 0 }))
  await findCard()
  expect(page.server.callsTo(listReceivedOffers)).toEqual([])
  await page.person.click(await screen.findByText(/, for Karim Uddin \(1 donor gave\)$/))
  await (await findOffers()).findByText('Mitu Das gave blood on Mar 3, 2026')
})
