import { listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { shortenedUntilMessage } from '@blood-bank/contract/contact-numbers/withheld'
import { HOSPITAL_TESTS } from '@blood-bank/contract/donors/compatibility'
import type { Component } from '@blood-bank/contract/donors/components'
import { searchCompatibleDonors, searchDonors } from '@blood-bank/contract/donors/endpoints'
import { HOUR_MS } from '@blood-bank/contract/durations'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aBloodRequest, aDonorSearchResult, aPage, aSearchPage, aUser } from '../../testing/builders.ts'
import { fillIn, primaryNames, renderPage, valueIn } from '../../testing/render-page.tsx'
import { awaiting, hanging, type Reply, replying } from '../../testing/replies.ts'
import { simulateScrolling } from '../../testing/scrolling.ts'

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

test.each([
  [[], 'A+from A+, A−, O+, O−', 'Post a Request'],
  [[aBloodRequest({ requiredBloodGroup: 'AB+' })], 'AB+from all groups', 'See who can come'],
])(
  'before a search the page says who can give to whom, one’s own group first, and what else there is',
  async (own, first, next) => {
    open('/find-donors', replying(listOwnBloodRequests, aPage(own)))
    const region = within(await screen.findByRole('region', { name: 'Who can give to whom' }))
    await region.findByRole('link', { name: next })
    expect(region.getAllByRole('term')[0]?.parentElement?.textContent).toBe(first)
    region.getByText(HOSPITAL_TESTS)
  },
)

test('the searched blood group is in the URL, with its plus encoded', async () => {
  const page = open('/find-donors', replying(searchDonors, aSearchPage([RIMA])))
  await fillIn(page.person, { 'Blood Group': 'O+' })
  await search(page)
  await screen.findByRole('article', { name: 'Rima Akter' })
  expect(page.path()).toBe('/find-donors?bloodGroup=O%2B')
  expect(page.server.callsTo(searchDonors).map(call => call.address)).toEqual(['/api/donors?bloodGroup=O%2B'])
})

const groups = async () =>
  within(await screen.findByRole('navigation', { name: "The patient's blood group" }))

test('a group is searched when it is pressed, that of one’s own open request first', async () => {
  const own = [
    aBloodRequest({ requiredBloodGroup: 'O+', status: 'fulfilled' }),
    aBloodRequest({ id: KARIM.id, requiredBloodGroup: 'B-' }),
  ]
  const page = open(
    '/find-donors',
    replying(listOwnBloodRequests, aPage(own)),
    replying(searchDonors, aSearchPage([RIMA])),
    replying(searchDonors, aSearchPage([RIMA, KARIM])),
  )
  const links = (await groups()).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'B−, your request',
    ...['A+', 'A−', 'B+', 'AB+', 'AB−', 'O+', 'O−'],
  ])
  const press = async () => page.person.click((await groups()).getByRole('link', { name: 'AB−' }))
  await press()
  await screen.findByRole('article', { name: 'Rima Akter' })
  expect([page.path(), valueIn('Blood Group')]).toEqual(['/find-donors?bloodGroup=AB-', 'AB-'])
  expect((await groups()).getByRole('link', { current: true }).textContent).toBe('AB−')
  await press()
  await screen.findByRole('article', { name: 'Karim Uddin' })
})

test('groups whose order is not known yet keep their place', async () => {
  const own = awaiting(replying(listOwnBloodRequests, aPage([])))
  open('/find-donors', own.reply)
  const waiting = await screen.findByRole('navigation', { name: "The patient's blood group" })
  expect(waiting.dataset.waiting).toBe('true')
  own.arrive()
  await waitFor(() => expect(waiting.dataset.waiting).toBeUndefined())
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
  for (const text of ['Verified', 'Computer Science']) card.getByText(text)
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

const OTHERS_HEADING = 'Donors of other groups who can give to B−'
const ofOtherGroup = (id: number, fullName: string) =>
  aDonorSearchResult({ id: `0192f0c1-0000-7000-8000-0000000001${id}`, fullName, bloodGroup: 'O-' })

test('donors of other groups are loaded only as far as the page is scrolled, each with the group', async () => {
  const { scrollToEnd } = simulateScrolling()
  const { server } = open(
    '/find-donors?bloodGroup=B-',
    replying(searchDonors, aSearchPage([RIMA])),
    replying(searchCompatibleDonors, aSearchPage([ofOtherGroup(10, 'Nasrin')], { next: 'after', total: 2 })),
    replying(searchCompatibleDonors, aSearchPage([ofOtherGroup(11, 'Jamal')], { total: null })),
  )
  const section = within(await screen.findByRole('region', { name: OTHERS_HEADING }))
  expect(server.callsTo(searchCompatibleDonors)).toEqual([])
  await scrollToEnd()
  within(await section.findByRole('article', { name: 'Nasrin' })).getByText('O-')
  section.getByText('2 donors')
  expect(server.callsTo(searchCompatibleDonors)).toHaveLength(1)
  screen.getByText(HOSPITAL_TESTS)
  await scrollToEnd()
  await section.findByRole('article', { name: 'Jamal' })
  expect(server.callsTo(searchCompatibleDonors).map(({ query }) => query)).toEqual([
    { bloodGroup: 'B-', limit: '20' },
    { bloodGroup: 'B-', limit: '20', after: 'after' },
  ])
})

test('the section of other groups follows when the searched group is loaded completely', async () => {
  const following = awaiting(replying(searchDonors, aSearchPage([KARIM], { total: null })))
  open(
    '/find-donors?bloodGroup=B-',
    replying(searchDonors, aSearchPage([RIMA], { next: 'after-rima', total: 2 })),
    following.reply,
  )
  await screen.findByText('2 donors')
  expect(screen.queryByText(OTHERS_HEADING)).toBeNull()
  following.arrive()
  await screen.findByRole('heading', { name: OTHERS_HEADING })
})

test('without donors of any group the page says so for both, and offers to post a request', async () => {
  const { scrollToEnd } = simulateScrolling()
  open(
    '/find-donors?bloodGroup=B-',
    replying(searchDonors, aSearchPage([])),
    replying(searchCompatibleDonors, aSearchPage([])),
  )
  await screen.findByText('No available donors found for blood group: B-.')
  await scrollToEnd()
  await screen.findByText('None now.')
  expect(screen.getAllByRole('link', { name: 'Post a Request' })).toHaveLength(1)
  expect(primaryNames()).toEqual(['Post a Request'])
})

test('for O- there is no section of other groups', async () => {
  open('/find-donors?bloodGroup=O-', replying(searchDonors, aSearchPage([RIMA])))
  await screen.findByRole('article', { name: 'Rima Akter' })
  screen.getByText(HOSPITAL_TESTS)
  expect(screen.queryByText(/other groups/)).toBeNull()
})

test('another search starts without the donors of other groups', async () => {
  const { scrollToEnd } = simulateScrolling()
  const page = open(
    '/find-donors?bloodGroup=B-',
    replying(searchDonors, aSearchPage([RIMA])),
    replying(searchCompatibleDonors, aSearchPage([ofOtherGroup(10, 'Nasrin')])),
    replying(searchDonors, aSearchPage([KARIM])),
  )
  await screen.findByRole('heading', { name: OTHERS_HEADING })
  await scrollToEnd()
  await screen.findByRole('article', { name: 'Nasrin' })
  await fillIn(page.person, { 'Blood Group': 'A-' })
  await search(page)
  await screen.findByRole('heading', { name: 'Donors of other groups who can give to A−' })
  expect(page.server.callsTo(searchCompatibleDonors)).toHaveLength(1)
})

const aDonorWho = (id: number, fullName: string, how: Parameters<typeof aDonorSearchResult>[0] = {}) =>
  aDonorSearchResult({ id: `0192f0c1-0000-7000-8000-0000000002${id}`, fullName, ...how })
const SHAKIL = aDonorWho(10, 'Shakil Hasan', { contactNumber: '01712-345678' })
const FARHANA = aDonorWho(11, 'Farhana Islam', { contactNumber: '01812-345678' })
const SABBIR = aDonorWho(12, 'Sabbir Hasan')
const TANIA = aDonorWho(13, 'Tania Roy', { contactNumber: '01912-345678', eligibleFrom: '2027-03-03' })

const namesInOrder = () =>
  screen.getAllByRole('article').map(card => within(card).getByRole('heading').textContent)

test('whom one can call comes first, then who can be asked by a request, then who can give later', async () => {
  open('/find-donors?bloodGroup=B-', replying(searchDonors, aSearchPage([SHAKIL, FARHANA, SABBIR, TANIA])))
  await screen.findByRole('heading', { name: 'Call now (2)' })
  await screen.findByRole('heading', { name: 'Can give later (1)' })
  const headings = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(headings).toEqual(['Call now (2)', '1 can be asked.', 'Can give later (1)'])
  expect(namesInOrder()).toEqual(['Shakil Hasan', 'Farhana Islam', 'Sabbir Hasan', 'Tania Roy'])
  expect(screen.getByRole('link', { name: 'Ask them' }).getAttribute('href')).toBe(
    '/post-request?bloodGroup=B-',
  )
  expect(primaryNames()).toEqual([])
  expect(screen.getAllByText('Never pay or ask for money.')).toHaveLength(1)
  const later = within(screen.getByRole('article', { name: 'Tania Roy' }))
  expect(later.getByRole('link', { name: '01912-345678' }).getAttribute('href')).toBe('tel:01912345678')
})

test('whoever has posted for the group reads that it is passed on, and is promised nobody', async () => {
  open(
    '/find-donors?bloodGroup=B-',
    replying(listOwnBloodRequests, aPage([aBloodRequest({ requiredBloodGroup: 'B-' })])),
    replying(searchDonors, aSearchPage([SHAKIL, SABBIR])),
  )
  await screen.findByText('Your request for B− is being passed on to donors. You can also call these.')
  screen.getByRole('heading', { name: 'Without a number (1)' })
  expect(screen.queryByText(/can be asked|Post a request/)).toBeNull()
})

test('where nobody can be called, to ask them comes first', async () => {
  const page = open('/find-donors', replying(searchDonors, aSearchPage([SABBIR])))
  await screen.findByRole('button', { name: 'Search' })
  expect(primaryNames()).toEqual([])
  await page.person.selectOptions(screen.getByLabelText('Blood Group'), 'B-')
  await search(page)
  await screen.findByRole('heading', { name: '1 can be asked.' })
  expect(primaryNames()).toEqual(['Ask them'])
})

test('the counts are those of all donors while only the first page is loaded', async () => {
  const following = awaiting(replying(searchDonors, aSearchPage([SABBIR], { total: null, counts: null })))
  open(
    '/find-donors?bloodGroup=B-',
    replying(
      searchDonors,
      aSearchPage([SHAKIL], { next: 'after', total: 38, counts: { toCall: 18, toAsk: 20, later: 0 } }),
    ),
    following.reply,
  )
  await screen.findByRole('heading', { name: 'Call now (18)' })
  following.arrive()
  // All are loaded, and fewer than there were.
  await screen.findByRole('heading', { name: '1 can be asked.' })
  screen.getByRole('heading', { name: 'Call now (1)' })
})

test('after fifty numbers, which are limited, the others are loaded on scrolling', async () => {
  const { scrollToEnd } = simulateScrolling()
  const callable = Array.from({ length: 50 }, (_, nth) =>
    aDonorWho(10 + nth, `Donor ${nth}`, { contactNumber: '01712-345678' }),
  )
  const { server } = open(
    '/find-donors?bloodGroup=O-',
    replying(searchDonors, aSearchPage(callable, { next: 'after', total: 51 })),
    replying(searchDonors, aSearchPage([SABBIR], { total: null, counts: null })),
  )
  await screen.findByRole('article', { name: 'Donor 49' })
  expect(server.callsTo(searchDonors)).toHaveLength(1)
  await scrollToEnd()
  await screen.findByRole('article', { name: 'Sabbir Hasan' })
})

/** Nothing dials in a test. */
const pressCall = async ({ person }: ReturnType<typeof open>, donor: typeof SHAKIL) => {
  document.addEventListener('click', event => event.preventDefault(), { once: true })
  await person.click(await screen.findByRole('link', { name: `Call ${donor.contactNumber}` }))
}
const results = () => replying(searchDonors, aSearchPage([SHAKIL, FARHANA, SABBIR]))

test('an answer can be changed, and who can come keeps their place', async () => {
  const page = open('/find-donors?bloodGroup=O-', results(), results())
  await pressCall(page, SHAKIL)
  await page.person.click(screen.getByRole('button', { name: 'No answer' }))
  screen.getByText('You called just now: no answer.')
  await page.person.click(screen.getByRole('button', { name: 'Change' }))
  await page.person.click(screen.getByRole('button', { name: 'Yes' }))
  screen.getByText('You called just now: can come.')
  await search(page)
  await waitFor(() => expect(page.server.callsTo(searchDonors)).toHaveLength(2))
  expect(namesInOrder()[0]).toBe('Shakil Hasan')
})

test('a call is remembered on this device for a person and an evening, without a name or number', async () => {
  const page = open('/find-donors?bloodGroup=O-', results())
  await pressCall(page, SHAKIL)
  await page.person.click(screen.getByRole('button', { name: 'No' }))
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/Shakil|1712/)
  page.unmount()

  const again = open('/find-donors?bloodGroup=O-', results())
  await screen.findByText("You called just now: couldn't come.")
  await screen.findByRole('article', { name: 'Sabbir Hasan' })
  expect(namesInOrder()).toEqual(['Farhana Islam', 'Shakil Hasan', 'Sabbir Hasan'])
  again.unmount()

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 12 * HOUR_MS })
  open('/find-donors?bloodGroup=O-', results())
  await screen.findByRole('article', { name: 'Sabbir Hasan' })
  expect(namesInOrder()).toEqual(['Shakil Hasan', 'Farhana Islam', 'Sabbir Hasan'])
  expect(screen.queryByText(/You called/)).toBeNull()
  expect({ ...localStorage }).toEqual({})
})

test.each(['{', '{"a":null}'])('an entry of calls that is broken (%s) is none', async text => {
  const page = open('/find-donors?bloodGroup=O-', results())
  await pressCall(page, SHAKIL)
  page.unmount()
  for (const key of Object.keys(localStorage)) localStorage.setItem(key, text)
  open('/find-donors?bloodGroup=O-', results())
  await screen.findByRole('article', { name: 'Sabbir Hasan' })
  expect(screen.queryByText(/You called|Could Shakil/)).toBeNull()
})
