import { closeBloodRequest, listActiveBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aBloodRequest, aDonor, aPage, aUser } from '../../testing/builders.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { hanging, type Reply, replying } from '../../testing/replies.ts'

const FATEMA = aBloodRequest({
  id: '0192f0c1-0000-7000-8000-0000000000ab',
  patientName: 'Fatema Begum',
  requiredBloodGroup: 'A-',
})
const KARIM = aBloodRequest({ requiredBloodGroup: 'O+' })
const OF_GROUP = '/view-requests?show=can-give'

const listing = (...records: (typeof KARIM)[]) => replying(listActiveBloodRequests, aPage(records))
const open = (path: string, ...replies: Reply[]) =>
  renderPage(path, {
    user: aUser(),
    replies: [...replies, replying(readOwnDonor, { donor: aDonor({ bloodGroup: 'O+' }) })],
  })
const chip = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Requests to show' })).getByRole('link', {
    name: new RegExp(`^${name}`),
  })
const currentChip = () => ['All', 'I can give to'].filter(name => chip(name).hasAttribute('aria-current'))

test('a donor chooses what they can give to, and the address says so without the group', async () => {
  const page = open('/view-requests', listing(FATEMA, KARIM), listing(KARIM))
  await screen.findByText('2 requests')
  expect(currentChip()).toEqual(['All'])
  expect([chip('All').textContent, chip('I can give to').textContent]).toEqual(['All2', 'I can give to1'])
  await page.person.click(chip('I can give to'))
  await screen.findByText('1 request')
  expect(screen.queryByText('Fatema Begum')).toBeNull()
  expect([page.path(), currentChip()]).toEqual([OF_GROUP, ['I can give to']])
  expect(document.activeElement).toBe(chip('I can give to'))
  expect(page.server.callsTo(listActiveBloodRequests).map(({ query }) => query)).toEqual([
    {},
    { donorBloodGroup: 'O+' },
  ])
  page.server.answer(listing(FATEMA, KARIM))
  await page.person.click(chip('All'))
  await screen.findByText('Fatema Begum')
  expect(page.path()).toBe('/view-requests')
})

test('what one can give to is counted by what is needed', async () => {
  const platelets = { component: 'pooled-platelets', requiredBloodGroup: 'A+' } as const
  const others = [false, true].map(takesOtherGroups =>
    aBloodRequest({ ...platelets, takesOtherGroups, id: crypto.randomUUID() }),
  )
  open('/view-requests', listing(KARIM, ...others))
  await screen.findByText('3 requests')
  expect(chip('I can give to').textContent).toBe('I can give to2')
})

test('a page of what one can give to opens with that alone, and closed requests leave it', async () => {
  const closed = replying(closeBloodRequest, { ...KARIM, status: 'fulfilled' })
  const page = open(OF_GROUP, listing(KARIM), closed)
  await page.person.click(await screen.findByRole('button', { name: 'Mark as Fulfilled' }))
  page.server.answer(hanging(listActiveBloodRequests))
  await page.person.click(await screen.findByRole('button', { name: 'Yes, we have the blood' }))
  await screen.findByText('No active requests that you can give to at the moment.')
  expect(page.server.callsTo(listActiveBloodRequests).map(({ query }) => query)).toContainEqual({
    donorBloodGroup: 'O+',
  })
  expect(screen.getByRole('link', { name: 'View all requests' }).getAttribute('href')).toBe('/view-requests')
})

test('when the group in the profile changes, so does the list', async () => {
  const page = open(OF_GROUP, listing(KARIM))
  await screen.findByText('Karim Uddin')
  page.server.answer(replying(readOwnDonor, { donor: aDonor({ bloodGroup: 'A-' }) }))
  page.server.answer(listing(FATEMA))
  await page.queryClient.invalidateQueries({ queryKey: ['donors'] })
  await screen.findByText('Fatema Begum')
  expect(page.server.callsTo(listActiveBloodRequests).at(-1)?.query).toEqual({ donorBloodGroup: 'A-' })
})

test('a person without a donor profile is led to the registration, and then back', async () => {
  open(OF_GROUP, replying(readOwnDonor, { donor: null }), listing(KARIM))
  await screen.findByText('Register as a donor first: your profile says which blood group you have.')
  expect(screen.getByRole('link', { name: 'Register as Donor' }).getAttribute('href')).toBe('/register-donor')
  expect(currentChip()).toEqual(['I can give to'])
  expect(screen.queryByRole('article')).toBeNull()
})
