import { listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { shortenedUntilMessage } from '@blood-bank/contract/contact-numbers/withheld'
import type { Component } from '@blood-bank/contract/donors/components'
import { searchDonors } from '@blood-bank/contract/donors/endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aBloodRequest, aDonorSearchResult, aPage, aSearchPage, aUser } from '../../testing/builders.ts'
import { fillIn, renderPage, valueIn } from '../../testing/render-page.tsx'
import { hanging, type Reply, replying } from '../../testing/replies.ts'

const RIMA = aDonorSearchResult()
const KARIM = aDonorSearchResult({ id: '0192f0c1-0000-7000-8000-0000000000ab', fullName: 'Karim Uddin' })

const open = (path: string, ...replies: Reply[]) => renderPage(path, { user: aUser(), replies })

const search = async ({ person }: ReturnType<typeof open>) =>
  person.click(await screen.findByRole('button', { name: 'Search' }))

test.each<[string, Component[], boolean]>([
  ['blood', ['blood'], false],
  ['platelets by machine', ['apheresis-platelets'], true],
  ['both', ['apheresis-platelets', 'blood'], false],
  ['nothing', [], false],
])('whoever asks for %s reads whom else to ask, if only we can', async (_, components, isTold) => {
  const own = components.map((component, nth) => aBloodRequest({ id: `${nth}`, component }))
  open(
    '/find-donors?bloodGroup=O%2B',
    replying(searchDonors, aSearchPage([RIMA])),
    replying(listOwnBloodRequests, aPage(own)),
  )
  await screen.findByRole('article', { name: 'Rima Akter' })
  const line = 'These donors give blood. For platelets by machine we ask donors who said they give them.'
  if (isTold) await screen.findByText(line)
  else expect(screen.queryByText(line)).toBeNull()
})

test('the searched blood group is in the URL, with its plus encoded', async () => {
  const page = open('/find-donors', replying(searchDonors, aSearchPage([RIMA])))
  await fillIn(page.person, { 'Blood Group': 'O+' })
  await search(page)
  await screen.findByRole('article', { name: 'Rima Akter' })
  expect(page.path()).toBe('/find-donors?bloodGroup=O%2B')
  expect(page.server.callsTo(searchDonors).map(call => call.address)).toEqual(['/api/donors?bloodGroup=O%2B'])
})

test('the selection follows the URL', async () => {
  const page = open('/find-donors?bloodGroup=A%2B', replying(searchDonors, aSearchPage([RIMA])))
  await screen.findByRole('article', { name: 'Rima Akter' })
  await page.person.click(screen.getByRole('link', { name: 'Find Donors' }))
  await waitFor(() => expect(valueIn('Blood Group')).toBe(''))
  expect(screen.queryByRole('article')).toBeNull()
})

test.each([
  ['A+', 'A+'],
  ['ab%E2%88%92', 'AB-'],
  ['O%252B', 'O+'],
])('a URL with a blood group as people pass it on (%s) searches for it', async (written, bloodGroup) => {
  open(`/find-donors?bloodGroup=${written}`, replying(searchDonors, aSearchPage([RIMA])))
  await screen.findByRole('article', { name: 'Rima Akter' })
  expect(valueIn('Blood Group')).toBe(bloodGroup)
})

test('a URL with an unknown blood group says so and searches nothing', async () => {
  const page = open('/find-donors?bloodGroup=C')
  await screen.findByRole('button', { name: 'Search' })
  await screen.findByText('The link is incomplete. Please select the blood group.')
  expect(valueIn('Blood Group')).toBe('')
  expect(page.server.callsTo(searchDonors)).toEqual([])
})

test('searching for the same group again calls the server again', async () => {
  const page = open(
    '/find-donors?bloodGroup=O%2B',
    replying(searchDonors, aSearchPage([])),
    replying(searchDonors, aSearchPage([RIMA])),
  )
  await screen.findByText('No available donors found for blood group: O+.')
  await search(page)
  await screen.findByRole('article', { name: 'Rima Akter' })
})

test('a donor is shown with everything that a searcher may see', async () => {
  const donor = aDonorSearchResult({
    isVerified: true,
    contactNumber: '01712-345678',
    universityRole: 'faculty',
  })
  open('/find-donors?bloodGroup=O%2B', replying(searchDonors, aSearchPage([donor])))
  const card = within(await screen.findByRole('article', { name: 'Rima Akter' }))
  for (const text of ['Verified', 'Faculty (Teacher/Professor), Computer Science']) card.getByText(text)
  expect(card.getByRole('link', { name: 'Call 01712-345678' }).getAttribute('href')).toBe('tel:01712345678')
  expect(screen.getByText('1 donor').getAttribute('role')).toBe('status')
})

test('a private number is shown as private, and an unverified donor has no badge', async () => {
  open('/find-donors?bloodGroup=O%2B', replying(searchDonors, aSearchPage([RIMA])))
  const card = within(await screen.findByRole('article', { name: 'Rima Akter' }))
  card.getByText('Contact information is private.')
  expect(card.queryByRole('link')).toBeNull()
  expect(card.queryByText('Verified')).toBeNull()
})

test('a number that is shown only to verified members says so in its place', async () => {
  const withheld = aDonorSearchResult({ contactNumber: null, isNumberWithheld: true })
  open('/find-donors?bloodGroup=O%2B', replying(searchDonors, aSearchPage([withheld])))
  const card = within(await screen.findByRole('article', { name: 'Rima Akter' }))
  card.getByText('Verify your email address to see this number.')
  expect(card.queryByText('Contact information is private.')).toBeNull()
})

test('the page says that the search is in progress', async () => {
  open('/find-donors?bloodGroup=O%2B', hanging(searchDonors))
  expect((await screen.findByText('Searching...')).getAttribute('role')).toBe('status')
})

const UNTIL = '2026-11-21T09:00:00Z'
const SHORTENED = shortenedUntilMessage('Nov 21, 2026, 9:00 AM')

test.each([
  [true, ': you have been shown many in a short time.'],
  [false, '. Verify your email address to see it now.'],
])('after many numbers the next ones say until when (verified: %s)', async (emailVerified, why) => {
  const withheld = { contactNumber: null, isNumberWithheld: true, numberWithheldUntil: UNTIL } as const
  const donors = [
    aDonorSearchResult({ contactNumber: '01712-345678' }),
    aDonorSearchResult({ ...KARIM, ...withheld }),
  ]
  renderPage('/find-donors?bloodGroup=O%2B', {
    user: aUser({ emailVerified }),
    replies: [replying(searchDonors, aSearchPage(donors))],
  })
  const card = within(await screen.findByRole('article', { name: KARIM.fullName }))
  card.getByText(`This number is withheld until Nov 21, 2026, 9:00 AM${why}`)
  screen.getByRole('link', { name: 'Call 01712-345678' })
})

test.each([
  ['some', [RIMA], '1 donor'],
  ['no', [], SHORTENED],
])(
  'a list with %s of its donors says that the others are left out, and until when',
  async (_, donors, status) => {
    open(
      '/find-donors?bloodGroup=O%2B',
      replying(searchDonors, aSearchPage(donors, { total: 9, shortenedUntil: UNTIL })),
    )
    await screen.findByText(SHORTENED)
    expect(screen.getByText(status).getAttribute('role')).toBe('status')
    expect(screen.queryByText(/No available donors found/)).toBeNull()
  },
)

test('a donor who cannot donate yet is marked with the date from which they can', async () => {
  const resting = { ...KARIM, isVerified: true, contactNumber: '01712-345678', eligibleFrom: '2027-03-03' }
  open('/find-donors?bloodGroup=O%2B', replying(searchDonors, aSearchPage([RIMA, resting])))
  const card = within(await screen.findByRole('article', { name: KARIM.fullName }))
  // The style sheet puts it in brackets: a space after it would stand before the second one.
  expect(card.getByText('From March 3').parentElement?.textContent).toBe('From March 3')
  card.getByText('Verified')
  expect(screen.getAllByText(/^From/)).toHaveLength(1)
})

test('a donor who rests by choice is marked without a date, and cannot be called', async () => {
  const resting = { ...KARIM, contactNumber: '01712-345678', isResting: true } as const
  open('/find-donors?bloodGroup=O%2B', replying(searchDonors, aSearchPage([RIMA, resting])))
  const line = within(await screen.findByRole('article', { name: KARIM.fullName }))
  line.getByText('Not now')
  expect(line.queryByRole('link', { name: /^Call/ })).toBeNull()
  expect(screen.getAllByText('Not now')).toHaveLength(1)
})
