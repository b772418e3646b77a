import { HOSPITAL_TESTS } from '@blood-bank/contract/donors/compatibility'
import { searchCompatibleDonors, searchDonors } from '@blood-bank/contract/donors/endpoints'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDonorSearchResult, aSearchPage, aUser } from '../../testing/builders.ts'
import { fillIn, primaryNames, renderPage } from '../../testing/render-page.tsx'
import { awaiting, type Reply, replying } from '../../testing/replies.ts'
import { simulateScrolling } from '../../testing/scrolling.ts'

const RIMA = aDonorSearchResult()
const KARIM = aDonorSearchResult({ id: '0192f0c1-0000-7000-8000-0000000000ab', fullName: 'Karim Uddin' })

const open = (path: string, ...replies: Reply[]) => renderPage(path, { user: aUser(), replies })

const search = async ({ person }: ReturnType<typeof open>) =>
  person.click(await screen.findByRole('button', { name: 'Search' }))

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
