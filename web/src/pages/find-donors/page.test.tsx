import { HOSPITAL_TESTS } from '@blood-bank/contract/donors/compatibility'
import { searchCompatibleDonors, searchDonors } from '@blood-bank/contract/donors/endpoints'
import { tooManyNumbersMessage } from '@blood-bank/contract/numbers/contact-numbers'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aDonorSearchResult, aSearchPage, aUser } from '../../testing/builders.ts'
import { fillIn, valueIn } from '../../testing/fill-in.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { awaiting, hanging, type Reply, refusing, replying } from '../../testing/replies.ts'
import { simulateScrolling } from '../../testing/scrolling.ts'

const RIMA = aDonorSearchResult()
const KARIM = aDonorSearchResult({ id: '0192f0c1-0000-7000-8000-0000000000ab', fullName: 'Karim Uddin' })

const open = (path: string, ...replies: Reply[]) => renderPage(path, { user: aUser(), replies })

const search = async ({ person }: ReturnType<typeof open>) =>
  person.click(await screen.findByRole('button', { name: 'Search' }))

test('a search without a group asks for one', async () => {
  const page = open('/find-donors')
  await search(page)
  expect((await screen.findByRole('alert')).textContent).toBe('Please select a blood group to search.')
  expect(page.server.callsTo(searchDonors)).toEqual([])
})

test('the searched blood group is in the URL, with its plus encoded', async () => {
  const page = open('/find-donors', replying(searchDonors, aSearchPage([RIMA])))
  await fillIn(page.person, { 'Blood Group': 'O+' })
  await search(page)
  await screen.findByRole('article', { name: 'Rima Akter' })
  expect(page.path()).toBe('/find-donors?bloodGroup=O%2B')
  expect(page.server.callsTo(searchDonors).map(call => call.address)).toEqual(['/api/donors?bloodGroup=O%2B'])
})

test('a URL with a blood group searches at once and shows it as selected', async () => {
  open('/find-donors?bloodGroup=A%2B', replying(searchDonors, aSearchPage([RIMA])))
  await screen.findByRole('article', { name: 'Rima Akter' })
  expect(valueIn('Blood Group')).toBe('A+')
})

test('the selection follows the URL', async () => {
  const page = open('/find-donors?bloodGroup=A%2B', replying(searchDonors, aSearchPage([RIMA])))
  await screen.findByRole('article', { name: 'Rima Akter' })
  await page.person.click(screen.getByRole('link', { name: 'Find Donors' }))
  await waitFor(() => expect(valueIn('Blood Group')).toBe(''))
  expect(screen.queryByRole('article')).toBeNull()
})

test('a URL with an unknown blood group searches nothing', async () => {
  const page = open('/find-donors?bloodGroup=C')
  await screen.findByRole('button', { name: 'Search' })
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

test('all pages of results load automatically, and the total is shown from the first page on', async () => {
  const following = awaiting(replying(searchDonors, aSearchPage([KARIM], { total: null })))
  const { server } = open(
    '/find-donors?bloodGroup=O%2B',
    replying(searchDonors, aSearchPage([RIMA], { next: 'after-rima', total: 2 })),
    following.reply,
  )
  await screen.findByText('2 donors')
  expect(screen.getAllByRole('article')).toHaveLength(1)
  following.arrive()
  await screen.findByRole('article', { name: KARIM.fullName })
  screen.getByText('2 donors')
  expect(server.callsTo(searchDonors).map(({ query }) => query)).toEqual([
    { bloodGroup: 'O+' },
    { bloodGroup: 'O+', after: 'after-rima' },
  ])
})

test('after too many numbers the page says until when, keeps the results, and loads no more', async () => {
  const message = tooManyNumbersMessage('Nov 21, 2026, 3:00 PM')
  const page = open(
    '/find-donors?bloodGroup=O%2B',
    replying(searchDonors, aSearchPage([RIMA], { next: 'after-rima', total: 2 })),
    refusing(searchDonors, 'too-many-numbers', { message }),
  )
  expect((await screen.findByRole('alert')).textContent).toBe(
    'You have been shown many phone numbers in a short time. You can see more at Nov 21, 2026, 3:00 PM.',
  )
  screen.getByRole('article', { name: 'Rima Akter' })
  expect(page.server.callsTo(searchDonors)).toHaveLength(2)
})

test('a donor who cannot donate yet is marked with the date from which they can', async () => {
  const resting = { ...KARIM, isVerified: true, eligibleFrom: '2027-03-03' }
  open('/find-donors?bloodGroup=O%2B', replying(searchDonors, aSearchPage([RIMA, resting])))
  const card = within(await screen.findByRole('article', { name: KARIM.fullName }))
  card.getByText('Can donate from Mar 3, 2027')
  card.getByText('Verified')
  expect(screen.getAllByText(/^Can donate from/)).toHaveLength(1)
})

test('the page shows how many of all donors are loaded, and announces the total once', async () => {
  const following = awaiting(replying(searchDonors, aSearchPage([KARIM], { total: null })))
  open(
    '/find-donors?bloodGroup=O%2B',
    replying(searchDonors, aSearchPage([RIMA], { next: 'after-rima', total: 2 })),
    following.reply,
  )
  const status = await screen.findByText('2 donors')
  expect(status.parentElement?.textContent).toBe('1 of 2 donors')
  expect(status.getAttribute('role')).toBe('status')
  following.arrive()
  await screen.findByRole('article', { name: KARIM.fullName })
  expect(status.parentElement?.textContent).toBe('2 donors')
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
  expect(headings).toEqual(['Call now (2)', '1 more can be asked for you.', 'Can give later (1)'])
  expect(namesInOrder()).toEqual(['Shakil Hasan', 'Farhana Islam', 'Sabbir Hasan', 'Tania Roy'])
  expect(screen.getByRole('link', { name: 'Ask them' }).getAttribute('href')).toBe(
    '/post-request?bloodGroup=B-',
  )
  expect(screen.getAllByText('Never pay or ask for money.')).toHaveLength(1)
  const later = within(screen.getByRole('article', { name: 'Tania Roy' }))
  expect(later.getByRole('link', { name: '01912-345678' }).getAttribute('href')).toBe('tel:01912345678')
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
  await screen.findByRole('heading', { name: '1 more can be asked for you.' })
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
    replying(searchDonors, aSearchPage([KARIM], { total: null, counts: null })),
  )
  await screen.findByRole('article', { name: 'Donor 49' })
  expect(server.callsTo(searchDonors)).toHaveLength(1)
  await scrollToEnd()
  await screen.findByRole('article', { name: KARIM.fullName })
})

/** Nothing dials in a test. */
const pressCall = async ({ person }: ReturnType<typeof open>, donor: typeof SHAKIL) => {
  document.addEventListener('click', event => event.preventDefault(), { once: true })
  await person.click(await screen.findByRole('link', { name: `Call ${donor.contactNumber}` }))
}
const results = () => replying(searchDonors, aSearchPage([SHAKIL, FARHANA, SABBIR]))

test('after a call the card asks what came of it, and the next search lists last who could not come', async () => {
  const page = open('/find-donors?bloodGroup=O-', results(), results())
  await screen.findByRole('article', { name: 'Sabbir Hasan' })
  await pressCall(page, SHAKIL)
  const card = within(screen.getByRole('article', { name: 'Shakil Hasan' }))
  card.getByText('Could Shakil Hasan come?')
  await page.person.click(card.getByRole('button', { name: 'No' }))
  card.getByText("You called just now: couldn't come.")
  expect(document.activeElement).toBe(card.getByRole('button', { name: 'Change' }))
  expect(namesInOrder(), 'nothing moves').toEqual(['Shakil Hasan', 'Farhana Islam', 'Sabbir Hasan'])
  await search(page)
  await waitFor(() => expect(namesInOrder()).toEqual(['Farhana Islam', 'Shakil Hasan', 'Sabbir Hasan']))
  screen.getByText("You called just now: couldn't come.")
  screen.getByRole('link', { name: `Call ${SHAKIL.contactNumber}` })
})

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

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 12 * 3_600_000 })
  open('/find-donors?bloodGroup=O-', results())
  await screen.findByRole('article', { name: 'Sabbir Hasan' })
  expect(namesInOrder()).toEqual(['Shakil Hasan', 'Farhana Islam', 'Sabbir Hasan'])
  expect(screen.queryByText(/You called/)).toBeNull()
  expect({ ...localStorage }).toEqual({})
})

test.each(['{', 'null', '{"a":null}', '"calls"'])(
  'an entry of calls that is broken (%s) is none',
  async text => {
    const page = open('/find-donors?bloodGroup=O-', results())
    await pressCall(page, SHAKIL)
    page.unmount()
    for (const key of Object.keys(localStorage)) localStorage.setItem(key, text)
    open('/find-donors?bloodGroup=O-', results())
    await screen.findByRole('article', { name: 'Sabbir Hasan' })
    expect(screen.queryByText(/You called|Could Shakil/)).toBeNull()
  },
)

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
  section.getByText(HOSPITAL_TESTS)
  expect(server.callsTo(searchCompatibleDonors)).toEqual([])
  await scrollToEnd()
  within(await section.findByRole('article', { name: 'Nasrin' })).getByText('O-')
  section.getByText('2 donors')
  expect(server.callsTo(searchCompatibleDonors)).toHaveLength(1)
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
  await screen.findByText('No available donors of other groups can give to B−.')
  expect(screen.getAllByRole('link', { name: 'Post a Request' })).toHaveLength(1)
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
