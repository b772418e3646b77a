import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { AFTER_GIVING } from '@blood-bank/contract/donors/fit-to-give'
import {
  addDonation,
  disputeDonation,
  listOwnDonations,
  undoDonation,
} from '@blood-bank/contract/offers/donations'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aDonation, aDonor, aPage, aUser, idOf } from '../../testing/builders.ts'
import { chooseFromRow, fillIn, renderPage } from '../../testing/render-page.tsx'
import { awaiting, dashboardReplies, failing, type Reply, refusing, replying } from '../../testing/replies.ts'

const BY_REQUESTER = aDonation()
const BY_DONOR = aDonation({ id: idOf(2), donatedOn: '2025-01-10', recordedBy: 'donor' })

const donations = (...records: (typeof BY_DONOR)[]) => replying(listOwnDonations, aPage(records))
const donor = (eligibleFrom: string | null) => replying(readOwnDonor, { donor: aDonor({ eligibleFrom }) })

const open = (...replies: Reply[]) =>
  renderPage('/dashboard', {
    user: aUser(),
    replies: [
      ...replies,
      ...dashboardReplies.filter(({ endpoint }) => !replies.some(reply => reply.endpoint === endpoint)),
    ],
  })

const findDonations = async () => within(await screen.findByRole('region', { name: 'My Donations' }))
const findAdd = () => screen.findByRole('button', { name: 'Add a donation' })
/** Removes the donation that the donor added. */
const chooseRemove = (person: Parameters<typeof chooseFromRow>[0]) =>
  chooseFromRow(person, 'Jan 10, 2025 Added by you', 'Remove')
const dayOf = (item: HTMLElement) => within(item).getByText(/\d{4}$/).textContent

test('the dashboard says how often the donor gave, and from when they can give again', async () => {
  open(donor('2027-03-03'), donations(BY_REQUESTER, aDonation({ id: idOf(3) }), BY_DONOR))
  const region = await findDonations()
  await screen.findByText('You have given 3 times. You can give again from Mar 3, 2027.')
  expect(region.getAllByRole('listitem').map(dayOf)).toEqual(['Mar 3, 2026', 'Mar 3, 2026', 'Jan 10, 2025'])
})

test.each([
  ['the first donation, on its day', ['2026-03-03'], true],
  ['the first donation, a day later', ['2026-03-02'], true],
  ['the first donation, two days later', ['2026-03-01'], false],
  ['the second donation', ['2026-03-03', '2025-01-10'], false],
])('the dashboard says with %s how to take care of oneself: %s, %s', async (_, days, isSaid) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-03T12:00:00Z') })
  open(
    donor('2026-07-01'),
    donations(...days.map((donatedOn, nth) => aDonation({ id: idOf(nth), donatedOn }))),
  )
  const region = await findDonations()
  expect(region.queryByText(AFTER_GIVING) !== null).toBe(isSaid)
})

test.each([
  ['a donor who has not given yet', [donor(null), donations()], 'Add a donation'],
  ['a person who is no donor', [], /You aren't registered as a donor yet/],
  ['somebody whose profile fails to load', [failing(readOwnDonor)], 'Failed to fetch donor data.'],
])('%s sees no empty list', async (_, replies, text) => {
  open(...replies)
  await screen.findByText(text)
  expect(screen.queryByRole('region', { name: 'My Donations' })).toBeNull()
})

test.each([
  ['Blood', 'blood', ''],
  ['Platelets by machine', 'apheresis-platelets', 'Platelets by machine. '],
] as const)(
  'a donation of %s given elsewhere is added, and the next date follows',
  async (label, component, said) => {
    const added = { ...BY_DONOR, component }
    const page = open(
      donor(null),
      donor('2026-05-10'),
      donations(),
      donations(added),
      replying(addDonation, added),
    )
    await page.person.click(await findAdd())
    await page.person.click(screen.getByRole('radio', { name: label }))
    await fillIn(page.person, { 'Donation Date': '2025-01-10' })
    await page.person.click(screen.getByRole('button', { name: 'Add' }))
    await screen.findByText('Your donation was added.')
    await screen.findByText('You have given once. You can give again from May 10, 2026.')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    screen.getByText(`${said}Added by you`)
    expect(page.server.callsTo(addDonation).map(call => call.body)).toEqual([
      { donatedOn: '2025-01-10', component },
    ])
    expect(document.activeElement).toBe(await findAdd())
  },
)

test('a date is required, and a refused one stays in the dialog with the reason', async () => {
  const page = open(donor(null), refusing(addDonation, 'donation-already-recorded'))
  await page.person.click(await findAdd())
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a donation' }))
  await page.person.click(dialog.getByRole('button', { name: 'Add' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('Please enter the date of the donation.')
  await fillIn(page.person, { 'Donation Date': '2025-01-10' })
  await page.person.click(dialog.getByRole('button', { name: 'Add' }))
  await dialog.findByText('A donation of this donor on this day is already recorded. Please check the date.')
  expect(dialog.getByLabelText<HTMLInputElement>('Donation Date').value).toBe('2025-01-10')
})

test('a donation that somebody else recorded can be disputed, once', async () => {
  const disputed = { ...BY_REQUESTER, disputedAt: '2026-03-04T12:00:00.000Z' }
  const { reply, arrive } = awaiting(replying(disputeDonation, disputed))
  const page = open(donor(null), donations(BY_REQUESTER), donations(disputed), reply)
  const region = await findDonations()
  await page.person.click(await region.findByRole('button', { name: 'This did not happen' }))
  await page.person.click(await screen.findByRole('button', { name: 'Tell an admin' }))
  await region.findByText(/You said that it didn't happen; an admin checks it\./)
  expect(region.queryByRole('button', { name: 'This did not happen' })).toBeNull()
  arrive()
  await screen.findByText('Thank you. An admin will check this donation.')
  expect(page.server.callsTo(disputeDonation).map(call => call.params)).toEqual([{ id: BY_REQUESTER.id }])
})

test('a donation that the donor added can be removed; a removal that fails brings it back, with the error', async () => {
  const page = open(donor(null), donations(BY_DONOR), failing(undoDonation))
  const region = await findDonations()
  await region.findByText('Added by you')
  expect(region.queryByRole('button', { name: 'This did not happen' })).toBeNull()
  await chooseRemove(page.person)
  await page.person.click(await screen.findByRole('button', { name: 'Remove this donation' }))
  expect((await screen.findByRole('alert')).textContent).toContain('The service cannot be reached.')
  page.server.answer(replying(undoDonation, undefined))
  page.server.answer(donations())
  await chooseRemove(page.person)
  await page.person.click(await screen.findByRole('button', { name: 'Remove this donation' }))
  await screen.findByText('The donation was removed.')
  expect(screen.queryByRole('region', { name: 'My Donations' })).toBeNull()
  expect(document.activeElement).toBe(await findAdd())
})

test('a donation shows with what its donor was thanked, but not while the donor disputes it', async () => {
  const disputed = aDonation({
    id: idOf(4),
    thankYou: 'meant-a-lot',
    disputedAt: '2026-03-04T12:00:00.000Z',
  })
  open(donor('2027-03-03'), donations(aDonation({ thankYou: 'when-needed' }), disputed, BY_DONOR))
  const items = (await findDonations()).getAllByRole('listitem')
  expect(items[0]?.textContent).toContain('Thank-you: “You came when we needed somebody. Thank you.”')
  for (const item of items.slice(1)) expect(item.textContent).not.toContain('Thank-you')
})
