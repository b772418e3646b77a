import { searchDonors } from '@blood-bank/contract/donors/endpoints'
import { HOUR_MS } from '@blood-bank/contract/durations'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aDonorSearchResult, aSearchPage, aUser } from '../../testing/builders.ts'
import { primaryNames, renderPage } from '../../testing/render-page.tsx'
import { awaiting, type Reply, replying } from '../../testing/replies.ts'
import { simulateScrolling } from '../../testing/scrolling.ts'

const open = (path: string, ...replies: Reply[]) => renderPage(path, { user: aUser(), replies })

const search = async ({ person }: ReturnType<typeof open>) =>
  person.click(await screen.findByRole('button', { name: 'Search' }))

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
  expect(primaryNames()).toEqual([])
  expect(screen.getAllByText('Never pay or ask for money.')).toHaveLength(1)
  const later = within(screen.getByRole('article', { name: 'Tania Roy' }))
  expect(later.getByRole('link', { name: '01912-345678' }).getAttribute('href')).toBe('tel:01912345678')
})

test('where nobody can be called, to ask them comes first', async () => {
  const page = open('/find-donors', replying(searchDonors, aSearchPage([SABBIR])))
  await screen.findByRole('button', { name: 'Search' })
  expect(primaryNames()).toEqual(['Search'])
  await page.person.selectOptions(screen.getByLabelText('Blood Group'), 'B-')
  await search(page)
  await screen.findByRole('heading', { name: '1 can be asked for you.' })
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
