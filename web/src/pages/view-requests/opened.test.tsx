import {
  closeBloodRequest,
  listActiveBloodRequests,
  readBloodRequest,
} from '@blood-bank/contract/blood-requests/endpoints'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { registerDonor } from '@blood-bank/contract/donors/profile'
import { readSession, signIn } from '@blood-bank/contract/sessions/endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aBloodRequest, aDonor, aPage, aUser } from '../../testing/builders.ts'
import {
  confirmDialog,
  DONOR_TYPED,
  fillIn,
  findRequestCard,
  renderPage,
} from '../../testing/render-page.tsx'
import { awaiting, hanging, type Reply, refusing, replying } from '../../testing/replies.ts'

const OTHERS = aBloodRequest({
  userId: '0192f0c1-0000-7000-8000-000000000099',
  patientName: 'Fatema Begum',
  requiredBloodGroup: 'O+',
})
const PATH = `/view-requests?request=${OTHERS.id}`
const GONE = 'This request is no longer active. Thank you for wanting to help.'

test('a link to a request shows it alone, with the offer button, wherever it is in the list', async () => {
  const { server } = renderPage(PATH, {
    user: aUser(),
    replies: [replying(readBloodRequest, OTHERS), replying(readOwnDonor, { donor: aDonor() })],
  })
  const card = within(await findRequestCard('Fatema Begum'))
  await card.findByRole('button', { name: 'I can donate' })
  expect(card.getByText('Patient Name').closest('details')?.open).toBe(true)
  expect(screen.getByRole('link', { name: 'View all requests' }).getAttribute('href')).toBe('/view-requests')
  expect(server.callsTo(readBloodRequest).map(({ params }) => params)).toEqual([{ id: OTHERS.id }])
})

test.each(['blood-request-not-found', 'invalid-input'] as const)(
  'a link to a request that is closed or erroneous (%s) says so kindly, and leads to the others',
  async code => {
    renderPage(PATH, { user: aUser(), replies: [refusing(readBloodRequest, code)] })
    expect((await screen.findByText(GONE)).getAttribute('role')).toBe('status')
    screen.getByRole('link', { name: 'View all requests' })
  },
)

test('a link that was cut off says so', async () => {
  renderPage('/view-requests?request=0192f0c1', {
    user: aUser(),
    replies: [refusing(readBloodRequest, 'invalid-input')],
  })
  await screen.findByText('The link is incomplete. Please open it again from where you got it.')
})

test('a signed-out person is told why to sign in, and comes back to the request', async () => {
  const { person, path } = renderPage(PATH, {
    replies: [replying(readBloodRequest, OTHERS), replying(signIn, { user: aUser() })],
  })
  await screen.findByText(
    'Sign in to help, or create an account first. You come back to the request afterwards.',
  )
  await person.type(screen.getByLabelText('Email'), 'rima@campus.edu')
  await person.type(screen.getByLabelText('Password'), 'secret')
  await person.click(screen.getByRole('button', { name: 'Sign In' }))
  await findRequestCard('Fatema Begum')
  expect(path()).toBe(PATH)
})

test('somebody who must register as a donor first comes back to the request, also after their session has ended', async () => {
  const { person, path, server, queryClient } = renderPage(PATH, {
    user: aUser(),
    replies: [
      replying(readBloodRequest, OTHERS),
      replying(readOwnDonor, { donor: null }),
      replying(signIn, { user: aUser() }),
      replying(registerDonor, aDonor()),
    ],
  })
  await person.click(await screen.findByRole('link', { name: 'Register as Donor' }))
  await screen.findByLabelText('University ID')
  const waiting = screen.getByText(OTHERS.hospitalName).closest('[data-shown]')
  expect(waiting?.textContent).toBe(`O+${OTHERS.hospitalName} is waiting. You come back to it.`)
  server.answer(replying(readSession, { user: null }))
  void queryClient.invalidateQueries({ queryKey: ['session'] })
  await fillIn(person, { Email: 'rima@campus.edu', Password: 'secret' })
  await person.click(screen.getByRole('button', { name: 'Sign In' }))
  await fillIn(person, DONOR_TYPED)
  await person.click(screen.getByRole('button', { name: 'Register as Donor' }))
  await waitFor(() => expect(path()).toBe(PATH))
})

test("an opened request of one's own that is closed stays gone, and does not flicker back", async () => {
  const own = aBloodRequest({ patientName: 'Karim Uddin' })
  const closed = awaiting(replying(closeBloodRequest, { ...own, status: 'fulfilled' }))
  const { person, server } = renderPage(`/view-requests?request=${own.id}`, {
    user: aUser(),
    replies: [replying(readBloodRequest, own), replying(readOwnDonor, { donor: null }), closed.reply],
  })
  await person.click(await screen.findByRole('button', { name: 'Mark as Fulfilled' }))
  await confirmDialog(person)
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
  const refreshed = awaiting(refusing(readBloodRequest, 'blood-request-not-found'))
  server.answer(refreshed.reply)
  closed.arrive()
  await screen.findByText('The blood request was marked as fulfilled.')
  // Before the list is fetched again.
  expect(screen.queryByRole('article')).toBeNull()
  refreshed.arrive()
  await screen.findByText(GONE)
  expect(screen.queryByRole('article')).toBeNull()
})

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
