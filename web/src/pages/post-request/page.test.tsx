import { listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { listHospitals, postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aBloodRequest, aPage, aUser } from '../../testing/builders.ts'
import { fillIn, findRequestCard, renderPage, valueIn } from '../../testing/render-page.tsx'
import { failing, hanging, type Reply, replying } from '../../testing/replies.ts'

const FILLED = {
  'Patient Name': 'Karim Uddin',
  'Blood Group': 'AB-',
  Hospital: 'City Hospital',
  'Contact Person': 'Rima Akter',
  'Contact Number': '01712 345678',
}

const open = (...replies: Reply[]) =>
  renderPage('/post-request', {
    user: aUser(),
    replies: [
      ...replies,
      replying(readOwnDonor, { donor: null }),
      replying(listOwnBloodRequests, aPage([aBloodRequest()])),
    ],
  })

const post = async ({ person }: ReturnType<typeof open>) =>
  person.click(await screen.findByRole('button', { name: 'Post Request' }))

const keysOf = ({ server }: ReturnType<typeof open>) =>
  server.callsTo(postBloodRequest).map(call => call.headers.get('idempotency-key'))

test('an empty form says which fields are required, and sends nothing', async () => {
  const page = open()
  await post(page)
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Please fill in all required fields: Patient Name, Blood Group, Hospital, Contact Person, and Contact Number.',
  )
  expect(page.server.callsTo(postBloodRequest)).toEqual([])
})

test('the hospital’s own blood bank comes first, and the defaults are one unit and urgent', async () => {
  open()
  await screen.findByText("Ask the hospital's own blood bank first.")
  const urgency = await screen.findByRole('radiogroup', { name: 'Urgency' })
  expect(valueIn('Units Required')).toBe('1')
  expect(valueIn('Urgency')).toBe('urgent')
  expect(
    within(urgency)
      .getAllByRole<HTMLInputElement>('radio')
      .map(({ labels }) => labels?.[0]?.textContent),
  ).toEqual(['Urgent (Immediate Need)', 'Moderate (Within 24-48 hours)', 'Low (Planned / Stock Up)'])
})

test('whoever asks for platelets says of which groups they are taken, and reads that few give them by machine', async () => {
  const page = open(replying(postBloodRequest, aBloodRequest()))
  await fillIn(page.person, { ...FILLED, 'Blood Group': 'A+' })
  expect(valueIn('Blood or platelets')).toBe('blood')
  const few =
    'Few donors give platelets by machine. Ask the hospital whether platelets from several donors would do, too.'
  const choose = (name: string) => page.person.click(screen.getByRole('radio', { name }))
  const isAsked = () => screen.queryByLabelText('The hospital takes other blood groups, too') !== null
  expect([isAsked(), screen.queryByText(few)]).toEqual([false, null])
  await choose('Platelets from several donors')
  expect([isAsked(), screen.queryByText(few)]).toEqual([true, null])
  await choose('Platelets from one donor (by machine)')
  screen.getByText(few)
  screen.getByText('The hospital decides which groups it takes.')
  await page.person.click(screen.getByLabelText('The hospital takes other blood groups, too'))
  expect(screen.getByText('Platelets', { exact: false, selector: 'h3 span' })).toBeTruthy()
  await post(page)
  await screen.findByText('Blood request submitted successfully!')
  expect(page.server.callsTo(postBloodRequest)[0]?.body).toMatchObject({
    component: 'apheresis-platelets',
    takesOtherGroups: true,
  })
})

test.each(['1e2'])('«%s» is not a number of units, and the input stays', async units => {
  const page = open()
  await fillIn(page.person, { ...FILLED, 'Units Required': units })
  await post(page)
  expect((await screen.findByRole('alert')).textContent).toBe('Units required must be a whole number.')
  expect(screen.getByLabelText('Units Required').getAttribute('aria-invalid')).toBe('true')
  expect(valueIn('Units Required')).toBe(units)
  expect(valueIn('Patient Name')).toBe(FILLED['Patient Name'])
  expect(page.server.callsTo(postBloodRequest)).toEqual([])
})

test('a request is posted as typed, and redirects to the dashboard after 2 seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const page = open(replying(postBloodRequest, aBloodRequest()))
  await fillIn(page.person, {
    ...FILLED,
    'Units Required': '2',
    'Hospital Location': 'Ward 12',
    Urgency: 'moderate',
    'Additional Info': 'On Sunday',
  })
  await post(page)
  const success = await screen.findByText('Blood request submitted successfully!')
  expect(success.getAttribute('role')).toBe('status')
  expect(screen.queryByRole('button', { name: 'Post Request' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  screen.getByText('We are asking donors now.')
  const main = within(screen.getByRole('main'))
  expect([...main.queryAllByRole('button'), ...main.queryAllByRole('link')]).toEqual([])
  act(() => vi.advanceTimersByTime(1_500))
  expect(page.path()).toBe('/post-request')
  act(() => vi.advanceTimersByTime(500))
  expect(page.path()).toBe('/dashboard')
  await findRequestCard('Karim Uddin')
  expect(page.server.callsTo(postBloodRequest).map(call => call.body)).toEqual([
    {
      patientName: 'Karim Uddin',
      requiredBloodGroup: 'AB-',
      component: 'blood',
      takesOtherGroups: false,
      unitsRequired: 2,
      hospitalName: 'City Hospital',
      hospitalLocation: 'Ward 12',
      contactPerson: 'Rima Akter',
      contactNumber: '01712 345678',
      urgency: 'moderate',
      neededBy: null,
      additionalInfo: 'On Sunday',
      isAnotherRequest: false,
      isHospitalName: false,
    },
  ])
})

test('a new request is on a dashboard that was open before, at once and above the donor profile', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const page = renderPage('/dashboard', {
    user: aUser(),
    replies: [
      replying(listOwnBloodRequests, aPage([])),
      hanging(listOwnBloodRequests),
      replying(postBloodRequest, aBloodRequest()),
    ],
  })
  await page.person.click(await screen.findByRole('link', { name: 'Post a Request' }))
  await screen.findByLabelText('Patient Name')
  await fillIn(page.person, FILLED)
  await post(page)
  await screen.findByText('Blood request submitted successfully!')
  act(() => vi.advanceTimersByTime(2_000))
  const card = within(await findRequestCard('Karim Uddin'))
  card.getByRole('button', { name: 'Mark as Fulfilled' })
  expect(screen.getAllByRole('heading', { level: 2 })[0]?.textContent).toBe('My Posted Blood Requests')
})

test('the success message is scrolled into view; a person who goes to another page within the 2 seconds stays there', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const scroll = vi.spyOn(window, 'scrollTo')
  const page = open(replying(postBloodRequest, aBloodRequest()))
  await fillIn(page.person, FILLED)
  expect(scroll).not.toHaveBeenCalled()
  await post(page)
  await screen.findByText('Blood request submitted successfully!')
  expect(scroll).toHaveBeenCalledWith(0, 0)
  await page.person.click(screen.getByRole('link', { name: 'Home' }))
  act(() => vi.advanceTimersByTime(3_000))
  expect(page.path()).toBe('/')
})

test('the card builds itself beside the form while it is filled in, and can only be looked at', async () => {
  const page = open()
  const section = within(await screen.findByRole('region', { name: 'How donors will see it' }))
  await fillIn(page.person, { 'Patient Name': 'Karim Uddin' })
  section.getByText(/^Choose a blood group/)
  await fillIn(page.person, { 'Blood Group': 'AB-', Hospital: 'City Hospital', Urgency: 'low' })
  const card = within(await section.findByRole('article'))
  for (const text of ['AB-', 'City Hospital', 'Low (Planned / Stock Up)']) card.getByText(text)
  expect(card.getByText('City Hospital').closest('[inert]')).not.toBeNull()
})

test('the hospitals of other requests are suggested, and are not missed when they fail to load', async () => {
  const page = open(replying(listHospitals, { hospitals: ['City Hospital'] }))
  const field = await screen.findByLabelText<HTMLInputElement>('Hospital')
  await waitFor(() => expect(field.list?.options[0]?.value).toBe('City Hospital'))
  page.unmount()
  open(failing(listHospitals))
  expect((await screen.findByLabelText<HTMLInputElement>('Hospital')).list).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('what is optional opens in one line, and by itself where it holds something', async () => {
  const page = open()
  const form = (await screen.findByLabelText<HTMLInputElement>('Patient Name')).form as HTMLFormElement
  const isRequired = [...form.querySelectorAll('[name]')].map(
    field => field.getAttribute('aria-required') === 'true',
  )
  expect(isRequired.lastIndexOf(true)).toBe(4)
  const details = screen.getByLabelText('Hospital Location').closest('details')
  expect(details?.open).toBe(false)
  for (const label of ['Needed by', 'Additional Info', 'Hospital Location'])
    expect(screen.getByLabelText(label).closest('div')?.textContent).toContain(`${label}optional`)
  await page.person.click(screen.getByRole('button', { name: 'Tomorrow' }))
  await waitFor(() => expect(details?.open).toBe(true))
})

test('a request whose reply arrives after leaving the page is in the list', async () => {
  const { promise: answer, resolve: arrive } = Promise.withResolvers<void>()
  const late: Reply = {
    endpoint: postBloodRequest,
    answer: () => answer.then(() => replying(postBloodRequest, aBloodRequest()).answer()),
  }
  const page = open(late, replying(listOwnBloodRequests, aPage([])))
  await fillIn(page.person, FILLED)
  await post(page)
  await page.person.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Dashboard' }))
  await screen.findByText('You have not posted any blood requests yet.')
  arrive()
  await findRequestCard('Karim Uddin')
  expect(page.path()).toBe('/dashboard')
})

test('a failed call keeps the input, and a retry has the same idempotency key', async () => {
  const page = open(
    failing(postBloodRequest),
    failing(postBloodRequest),
    replying(postBloodRequest, aBloodRequest()),
  )
  await fillIn(page.person, FILLED)
  await post(page)
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to submit blood request. Please try again.',
  )
  expect(valueIn('Patient Name')).toBe('Karim Uddin')
  expect(valueIn('Blood Group')).toBe('AB-')
  await post(page)
  await screen.findByRole('alert')
  await fillIn(page.person, { Hospital: 'Another Hospital' })
  await post(page)
  await screen.findByText('Blood request submitted successfully!')
  const [first, again, another] = keysOf(page)
  expect(first).toMatch(/^[\da-f-]{36}$/)
  expect(again).toBe(first)
  expect(another).not.toBe(first)
})
