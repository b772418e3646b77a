import { listDonors } from '@blood-bank/contract/donors/administration'
import { PAGE_SIZE } from '@blood-bank/contract/listing'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { aDonorRecord, anAdmin, aPage, idOf } from '../../testing/builders.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { failing, hanging, type Reply, replying } from '../../testing/replies.ts'
import { ListingFilters } from './listing-filters.tsx'
import type { Listing } from './use-listing.ts'

/** How admin lists are searched, filtered, sorted and paged, tested with the list of donors. */
const RIMA = aDonorRecord({ id: idOf(1) })
const ABIR = aDonorRecord({ id: idOf(2), fullName: 'Abir Hossain' })
const ONLY_RIMA = replying(listDonors, aPage([RIMA]))
const NO_DONORS = replying(listDonors, aPage([]))

const open = (search: string, ...replies: Reply[]) =>
  renderPage(`/admin/donors${search}`, { user: anAdmin(), replies })
const lastQuery = (page: ReturnType<typeof open>) => page.server.callsTo(listDonors).at(-1)?.query
const findRima = () => screen.findByRole('rowheader', { name: /Rima Akter/ })

test('a list begins with the newest; the heading of a column sorts by it, and reverses the order when pressed again', async () => {
  const page = open('', ONLY_RIMA)
  await findRima()
  expect(lastQuery(page)).toEqual({ search: '', sort: 'registeredAt', order: 'desc' })
  expect(screen.getByRole('columnheader', { name: /Registered/ }).getAttribute('aria-sort')).toBe(
    'descending',
  )
  expect(screen.getByRole('columnheader', { name: /Full Name/ }).hasAttribute('aria-sort')).toBe(false)
  const sort = (name: string) => page.person.click(screen.getByRole('button', { name }))
  await sort('Full Name')
  await waitFor(() => expect(lastQuery(page)).toMatchObject({ sort: 'fullName', order: 'asc' }))
  expect(page.path()).toBe('/admin/donors?sort=fullName&order=asc')
  expect(screen.getByRole('columnheader', { name: /Full Name/ }).getAttribute('aria-sort')).toBe('ascending')
  await sort('Full Name')
  await waitFor(() => expect(lastQuery(page)).toMatchObject({ sort: 'fullName', order: 'desc' }))
  await sort('Registered')
  await waitFor(() => expect(page.path()).toBe('/admin/donors'))
  await sort('Registered')
  await waitFor(() => expect(lastQuery(page)).toMatchObject({ sort: 'registeredAt', order: 'asc' }))
  expect(page.path()).toBe('/admin/donors?sort=registeredAt&order=asc')
})

test('on a phone a select chooses the order', async () => {
  const page = open('', ONLY_RIMA)
  await findRima()
  await page.person.selectOptions(screen.getByLabelText('Sort by'), 'Department ↑')
  await waitFor(() => expect(lastQuery(page)).toMatchObject({ sort: 'department', order: 'asc' }))
})

test('filters narrow the list and are in the URL, including the plus of a blood group', async () => {
  const page = open('', ONLY_RIMA)
  await findRima()
  await page.person.selectOptions(screen.getByLabelText('Blood Group'), 'O+')
  await page.person.selectOptions(screen.getByLabelText('Verification'), 'Not Verified')
  await page.person.selectOptions(screen.getByLabelText('Profile'), 'Active')
  await page.person.selectOptions(screen.getByLabelText('Availability'), 'Available')
  const chosen = { bloodGroup: 'O+', isVerified: 'false', isProfileActive: 'true', isAvailable: 'true' }
  await waitFor(() => expect(lastQuery(page)).toMatchObject(chosen))
  expect(page.path()).toBe(`/admin/donors?${new URLSearchParams(chosen)}`)
  await page.person.selectOptions(screen.getByLabelText('Blood Group'), 'All')
  await waitFor(() => expect(lastQuery(page)).not.toHaveProperty('bloodGroup'))
})

test('a URL restores search, filters and order; unknown values are ignored', async () => {
  const page = open('?search=rima&bloodGroup=O%2B&isVerified=maybe&sort=fullName&order=asc', ONLY_RIMA)
  await findRima()
  expect(lastQuery(page)).toEqual({ search: 'rima', sort: 'fullName', order: 'asc', bloodGroup: 'O+' })
  expect(screen.getByLabelText<HTMLInputElement>(/^Search/).value).toBe('rima')
  expect(screen.getByLabelText<HTMLSelectElement>('Blood Group').value).toBe('O+')
})

test('a search waits until typing pauses, and makes one call', async () => {
  const page = open('', ONLY_RIMA)
  await findRima()
  await page.person.type(screen.getByLabelText(/^Search/), ' rima ak')
  await waitFor(() => expect(page.path()).toBe('/admin/donors?search=rima+ak'))
  await waitFor(() => expect(lastQuery(page)).toMatchObject({ search: 'rima ak' }))
  expect(page.server.callsTo(listDonors)).toHaveLength(2)
  expect(screen.getByLabelText<HTMLInputElement>(/^Search/).value).toBe(' rima ak')
})

const LISTING: Listing = {
  filters: {},
  query: { search: '', sort: '', order: 'asc' },
  chosen: {},
  isFiltered: false,
  choose: () => {},
  searchFor: () => {},
  sortBy: () => {},
  clear: () => {},
}

test('a letter that is typed as the search starts is not lost', async () => {
  const type = (value: string) => fireEvent.change(screen.getByLabelText('Search'), { target: { value } })
  function Search() {
    const [search, setSearch] = useState('')
    const start = (text: string) => {
      setSearch(text)
      if (text === 'rim') queueMicrotask(() => type('rima'))
    }
    return (
      <>
        <ListingFilters
          name="Find"
          searchLabel="Search"
          columns={[]}
          listing={{ ...LISTING, query: { ...LISTING.query, search }, searchFor: start }}
        />
        <output>{search}</output>
      </>
    )
  }
  render(<Search />)
  type('rim')
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('rima'))
  expect(screen.getByLabelText<HTMLInputElement>('Search').value).toBe('rima')
})

test('a filter chosen while a search waits is not lost', async () => {
  const page = open('', ONLY_RIMA)
  await findRima()
  fireEvent.change(screen.getByLabelText(/^Search/), { target: { value: 'rima' } })
  fireEvent.change(screen.getByLabelText('Blood Group'), { target: { value: 'O+' } })
  await waitFor(() => expect(lastQuery(page)).toMatchObject({ search: 'rima', bloodGroup: 'O+' }))
})

test('without matches the page says where it searched, and offers to clear the filters', async () => {
  const page = open('?search=zz&isVerified=true', NO_DONORS, ONLY_RIMA)
  await screen.findByText(
    'No donors match your search and filters. Searched: name, email, ID, department, shown number.',
  )
  expect(screen.queryByText('No donors have registered yet.')).toBeNull()
  await page.person.click(screen.getByRole('button', { name: 'Clear filters' }))
  await findRima()
  expect(page.path()).toBe('/admin/donors')
  expect(screen.getByLabelText<HTMLInputElement>(/^Search/).value).toBe('')
})

test('the rows stay visible while others load', async () => {
  const page = open('', ONLY_RIMA, hanging(listDonors))
  await findRima()
  await page.person.click(screen.getByRole('button', { name: 'Full Name' }))
  expect(screen.getByRole('region', { name: 'Donors' }).getAttribute('aria-busy')).toBe('true')
  await findRima()
})

test('further records load automatically until the end', async () => {
  const page = open(
    '?isVerified=false',
    replying(listDonors, aPage([RIMA], { next: 'after-rima', total: 2 })),
    failing(listDonors),
    failing(listDonors),
    replying(listDonors, aPage([ABIR])),
  )
  await findRima()
  screen.getByText('2 donors')
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('3')
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to fetch donor profiles.')
  await findRima()
  await page.person.click(screen.getByRole('button', { name: 'Retry' }))
  const row = await screen.findByRole('row', { name: /Abir Hossain/ })
  expect(row.getAttribute('aria-rowindex')).toBe('3')
  expect(lastQuery(page)).toMatchObject({ after: 'after-rima', isVerified: 'false' })
  screen.getByText('2 donors')
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('3')
})

/** A window of 1000 × 600 px, and rows of 60 px. */
function imitateSizes() {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60)
}

test('of a long list no more rows than a window shows are ever rendered, also before all are loaded', async () => {
  imitateSizes()
  const records = Array.from({ length: PAGE_SIZE }, (_, index) => aDonorRecord({ id: idOf(index) }))
  const rendered: number[] = []
  const observer = new MutationObserver(() => rendered.push(screen.queryAllByRole('rowheader').length))
  observer.observe(document.body, { childList: true, subtree: true })
  open('', replying(listDonors, aPage(records, { next: 'more', total: 1_000 })), hanging(listDonors))
  await screen.findByText('1,000 donors')
  await screen.findAllByRole('rowheader')
  observer.disconnect()
  expect(Math.max(...rendered)).toBeGreaterThan(5)
  expect(Math.max(...rendered)).toBeLessThan(40)
})

test('only the visible rows of a long list are rendered, with their row numbers', async () => {
  imitateSizes()
  const records = Array.from({ length: 1_000 }, (_, index) =>
    aDonorRecord({ id: idOf(index), fullName: `Donor ${index}` }),
  )
  open('', replying(listDonors, aPage(records)))
  await screen.findByText('1,000 donors')
  const region = await screen.findByRole('region', { name: 'Donors' })
  const indices = () =>
    within(region)
      .getAllByRole('rowheader')
      .map(header => Number(header.parentElement?.getAttribute('aria-rowindex')))
  await waitFor(() => expect(indices().length).toBeLessThan(40))
  expect(indices()[0]).toBe(2)
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('1001')
  screen.getByRole('checkbox', { name: 'Select all 1,000 to verify' })
  region.scrollTop = 22_000
  fireEvent.scroll(region)
  await screen.findByRole('rowheader', { name: /Donor 420/ })
  expect(indices().length).toBeLessThan(40)
  expect(screen.queryByRole('rowheader', { name: /Donor 1 / })).toBeNull()
})
