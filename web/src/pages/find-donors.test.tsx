import { tooManyNumbersMessage } from '@blood-bank/contract/contact-numbers'
import { searchDonors } from '@blood-bank/contract/donors'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDonorHit, aPage, aUser } from '../testing/builders.ts'
import { fillIn, valueIn } from '../testing/fill-in.ts'
import { renderPage } from '../testing/render-page.tsx'
import { awaiting, hanging, type Reply, refusing, replying } from '../testing/replies.ts'

const RIMA = aDonorHit()
const KARIM = aDonorHit({ id: '0192f0c1-0000-7000-8000-0000000000ab', fullName: 'Karim Uddin' })

const open = (path: string, ...replies: Reply[]) => renderPage(path, { user: aUser(), replies })

const search = async ({ person }: ReturnType<typeof open>) =>
  person.click(await screen.findByRole('button', { name: 'Search' }))

test('a search without a group asks for one', async () => {
  const page = open('/find-donors')
  await search(page)
  expect((await screen.findByRole('alert')).textContent).toBe('Please select a blood group to search.')
  expect(page.server.callsTo(searchDonors)).toEqual([])
})

test('the group that is searched stands in the address, its plus encoded', async () => {
  const page = open('/find-donors', replying(searchDonors, aPage([RIMA])))
  await fillIn(page.person, { 'Blood Group': 'O+' })
  await search(page)
  await screen.findByRole('article', { name: 'Rima Akter' })
  expect(page.path()).toBe('/find-donors?bloodGroup=O%2B')
  expect(page.server.callsTo(searchDonors).map(call => call.address)).toEqual(['/api/donors?bloodGroup=O%2B'])
})

test('an address with a group searches at once and shows it as chosen', async () => {
  open('/find-donors?bloodGroup=A%2B', replying(searchDonors, aPage([RIMA])))
  await screen.findByRole('article', { name: 'Rima Akter' })
  expect(valueIn('Blood Group')).toBe('A+')
})

test('the choice follows the address', async () => {
  const page = open('/find-donors?bloodGroup=A%2B', replying(searchDonors, aPage([RIMA])))
  await screen.findByRole('article', { name: 'Rima Akter' })
  await page.person.click(screen.getByRole('link', { name: 'Find Donors' }))
  await waitFor(() => expect(valueIn('Blood Group')).toBe(''))
  expect(screen.queryByRole('article')).toBeNull()
})

test('an address with a group that does not exist searches nothing', async () => {
  const page = open('/find-donors?bloodGroup=C')
  await screen.findByRole('button', { name: 'Search' })
  expect(valueIn('Blood Group')).toBe('')
  expect(page.server.callsTo(searchDonors)).toEqual([])
})

test('searching the same group again asks the server again', async () => {
  const page = open(
    '/find-donors?bloodGroup=O%2B',
    replying(searchDonors, aPage([])),
    replying(searchDonors, aPage([RIMA])),
  )
  await screen.findByText('No available donors found for blood group: O+.')
  await search(page)
  await screen.findByRole('article', { name: 'Rima Akter' })
})

test('a donor is shown with all that a searcher may know', async () => {
  const donor = aDonorHit({ isVerified: true, contactNumber: '01712-345678', universityRole: 'faculty' })
  open('/find-donors?bloodGroup=O%2B', replying(searchDonors, aPage([donor])))
  const hit = within(await screen.findByRole('article', { name: 'Rima Akter' }))
  for (const text of ['Verified', 'O+', 'Faculty (Teacher/Professor)', 'Computer Science'])
    hit.getByText(text)
  expect(hit.getByRole('link', { name: '01712-345678' }).getAttribute('href')).toBe('tel:01712345678')
  expect(screen.getByText('1 donor').getAttribute('role')).toBe('status')
})

test('a private number is said to be private, an unverified donor bears no badge', async () => {
  open('/find-donors?bloodGroup=O%2B', replying(searchDonors, aPage([RIMA])))
  const hit = within(await screen.findByRole('article', { name: 'Rima Akter' }))
  hit.getByText('Contact information is private.')
  expect(hit.queryByRole('link')).toBeNull()
  expect(hit.queryByText('Verified')).toBeNull()
})

test('while the search is under way the page says so', async () => {
  open('/find-donors?bloodGroup=O%2B', hanging(searchDonors))
  expect((await screen.findByText('Searching...')).getAttribute('role')).toBe('status')
})

test('all donors who are found come by themselves, and the page says how many they are from the first on', async () => {
  const following = awaiting(replying(searchDonors, aPage([KARIM], { total: null })))
  const { server } = open(
    '/find-donors?bloodGroup=O%2B',
    replying(searchDonors, aPage([RIMA], { next: 'after-rima', total: 2 })),
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

test('whoever has been shown too many numbers is told until when, keeps what was found, and asks no further', async () => {
  const message = tooManyNumbersMessage('Nov 21, 2026, 3:00 PM')
  const page = open(
    '/find-donors?bloodGroup=O%2B',
    replying(searchDonors, aPage([RIMA], { next: 'after-rima', total: 2 })),
    refusing(searchDonors, 'too-many-numbers', { message }),
  )
  expect((await screen.findByRole('alert')).textContent).toBe(
    'You have been shown many phone numbers in a short time. You can see more at Nov 21, 2026, 3:00 PM.',
  )
  screen.getByRole('article', { name: 'Rima Akter' })
  expect(page.server.callsTo(searchDonors)).toHaveLength(2)
})
