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
import { awaiting, type Reply, refusing, replying } from '../../testing/replies.ts'

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

const aRequest = (nth: number, patientName: string, more: Parameters<typeof aBloodRequest>[0] = {}) =>
  aBloodRequest({
    ...OTHERS,
    id: `0192f0c1-0000-7000-8000-0000000000b${nth}`,
    requiredBloodGroup: 'A-',
    patientName,
    ...more,
  })
const FATEMA = aRequest(1, 'Fatema Begum')
const NASIM = aRequest(2, 'Nasim Khan', { requiredBloodGroup: 'AB+' })
const RUMANA = aRequest(3, 'Rumana Khatun', { userId: aUser().id })
const PLATELETS = { component: 'pooled-platelets', requiredBloodGroup: 'A+' } as const
const KARIM = aRequest(4, 'Karim Uddin', { ...PLATELETS, takesOtherGroups: true })
const ABUL = aRequest(5, 'Abul Uddin', PLATELETS)

const open = (requests: (typeof FATEMA)[], ...replies: Reply[]) =>
  renderPage('/view-requests', {
    user: aUser(),
    replies: [
      replying(listActiveBloodRequests, aPage(requests)),
      ...replies,
      replying(readOwnDonor, { donor: aDonor({ bloodGroup: 'O+' }) }),
    ],
  })
const patients = () =>
  screen
    .getAllByRole('article')
    .map(card => within(card).getByText(/ (Begum|Khan|Khatun|Uddin)$/).textContent)

test('a donor reads first what they can give to, and their own, and the others on a press', async () => {
  const { person } = open([FATEMA, NASIM, ABUL, RUMANA, KARIM])
  const others = await screen.findByText('2 other requests')
  expect(patients()).toEqual(['Nasim Khan', 'Rumana Khatun', 'Karim Uddin'])
  await person.click(others)
  expect(patients()).toEqual(['Nasim Khan', 'Rumana Khatun', 'Karim Uddin', 'Fatema Begum', 'Abul Uddin'])
})

test('a donor who can give to none reads so, and all others', async () => {
  open([FATEMA, ABUL])
  const none = await screen.findByText('No active requests that you can give to at the moment.')
  expect(none.getAttribute('role')).toBe('status')
  await screen.findByText('2 other requests')
  expect(patients()).toEqual(['Fatema Begum', 'Abul Uddin'])
})

test('without a donor profile all requests are in one list', async () => {
  open([FATEMA, NASIM], replying(readOwnDonor, { donor: null }))
  await screen.findByText('2 requests')
  expect(patients()).toEqual(['Fatema Begum', 'Nasim Khan'])
  expect(screen.queryByText(/other request/)).toBeNull()
})
