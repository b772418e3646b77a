import { readOnCall, setOnCall } from '@blood-bank/contract/alerts/on-call'
import { listActiveBloodRequests, readBloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import { REFUSALS } from '@blood-bank/contract/errors'
import { listHalls } from '@blood-bank/contract/halls/endpoints'
import { eraseKeptDonors, exportKeptDonors } from '@blood-bank/contract/kept-donors/by-number'
import {
  CALL_RESULT_LABELS,
  type CallResult,
  callDonor,
  type DonorToCall,
  endComing,
  listDonorsToCall,
  noteCall,
  UNDO_CALL_SECONDS,
} from '@blood-bank/contract/kept-donors/calls'
import {
  addKeptDonor,
  consentReadAloud,
  correctKeptDonor,
  readKeptDonor,
  stopKeptDonor,
} from '@blood-bank/contract/kept-donors/kept-donor'
import { readSession } from '@blood-bank/contract/sessions/endpoints'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { site } from '../../api/site.ts'
import { refreshBloodRequests } from '../../features/blood-requests/queries.ts'
import { refreshSession } from '../../session/session-changes.ts'
import { aBloodRequest, aDonor, aDonorToCall, anAdmin, aPage, aUser, idOf } from '../../testing/builders.ts'
import {
  chooseFromRow,
  confirmDialog,
  fillIn,
  primaryNames,
  renderPage,
  setSite,
} from '../../testing/render-page.tsx'
import { failing, hanging, type Reply, refusing, replying } from '../../testing/replies.ts'

setSite({ timeZone: 'Asia/Dhaka', sendsTexts: true })

const NOW = '2026-03-02T16:40:00.000Z'
const ago = (minutes: number) => new Date(Date.parse(NOW) - minutes * MINUTE_MS).toISOString()
const REQUEST = aBloodRequest({ id: idOf(1), userId: idOf(2) })
const HALL = { id: idOf(5), name: 'Titumir Hall' }
const KARIM = aDonorToCall({ id: idOf(71), fullName: 'Karim Das' })
const CALL = {
  id: idOf(80),
  by: 'Nadia',
  isMine: false,
  calledAt: ago(100),
  result: null,
  notedAt: null,
} as const
const COMING = {
  callId: idOf(91),
  bloodRequestId: REQUEST.id,
  since: ago(20),
  hasEnded: false,
  hasContact: true,
}

let dialled: string[]
const dial = (event: Event) => {
  const link = event.target instanceof Element && event.target.closest('a[href^="tel:"]')
  if (!link) return
  event.preventDefault()
  dialled.push(link.getAttribute('href') ?? '')
}
beforeEach(() => {
  dialled = []
  vi.useFakeTimers({ now: Date.parse(NOW), shouldAdvanceTime: true })
  document.addEventListener('click', dial)
})
afterEach(() => document.removeEventListener('click', dial))

const toCall = (...records: DonorToCall[]) => replying(listDonorsToCall, { records, batches: [] })
const asCoordinator = (hallId: string | null = null) =>
  replying(readSession, { user: aUser(), coordinator: { hallId, until: '2026-12-31' } })

const open = (path: string, ...replies: Reply[]) =>
  renderPage(path, {
    replies: [
      ...replies,
      asCoordinator(),
      replying(listHalls, { halls: [] }),
      replying(readBloodRequest, REQUEST),
      replying(readOwnDonor, { donor: aDonor() }),
      replying(callDonor, { callId: idOf(90), contactNumber: '01712-345678', askFor: 'Mrs. Begum' }),
    ],
  })
const FOR_REQUEST = `/call-donors?request=${REQUEST.id}`

const cardOf = async (name: string) => within(await screen.findByRole('article', { name }))

/** Calls a donor, and returns the card with the number. */
async function callFrom({ person }: ReturnType<typeof open>, name = 'Rahim Uddin') {
  const card = await cardOf(name)
  await person.click(card.getByRole('button', { name: /^Call/ }))
  await card.findByText(/^What did/)
  return card
}

test.each([
  ['a visitor', replying(readSession, { user: null }), 'Call Donors', false],
  ['a member', replying(readSession, { user: aUser() }), 'Call Donors', false],
  ['a coordinator', asCoordinator(), 'Call Donors', true],
  ['an admin', replying(readSession, { user: anAdmin() }), 'Call Donors', true],
])(
  '%s has Call Donors in the menu, and its page, only with the right',
  async (_, session, title, isAllowed) => {
    const page = open('/call-donors', session, replying(listActiveBloodRequests, aPage([])))
    if (isAllowed) {
      await screen.findByRole('heading', { level: 1, name: title })
      screen.getByRole('link', { name: title })
    } else {
      await waitFor(() => expect(page.path()).toMatch(/^\/(login)?$/))
      expect(screen.queryByRole('link', { name: title })).toBeNull()
    }
  },
)

test('one chooses a request, the most urgent first, of which new ones are offered, or a group', async () => {
  const [first, second, added] = [
    aBloodRequest({ id: idOf(1), hospitalName: 'First' }),
    aBloodRequest({ id: idOf(2), hospitalName: 'Second', unconfirmedSince: '2026-03-01T10:00:00.000Z' }),
    aBloodRequest({ id: idOf(3), hospitalName: 'Added' }),
  ]
  const { person, path, server, queryClient } = open(
    '/call-donors',
    replying(listActiveBloodRequests, aPage([first, second])),
    toCall(KARIM),
  )
  const region = within(await screen.findByRole('region', { name: 'Active requests' }))
  const linked = () =>
    region.getAllByRole('link').map(({ textContent }) => /First|Second|Added/.exec(textContent)?.[0])
  await region.findAllByRole('link')
  expect(linked()).toEqual(['First', 'Second'])
  region.getByText('Still needed? No answer since Mar 1')
  expect(server.callsTo(listActiveBloodRequests)).toMatchObject([{ query: { sort: 'urgency' } }])
  server.answer(replying(listActiveBloodRequests, aPage([added, second])))
  await act(() => refreshBloodRequests(queryClient))
  await region.findByText('No longer active')
  expect(linked()).toEqual(['First', 'Second'])
  await person.click(screen.getByRole('button', { name: '1 new request' }))
  expect(linked()).toEqual(['Added', 'Second'])
  await person.click(screen.getByRole('link', { name: 'O−' }))
  await screen.findByText('Donors with O−.')
  expect(path()).toBe('/call-donors?bloodGroup=O-')
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  expect(screen.queryByRole('button', { name: 'Coming' })).toBeNull()
})

const ON_CALL = {
  until: null,
  wouldEndAt: '2026-03-03T02:00:00.000Z',
  name: 'Rima Khan',
  contactNumber: '01711-000009',
}
const choosing = replying(listActiveBloodRequests, aPage([]))

test('the switch for being on call says before and after it what owners of requests see, and until when', async () => {
  const on = { ...ON_CALL, until: ON_CALL.wouldEndAt }
  const { person, server } = open(
    '/call-donors',
    choosing,
    replying(readOnCall, ON_CALL),
    replying(setOnCall, on),
  )
  const onCall = await screen.findByRole<HTMLInputElement>('switch', { name: 'On call' })
  const text = 'Until 8:00 AM. Owners of urgent requests that wait see'
  screen.getByText(`${text} your name and number.`)
  await person.click(onCall)
  await screen.findByText(`${text} Rima Khan, 01711-000009. We tell you when one waits.`)
  expect(onCall.checked).toBe(true)
  expect(server.callsTo(setOnCall)).toMatchObject([{ body: { isOnCall: true } }])
})

test('somebody without a number gives one to be on call', async () => {
  const { person, server } = open(
    '/call-donors',
    choosing,
    replying(readOnCall, { ...ON_CALL, contactNumber: null }),
    replying(setOnCall, { ...ON_CALL, until: ON_CALL.wouldEndAt, contactNumber: '01812-345678' }),
  )
  const onCall = await screen.findByRole<HTMLInputElement>('switch', { name: 'On call' })
  await person.click(onCall)
  const dialog = within(await screen.findByRole('dialog', { name: 'Be on call?' }))
  expect(onCall.checked).toBe(false)
  await person.click(dialog.getByRole('button', { name: 'Be on call' }))
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^Contact Number/)
  await fillIn(person, { 'Contact Number': '01812 345678' })
  await person.click(dialog.getByRole('button', { name: 'Be on call' }))
  await screen.findByText(/see Rima Khan, 01812-345678/)
  expect(server.callsTo(setOnCall)).toMatchObject([
    { body: { isOnCall: true, contactNumber: '01812 345678' } },
  ])
})

test('a request that was closed meanwhile leads back to the choice', async () => {
  open(FOR_REQUEST, refusing(readBloodRequest, 'blood-request-not-found'))
  await screen.findByText('This request is no longer active.')
  screen.getByRole('link', { name: 'Choose another request' })
})

test.each<[string, Partial<DonorToCall>, string[]]>([
  ['a kept donor', {}, ['Kept by Nadia Islam']],
  [
    'one of a hall whom nobody keeps',
    { hallId: HALL.id, batch: '19', department: 'CSE', keptBy: null, mayHaveRegistered: true },
    ['Titumir Hall, Batch 19, CSE', 'Nobody keeps them', 'May have registered'],
  ],
  ['a registered donor', { kind: 'registered', keptBy: null }, ['Registered']],
  [
    'one called today',
    { lastCall: { ...CALL, result: 'no-answer', notedAt: ago(99) } },
    ['Called 9:00 PM by Nadia: no answer'],
  ],
  [
    'one called on another day by somebody who is gone',
    { lastCall: { ...CALL, by: null, calledAt: '2026-02-20T04:00:00.000Z', result: 'not-today' } },
    ['Called on Feb 20, 10:00 AM by somebody who has left: not today'],
  ],
  [
    'one who is being called',
    { lastCall: { ...CALL, calledAt: ago(2) } },
    ['Nadia is calling', 'Call anyway'],
  ],
])('the card of %s says so, and no number', async (_, donor, texts) => {
  open(FOR_REQUEST, toCall(aDonorToCall(donor)), replying(listHalls, { halls: [HALL] }))
  const card = await cardOf('Rahim Uddin')
  for (const text of texts) await card.findByText(text)
  expect(document.body.textContent).not.toMatch(/017\d/)
})

test('Call shows the one number, with whom to ask for first, and dials it', async () => {
  const page = open(FOR_REQUEST, toCall(aDonorToCall(), KARIM))
  await cardOf('Karim Das')
  expect(primaryNames()).toEqual(['Call'])
  const card = await callFrom(page)
  card.getByText('Ask for Mrs. Begum.')
  const link = card.getByRole('link', { name: /01712-345678/ })
  await waitFor(() => expect(dialled).toEqual(['tel:01712345678']))
  expect(document.activeElement).toBe(link)
  expect(page.server.callsTo(callDonor)).toMatchObject([
    { params: { kind: 'kept', id: idOf(70) }, body: { bloodRequestId: REQUEST.id } },
  ])
  const results = within(card.getByRole('group', { name: 'What did Rahim Uddin say?' })).getAllByRole(
    'button',
  )
  expect(results.map(({ textContent }) => textContent)).toEqual(Object.values(CALL_RESULT_LABELS))
})

test.each<[CallResult, string]>([
  ['not-today', 'Rahim Uddin: not today.'],
  ['no-answer', 'Rahim Uddin: no answer.'],
  ['wrong-number', 'Rahim Uddin: wrong number.'],
  ['not-again', 'Rahim Uddin: not again. They are erased in a minute.'],
])(
  '%s is noted with one press; the next donor has the focus, and a minute it can be undone',
  async (result, said) => {
    const page = open(FOR_REQUEST, toCall(aDonorToCall(), KARIM), replying(noteCall, { result }))
    const card = await callFrom(page)
    await page.person.click(card.getByRole('button', { name: CALL_RESULT_LABELS[result] }))
    const line = (await screen.findAllByText(said)).find(({ id }) => id)
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Karim Das' }))
    expect(page.server.callsTo(noteCall)).toMatchObject([{ params: { id: idOf(90) }, body: { result } }])
    // What others note does not take the line away.
    page.server.answer(toCall(KARIM))
    page.server.answer(replying(noteCall, { result: null }))
    await page.person.click(screen.getByRole('button', { name: 'Undo', description: said }))
    await (await cardOf('Rahim Uddin')).findByRole('link', { name: /01712-345678/ })
    expect(line?.isConnected).toBe(false)
    expect(page.server.callsTo(noteCall).at(-1)?.body).toEqual({ result: null })
  },
)

test('after the minute nothing is undone, and who did not answer can be called again', async () => {
  const page = open(FOR_REQUEST, toCall(aDonorToCall()), replying(noteCall, { result: 'no-answer' }))
  const card = await callFrom(page)
  await page.person.click(card.getByRole('button', { name: 'No answer' }))
  await screen.findByRole('button', { name: 'Undo' })
  await act(() => vi.advanceTimersByTimeAsync(UNDO_CALL_SECONDS * 1_000))
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await page.person.click(screen.getByRole('button', { name: 'Call again' }))
  await (await cardOf('Rahim Uddin')).findByRole('link', { name: /01712-345678/ })
  expect(dialled).toHaveLength(2)
})

test('without a connection, as many phones are during a call, what came of it is noted later', async () => {
  const page = open(FOR_REQUEST, toCall(aDonorToCall()), failing(noteCall))
  const card = await callFrom(page)
  await page.person.click(card.getByRole('button', { name: 'No answer' }))
  await card.findByText('No connection. This is noted once you are online again.')
  page.server.answer(replying(noteCall, { result: 'no-answer' }))
  await screen.findByRole('button', { name: 'Undo', description: 'Rahim Uddin: no answer.' })
})

test('who is coming is asked about once, in their place: the owner then sees the coordinator', async () => {
  const donor = aDonorToCall()
  const page = open(FOR_REQUEST, toCall(donor, KARIM), replying(noteCall, { result: 'coming' }))
  const card = await callFrom(page)
  await page.person.click(card.getByRole('button', { name: 'Coming' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Is Rahim Uddin coming?' }))
  await dialog.findByText(
    'The owner of the request will see your name and your number, 01712 345678: they ask you, not Rahim Uddin.',
  )
  page.server.answer(toCall(KARIM, { ...donor, coming: COMING }))
  await page.person.click(dialog.getByRole('button', { name: 'Yes, coming' }))
  await screen.findByRole('heading', { name: 'Coming' })
  const undo = screen.getByRole('button', { name: 'Undo', description: 'Rahim Uddin is coming.' })
  expect(undo.compareDocumentPosition(screen.getByRole('heading', { name: 'Karim Das' }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  )
  expect(page.server.callsTo(noteCall)).toMatchObject([{ body: { result: 'coming' } }])
})

test.each([
  ['without a donor profile', replying(readOwnDonor, { donor: null })],
  ['whose own number cannot be called', refusing(noteCall, 'caller-number-needed')],
])('a coordinator %s gives their number for it', async (_, reply) => {
  const page = open(FOR_REQUEST, toCall(aDonorToCall()), reply)
  const card = await callFrom(page)
  await page.person.click(card.getByRole('button', { name: 'Coming' }))
  if (reply.endpoint === noteCall)
    await page.person.click(screen.getByRole('button', { name: 'Yes, coming' }))
  await screen.findByLabelText('Contact Number')
  page.server.answer(replying(noteCall, { result: 'coming' }))
  await page.person.click(screen.getByRole('button', { name: 'Yes, coming' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Contact Number/)
  await fillIn(page.person, { 'Contact Number': '01812 345678' })
  await page.person.click(screen.getByRole('button', { name: 'Yes, coming' }))
  await screen.findAllByText('Rahim Uddin is coming.')
  expect(page.server.callsTo(noteCall).at(-1)).toMatchObject({
    body: { result: 'coming', contactNumber: '01812 345678' },
  })
})

test('a registered donor is sent the link to answer, and stops the calls themselves', async () => {
  const donor = aDonorToCall({ kind: 'registered', keptBy: null })
  const page = open(FOR_REQUEST, toCall(donor), replying(noteCall, { result: 'coming' }))
  const card = await callFrom(page)
  expect(card.queryByRole('button', { name: 'Not again' })).toBeNull()
  await page.person.click(card.getByRole('button', { name: 'They want no calls' }))
  card.getByText(/\/account#number$/)
  await page.person.click(card.getByRole('button', { name: 'Coming' }))
  await screen.findByText('We send Rahim Uddin the link to answer this request.')
  await page.person.click(screen.getByRole('button', { name: 'Yes, coming' }))
  await screen.findAllByText('Rahim Uddin says they can come. They get an email with the link to answer.')
})

test('the call of a registered donor who has not agreed to it is not noted', async () => {
  const donors = [aDonorToCall({ kind: 'registered' }), KARIM]
  const { person } = open(
    FOR_REQUEST,
    toCall(...donors),
    replying(callDonor, { callId: null, contactNumber: '01712-345678', askFor: null }),
  )
  const card = await cardOf('Rahim Uddin')
  await person.click(card.getByRole('button', { name: 'Call' }))
  await card.findByText(/^They have not agreed yet/)
  expect(card.queryByRole('button', { name: 'No answer' })).toBeNull()
  await person.click(card.getByRole('button', { name: 'Next donor' }))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Karim Das' }))
})

test('a page that the phone dropped during the call asks afterwards what came of it', async () => {
  const donor = aDonorToCall({ lastCall: { ...CALL, isMine: true, calledAt: ago(10) } })
  const page = open(FOR_REQUEST, toCall(donor), replying(noteCall, { result: 'not-today' }))
  const card = await cardOf('Rahim Uddin')
  await page.person.click(await card.findByRole('button', { name: 'Not today' }))
  await screen.findAllByText('Rahim Uddin: not today.')
  expect(page.server.callsTo(noteCall)).toMatchObject([{ params: { id: CALL.id } }])
})

test.each([
  ['donor-not-callable', callDonor],
  ['too-many-numbers-called', callDonor],
  ['call-gone', noteCall],
] as const)('the refusal %s is shown at the card', async (code, endpoint) => {
  const page = open(FOR_REQUEST, toCall(aDonorToCall()), refusing(endpoint, code))
  const card = await cardOf('Rahim Uddin')
  await page.person.click(card.getByRole('button', { name: 'Call' }))
  if (endpoint === noteCall) await page.person.click(await card.findByRole('button', { name: 'Not today' }))
  expect((await card.findByRole('alert')).textContent).toContain(REFUSALS[code].message)
})

test('who is coming stands on top until somebody says what became of it', async () => {
  const page = open(
    FOR_REQUEST,
    toCall(aDonorToCall({ coming: COMING, lastCall: { ...CALL, result: 'coming' } }), KARIM),
    replying(endComing, { outcome: 'gave' }),
  )
  const region = within(await screen.findByRole('region', { name: 'Coming' }))
  region.getByText('called by Nadia, noted')
  page.server.answer(toCall(KARIM))
  await page.person.click(region.getByRole('button', { name: 'Gave' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Did Rahim Uddin give?' }))
  await page.person.click(dialog.getByRole('button', { name: 'Yes, they gave' }))
  await screen.findByText('Rahim Uddin: gave.')
  expect(page.server.callsTo(endComing)).toMatchObject([
    { params: { id: idOf(91) }, body: { outcome: 'gave', donatedOn: '2026-03-02' } },
  ])
  expect(screen.queryByRole('region', { name: 'Coming' })).toBeNull()
})

test('whom the owner can ask nobody about is called and noted by another coordinator', async () => {
  const coming = { ...COMING, hasContact: false }
  const page = open(
    FOR_REQUEST,
    toCall(aDonorToCall({ coming, lastCall: { ...CALL, result: 'coming' } })),
    replying(callDonor, { callId: idOf(90), contactNumber: '01712-345678', askFor: null }),
    replying(noteCall, { result: 'coming' }),
  )
  const region = within(await screen.findByRole('region', { name: 'Coming' }))
  region.getByText('The owner can ask nobody about them. Call them, and take over.')
  expect(region.queryByRole('button', { name: 'Still coming' })).toBeNull()
  await page.person.click(region.getByRole('button', { name: 'Call' }))
  await page.person.click(await region.findByRole('button', { name: 'Still coming' }))
  await page.person.click(await screen.findByRole('button', { name: 'Yes, coming' }))
  await waitFor(() =>
    expect(page.server.callsTo(noteCall)).toMatchObject([
      { params: { id: idOf(90) }, body: { result: 'coming' } },
    ]),
  )
})

test('halls and batches are filters in the address, where there are any', async () => {
  const page = open(
    FOR_REQUEST,
    replying(listHalls, { halls: [HALL] }),
    replying(listDonorsToCall, { records: [KARIM], batches: ['19'] }),
  )
  await fillIn(page.person, { Hall: HALL.id, Batch: '19' })
  expect(page.path()).toBe(`${FOR_REQUEST}&hall=${HALL.id}&batch=19`)
  await waitFor(() =>
    expect(page.server.callsTo(listDonorsToCall).at(-1)?.query).toEqual({
      bloodRequestId: REQUEST.id,
      hallId: HALL.id,
      batch: '19',
    }),
  )
  page.unmount()
  open(FOR_REQUEST, toCall(KARIM))
  await cardOf('Karim Das')
  expect(screen.queryByLabelText('Hall')).toBeNull()
  expect(screen.queryByLabelText('Batch')).toBeNull()
})

const TYPED = { 'Full Name': 'Rahim Uddin', 'Contact Number': '01712 345678', 'Blood Group': 'O-' }

async function openAdding({ person }: ReturnType<typeof open>) {
  await person.click(await screen.findByRole('button', { name: 'Add a donor' }))
  return within(await screen.findByRole('dialog', { name: 'Add a donor' }))
}

test.each([
  ['said', `Read aloud: “${consentReadAloud(site.clubName)}”`],
  ['paper', 'Keep the paper that they signed.'],
  ['text', 'They get a text, and can be called when they agree.'],
])('a donor who agreed in the way %s is added, with what that asks', async (consentKind, hint) => {
  const page = open(
    '/call-donors',
    asCoordinator(HALL.id),
    replying(listHalls, { halls: [HALL] }),
    replying(listActiveBloodRequests, aPage([])),
    replying(addKeptDonor, { message: 'Added.' }),
  )
  const dialog = await openAdding(page)
  await fillIn(page.person, TYPED)
  await page.person.click(dialog.getByRole('button', { name: 'Add' }))
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^Please fill in all required fields/)
  await fillIn(page.person, { 'How They Agreed': consentKind })
  dialog.getByText(hint)
  expect(screen.queryByText('Download or erase a number')).toBeNull()
  // A coordinator of one hall does not choose it.
  expect(dialog.queryByLabelText('Hall')).toBeNull()
  await page.person.click(dialog.getByRole('button', { name: 'Add' }))
  await screen.findByText('Added.')
  expect(page.server.callsTo(addKeptDonor)).toMatchObject([
    { body: { fullName: 'Rahim Uddin', bloodGroup: 'O-', hallId: HALL.id, consentKind } },
  ])
})

const LONG = 'x'.repeat(200)
const fieldsOf = (name: string, message: string) => ({ message, fields: { [name]: message } })
const NUMBER_SHARED = 'We keep this number already.'
test.each<[label: string, typed: string, message: string, refusal?: Reply]>([
  ['Batch', LONG, 'Batch must be at most 40 characters long.'],
  ['Full Name', LONG, 'Full Name must be at most 120 characters long.'],
  ['Contact Number', 'call me', 'Contact Number must be a phone number of 5 to 20 digits.'],
  [
    'Contact Number',
    '01712',
    REFUSALS['number-not-callable'].message,
    refusing(
      addKeptDonor,
      'number-not-callable',
      fieldsOf('contactNumber', REFUSALS['number-not-callable'].message),
    ),
  ],
  ['Ask For', '', NUMBER_SHARED, refusing(addKeptDonor, 'number-shared', fieldsOf('askFor', NUMBER_SHARED))],
  [
    'Hall',
    HALL.id,
    REFUSALS['hall-gone'].message,
    refusing(addKeptDonor, 'hall-gone', fieldsOf('hallId', REFUSALS['hall-gone'].message)),
  ],
])(
  'what is wrong with %s is said at the field, and all stays as it was typed',
  async (label, typed, message, refusal) => {
    const other = { id: idOf(6), name: 'Other Hall' }
    const page = open(
      '/call-donors',
      replying(listHalls, { halls: [HALL, other] }),
      replying(listActiveBloodRequests, aPage([])),
      ...(refusal ? [refusal] : []),
    )
    const dialog = await openAdding(page)
    await dialog.findByLabelText('Hall', { exact: false })
    const values = { ...TYPED, Batch: '20', 'How They Agreed': 'said', ...(typed && { [label]: typed }) }
    await fillIn(page.person, values)
    page.server.answer(replying(listHalls, { halls: [other] }))
    await page.person.click(dialog.getByRole('button', { name: 'Add' }))
    const field = await dialog.findByLabelText<HTMLInputElement>(new RegExp(`^${label}`))
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    expect(
      document.getElementById(field.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')?.textContent,
    ).toContain(message)
    expect(field.value).toBe(typed)
    expect(dialog.getByLabelText<HTMLSelectElement>(/^Blood Group/).value).toBe('O-')
    if (label === 'Hall')
      expect(dialog.getByLabelText<HTMLSelectElement>(/^Hall/).selectedOptions[0]?.text).toBe(HALL.name)
  },
)

test('when the right ends, the page says so, shows nobody, and keeps what was typed', async () => {
  const page = open(FOR_REQUEST, toCall(KARIM), refusing(addKeptDonor, 'coordinator-ended'))
  await cardOf('Karim Das')
  const dialog = await openAdding(page)
  await fillIn(page.person, { ...TYPED, 'How They Agreed': 'said' })
  page.server.answer(replying(readSession, { user: aUser() }))
  await act(() => refreshSession(page.queryClient))
  await dialog.findByText(REFUSALS['coordinator-ended'].message)
  expect(screen.getAllByText(REFUSALS['coordinator-ended'].message)).toHaveLength(2)
  expect(screen.queryByRole('article', { name: 'Karim Das' })).toBeNull()
  await page.person.click(dialog.getByRole('button', { name: 'Add' }))
  await dialog.findByRole('alert')
  expect(dialog.getByLabelText<HTMLInputElement>('Full Name').value).toBe('Rahim Uddin')
  await page.person.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
  expect(page.queryClient.getQueryCache().findAll({ queryKey: ['donors-to-call'] })).toEqual([])
})

test('when the right holds for another hall, nothing stays of the donors of the one before', async () => {
  const page = open(FOR_REQUEST, asCoordinator(HALL.id), toCall(KARIM))
  await callFrom(page, 'Karim Das')
  page.server.answer(asCoordinator(idOf(71)))
  page.server.answer(hanging(listDonorsToCall))
  await act(() => refreshSession(page.queryClient))
  await waitFor(() => expect(screen.queryAllByText(/01712-345678|Karim Das/)).toEqual([]))
  const cached = page.queryClient.getQueryCache().getAll()
  expect(JSON.stringify(cached.map(({ state }) => state.data))).not.toContain('Karim Das')
})

const KEPT = {
  ...aDonorToCall(),
  lastDonationDate: null,
  consentKind: 'said' as const,
  consentedAt: ago(999),
  expiresAt: '2028-03-02T00:00:00.000Z',
}
const correcting = [replying(readKeptDonor, KEPT), replying(correctKeptDonor, KEPT)]

test('a donor is corrected without their number being shown', async () => {
  const page = open(FOR_REQUEST, toCall(aDonorToCall()), ...correcting)
  await chooseFromRow(page.person, 'Rahim Uddin', 'Correct')
  await fillIn(page.person, { Batch: '20' })
  await page.person.click(screen.getByLabelText('I look after this donor from now on'))
  screen.getByText('Nadia Islam does now.')
  expect(screen.getByLabelText<HTMLInputElement>('Contact Number').value).toBe('')
  await page.person.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [sent] = page.server.callsTo(correctKeptDonor)
  expect(sent?.body).toMatchObject({ fullName: 'Rahim Uddin', batch: '20', keepsThem: true })
  expect(sent?.body).not.toHaveProperty('contactNumber')
})

test('a wrong number is corrected by a button in sight; a new one takes the donor off the list', async () => {
  const wrong = aDonorToCall({ lastCall: { ...CALL, result: 'wrong-number' } })
  const page = open('/call-donors?wrong-numbers', toCall(wrong, { ...wrong, ...KARIM }), ...correcting)
  const card = await cardOf('Rahim Uddin')
  card.getByRole('button', { name: 'Call anyway' })
  await page.person.click(card.getByRole('button', { name: 'Correct the number' }))
  expect(document.activeElement).toBe(await screen.findByLabelText('Contact Number'))
  page.server.answer(toCall(KARIM))
  await fillIn(page.person, { 'Contact Number': '01812 345678' })
  await page.person.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findAllByText('Rahim Uddin has a new number, and can be called.')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Karim Das' }))
})

test('who said stop is erased, after one question', async () => {
  const page = open(FOR_REQUEST, toCall(aDonorToCall(), KARIM), replying(stopKeptDonor, undefined))
  await chooseFromRow(page.person, 'Rahim Uddin', 'They said stop')
  await confirmDialog(page.person)
  await screen.findAllByText("Rahim Uddin is erased and won't be called again.")
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test.each([
  ['download', 'Download', replying(exportKeptDonors, { donors: [] }), 'Nothing is kept with this number.'],
  ['erase', 'Erase', replying(eraseKeptDonors, { message: 'Erased.' }), 'Erased.'],
])('an admin has what is kept of a number to %s', async (choice, action, reply, said) => {
  const page = renderPage('/call-donors', {
    user: anAdmin(),
    replies: [replying(listActiveBloodRequests, aPage([])), reply],
  })
  const open = () => screen.findByRole('button', { name: 'Download or erase a number' })
  await page.person.click(await open())
  const dialog = within(await screen.findByRole('dialog', { name: 'Download or erase a number' }))
  await fillIn(page.person, { 'What to do': choice })
  await page.person.click(dialog.getByRole('button', { name: action }))
  await dialog.findByText('Please enter the phone number.')
  await fillIn(page.person, { 'Contact Number': '01712 345678' })
  await page.person.click(dialog.getByRole('button', { name: action }))
  await screen.findByText(said)
  expect(page.server.callsTo(choice === 'erase' ? eraseKeptDonors : exportKeptDonors)).toMatchObject([
    { body: { contactNumber: '01712 345678' } },
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
})
