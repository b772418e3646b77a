import {
  acceptAlert,
  acceptPlatelets,
  alertsPausedMessage,
  declineAlert,
  PLATELETS_ACCEPTED,
  pauseAlerts,
  readAskedAlert,
  sayOnTheWayByAlert,
  stopTextsByAlert,
  TEXTS_STOPPED,
  wrongProofMessage,
} from '@blood-bank/contract/alerts/answers'
import { DAY_MS } from '@blood-bank/contract/durations'
import { REFUSALS, type RefusalCode } from '@blood-bank/contract/errors'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openAlert, TOKEN } from '../../testing/asked-alert.ts'
import { acceptedAlert, askedAlert } from '../../testing/builders.ts'
import { DONOR_RULES, renderPage, setSite } from '../../testing/render-page.tsx'
import { failing, refusing, replying } from '../../testing/replies.ts'

setSite({ donorRules: DONOR_RULES })

const THANKS = 'Thank you, Rima Akter. They are waiting for you.'
const findThanks = () => screen.findByRole('heading', { level: 1, name: THANKS })
const TIMES = ['15 min', '30 min', '1 hour']

const button = (name: string) => screen.getByRole('button', { name })
const buttons = () =>
  [...screen.getByRole('region', { name: 'Your answer' }).querySelectorAll('button')].flatMap(
    // Without the one that copies the number, which has an icon.
    one => one.textContent || [],
  )

test('the page shows what is asked and three answers, and opening it sends none', async () => {
  const { server, path } = await openAlert()
  await waitFor(() => expect(path()).toBe('/answer'))
  for (const text of ['City Hospital', 'Ward 12', 'Urgent (Immediate Need)', 'Mar 1, 2026, 9:05 AM'])
    screen.getByText(text)
  screen.getByText('1 of 2 units left')
  screen.getByText('The hospital tests and cross-matches every unit.')
  screen.getByText(
    /the member who posted this will see your name and number until the request closes or you can't come\. Never pay or accept money for blood\./,
  )
  expect(buttons()).toEqual(['I can donate', 'Not this time', 'Pause alerts'])
  const whoCanCome = screen.getByText(DONOR_RULES.sentence)
  expect(whoCanCome.compareDocumentPosition(button('I can donate'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(server.callsTo(readAskedAlert).map(({ body }) => body)).toEqual([{ token: TOKEN }])
  for (const endpoint of [acceptAlert, declineAlert, pauseAlerts])
    expect(server.callsTo(endpoint)).toHaveLength(0)
})

test('a question about platelets says so, and how they are given, before the answer', async () => {
  const alert = {
    component: 'apheresis-platelets',
    takesOtherGroups: true,
    requiredBloodGroup: 'A+',
  } as const
  await openAlert(alert)
  await screen.findByRole('heading', { level: 1, name: 'Can you give platelets?' })
  screen.getByRole('heading', { name: 'Platelets A+ are needed' })
  for (const text of [
    'From one donor by machine, about 90 minutes.',
    'The hospital decides which groups it takes.',
    'The hospital tests every unit.',
  ])
    screen.getByText(text)
  const how = screen.getByText('From one donor by machine, about 90 minutes.')
  expect(how.compareDocumentPosition(button('I can donate'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('a browser that is known as the donor’s says yes with one press', async () => {
  const { server, person } = await openAlert({ needsDigits: false })
  server.answer(replying(acceptAlert, acceptedAlert({ needsDigits: false, offersStanding: 1 })))
  await person.click(button('I can donate'))
  await findThanks()
  expect(server.callsTo(acceptAlert)[0]?.body).toEqual({ token: TOKEN })
  screen.getByText('1 of 2 units left, 1 offered')
  expect(document.activeElement).toBe(await findThanks())
  expect(document.title).toContain(THANKS)
  expect(buttons()).toEqual(['01812-345678', ...TIMES, "I can't come", 'Pause alerts'])
})

test('any other browser asks for the last four digits of the phone number first', async () => {
  const { server, person } = await openAlert()
  await person.click(button('I can donate'))
  const digits = screen.getByLabelText<HTMLInputElement>('Last four digits of your phone number')
  expect(document.activeElement).toBe(digits)
  await person.click(button('Yes, I can donate'))
  expect(screen.getByRole('alert').textContent).toBe(
    'Please enter the last four digits of your phone number.',
  )
  await person.type(digits, '12')
  await person.click(button('Yes, I can donate'))
  expect(screen.getByRole('alert').textContent).toBe('Please enter four digits.')
  expect(server.callsTo(acceptAlert)).toHaveLength(0)

  const message = wrongProofMessage('wrong-digits', 4)
  server.answer(refusing(acceptAlert, 'wrong-digits', { message, fields: { digits: message } }))
  await person.type(digits, '34')
  await person.click(button('Yes, I can donate'))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(message))
  expect(message).toMatch(/You can try 4 times more\.$/)

  server.answer(replying(acceptAlert, acceptedAlert()))
  await person.clear(digits)
  await person.type(digits, '5678')
  await person.click(button('Yes, I can donate'))
  await findThanks()
  expect(server.callsTo(acceptAlert).at(-1)?.body).toEqual({ token: TOKEN, digits: '5678' })
})

test('a donor whose number everybody sees is asked for the University ID instead', async () => {
  const { server, person } = await openAlert({ needsDigits: false, needsUniversityId: true })
  await person.click(button('I can donate'))
  const id = screen.getByLabelText<HTMLInputElement>('Your University ID')
  expect(document.activeElement).toBe(id)
  expect(screen.queryByLabelText('Last four digits of your phone number')).toBeNull()
  await person.click(button('Yes, I can donate'))
  expect(screen.getByRole('alert').textContent).toBe('Please enter your University ID.')

  const message = wrongProofMessage('wrong-university-id', 4)
  server.answer(refusing(acceptAlert, 'wrong-university-id', { message, fields: { universityId: message } }))
  await person.type(id, 'CSE-2021-018')
  await person.click(button('Yes, I can donate'))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(message))

  server.answer(replying(acceptAlert, acceptedAlert()))
  await person.clear(id)
  await person.type(id, 'cse 2021 017')
  await person.click(button('Yes, I can donate'))
  await findThanks()
  expect(server.callsTo(acceptAlert).at(-1)?.body).toEqual({ token: TOKEN, universityId: 'cse 2021 017' })
})

test('a donor who shows the number meanwhile is asked for the University ID', async () => {
  const { server, person } = await openAlert()
  await person.click(button('I can donate'))
  server.answer(refusing(acceptAlert, 'university-id-needed'))
  server.answer(replying(readAskedAlert, askedAlert({ needsDigits: false, needsUniversityId: true })))
  await person.type(screen.getByLabelText('Last four digits of your phone number'), '5678')
  await person.click(button('Yes, I can donate'))
  expect(document.activeElement).toBe(await screen.findByLabelText('Your University ID'))
})

test('a person can go back from the digits, which clears what was said about them', async () => {
  const { server, person } = await openAlert()
  await person.click(button('I can donate'))
  const message = wrongProofMessage('wrong-digits', 4)
  server.answer(refusing(acceptAlert, 'wrong-digits', { message, fields: { digits: message } }))
  await person.type(screen.getByLabelText('Last four digits of your phone number'), '1234')
  await person.click(button('Yes, I can donate'))
  await screen.findByRole('alert')
  await person.click(button('Back'))
  expect(buttons()).toEqual(['I can donate', 'Not this time', 'Pause alerts'])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the reason why a donor may not offer is shown', async () => {
  const { server, person } = await openAlert({ needsDigits: false })
  server.answer(refusing(acceptAlert, 'donor-unavailable'))
  await person.click(button('I can donate'))
  expect((await screen.findByRole('alert')).textContent).toBe(REFUSALS['donor-unavailable'].message)
  await person.click(button('Dismiss'))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('after a reload, or on another phone, a donor who has withdrawn reads that the owner is told', async () => {
  await openAlert({ answer: 'no', hasWithdrawn: true })
  screen.getByText(/is told that you can't come\.$/)
})

test.each([
  [
    'could not come twice',
    { answer: 'no', hasWithdrawn: true, cannotOffer: REFUSALS['offer-withdrawn-twice'].message },
  ],
  ['was released', { cannotOffer: REFUSALS['offer-was-released'].message }],
] as const)('a donor who %s is not asked again, and reads why', async (_, asked) => {
  await openAlert(asked)
  screen.getByRole('heading', { name: 'Thank you for answering.' })
  screen.getByText(asked.cannotOffer)
  expect(screen.queryByText(/press I can donate/i)).toBeNull()
  expect(buttons()).toEqual(['Pause alerts'])
})

test('an answer can be changed from yes to no and back', async () => {
  const { server, person } = await openAlert(acceptedAlert({ needsDigits: false }))
  await findThanks()
  server.answer(replying(declineAlert, askedAlert({ answer: 'no', hasWithdrawn: true, needsDigits: false })))
  await person.click(button("I can't come"))
  await screen.findByText(
    "Another donor is asked in your place, and the member who posted this is told that you can't come.",
  )
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Thank you for answering.' }))
  expect(server.callsTo(declineAlert)[0]?.body).toEqual({ token: TOKEN })
  screen.getByText(/If you can come after all, press I can donate/)
  expect(buttons()).toEqual(['I can donate', 'Pause alerts'])
  server.answer(replying(acceptAlert, acceptedAlert({ needsDigits: false })))
  await person.click(button('I can donate'))
  await findThanks()
})

/** Says yes with the digits. */
test('alerts are paused for a time, until a date, or until the donor returns', async () => {
  const { server, person } = await openAlert()
  const paused = alertsPausedMessage('March 9, 2026')
  server.answer(replying(pauseAlerts, { message: paused }))
  await person.click(button('Pause alerts'))
  const howLong = screen.getByLabelText('How long')
  expect(document.activeElement).toBe(howLong)
  await person.click(button('Pause'))
  await screen.findByText(paused)

  await person.click(button('Pause alerts'))
  expect(screen.queryByText(paused)).toBeNull()
  await person.selectOptions(screen.getByLabelText('How long'), 'Until a date')
  await person.click(button('Pause'))
  expect(screen.getByRole('alert').textContent).toBe('Choose the date from which you want alerts again.')
  const day = new Date(Date.now() + 20 * DAY_MS).toISOString().slice(0, 10)
  fireEvent.change(screen.getByLabelText('Alerts again from'), { target: { value: day } })
  await person.click(button('Pause'))
  await screen.findByText(paused)

  await person.click(button('Pause alerts'))
  await person.selectOptions(screen.getByLabelText('How long'), 'Until I return')
  await person.click(button('Pause'))
  await screen.findByText(paused)
  expect(server.callsTo(pauseAlerts).map(({ body }) => body)).toEqual([
    { token: TOKEN, pause: 'week' },
    { token: TOKEN, pause: 'date', pauseUntil: day },
    { token: TOKEN, pause: 'until-i-return' },
  ])
})

test.each<RefusalCode>([
  'alert-link-unknown',
  'alert-request-fulfilled',
  'alert-request-cancelled',
  'alert-request-deleted',
  'alert-request-unavailable',
])('a dead link says why and has no answers: %s', async code => {
  renderPage(`/answer#token=${TOKEN}`, { replies: [refusing(readAskedAlert, code)] })
  await screen.findByText(REFUSALS[code].message)
  expect(screen.queryByRole('button', { name: 'I can donate' })).toBeNull()
  screen.getByRole('link', { name: 'View Requests' })
})

test.each([
  ['is asked', replying(readAskedAlert, askedAlert())],
  ['has closed', refusing(readAskedAlert, 'alert-request-fulfilled')],
])(
  'the second link of an email asks for platelets, too, with one press, when the request %s',
  async (_, read) => {
    const replies = [read, replying(acceptPlatelets, { message: PLATELETS_ACCEPTED })]
    const { server, person, path } = renderPage(`/answer?platelets#token=${TOKEN}`, { replies })
    await screen.findByText(/Platelets are given by machine, about 90 minutes\. May we ask you/)
    await waitFor(() => expect(path()).toBe('/answer?platelets'))
    expect(server.callsTo(acceptPlatelets)).toHaveLength(0)
    await person.click(button('Ask me for platelets, too'))
    await screen.findByText(PLATELETS_ACCEPTED)
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    expect(server.callsTo(acceptPlatelets).map(({ body }) => body)).toEqual([{ token: TOKEN }])
  },
)

test('a request that closes while the page is open says so at the next press', async () => {
  const { server, person } = await openAlert()
  server.answer(refusing(declineAlert, 'alert-request-fulfilled'))
  server.answer(refusing(readAskedAlert, 'alert-request-fulfilled'))
  await person.click(button('Not this time'))
  await screen.findByText(REFUSALS['alert-request-fulfilled'].message)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Not this time' })).toBeNull())
})

test('a page that could not ask the server can try again', async () => {
  const { server, person } = renderPage(`/answer#token=${TOKEN}`, { replies: [failing(readAskedAlert)] })
  const retry = await screen.findByRole('button', { name: 'Retry' })
  server.answer(replying(readAskedAlert, askedAlert()))
  await person.click(retry)
  await screen.findByRole('heading', { name: 'O+ blood is needed' })
})

test.each([
  ['/answer', 'email'],
  ['/answer#token=cut-off', 'email'],
  ['/a', 'text message'],
  ['/a#cut-off', 'text message'],
])('%s says that the link is incomplete, and that the %s has it', async (path, message) => {
  renderPage(path)
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The link is incomplete. Please open it again from the message.',
  )
  screen.getByText(`The whole link is in the ${message} that asked you.`)
  expect(screen.queryByRole('button', { name: 'I can donate' })).toBeNull()
})

async function acceptWithDigits(
  { server, person }: Awaited<ReturnType<typeof openAlert>>,
  reply = acceptedAlert(),
) {
  await person.click(screen.getByRole('button', { name: 'I can donate' }))
  server.answer(replying(acceptAlert, reply))
  await person.type(screen.getByLabelText('Last four digits of your phone number'), '5678')
  await person.click(screen.getByRole('button', { name: 'Yes, I can donate' }))
  await screen.findByRole('heading', { name: 'Thank you, Rima Akter. They are waiting for you.' })
}

test('a donor who has said yes has the call and the way in the hand', async () => {
  await acceptWithDigits(await openAlert())
  const call = screen.getByRole('link', { name: 'Call Tasnim Khatun 01812-345678' })
  expect(call.getAttribute('href')).toBe('tel:01812345678')
  const directions = screen.getByRole('link', { name: 'Directions' })
  expect(['href', 'target', 'rel'].map(name => directions.getAttribute(name))).toEqual([
    // Without the ward: no map knows it.
    'https://www.google.com/maps/dir/?api=1&destination=City+Hospital%2C+Dhanmondi',
    '_blank',
    'noopener noreferrer',
  ])
  screen.getByText('Patient: Fatema Begum. Bring an ID, and eat and drink something before.')
})

test('coming back from the call does not hide whom to call; whoever opens the link anew proves it again', async () => {
  const page = await openAlert()
  await acceptWithDigits(page)
  page.server.answer(replying(readAskedAlert, askedAlert({ answer: 'yes', offersStanding: 2 })))
  fireEvent(window, new Event('visibilitychange'))
  await screen.findByText('1 of 2 units left, 2 offered')
  screen.getByRole('link', { name: /^Call Tasnim Khatun/ })
})

test('a reload, as when the phone needs memory during the call, shows whom to call again', async () => {
  const page = await openAlert()
  await acceptWithDigits(page)
  expect(page.path()).toBe('/answer')
  const { server, person } = page.reload({
    replies: [replying(readAskedAlert, askedAlert({ answer: 'yes' }))],
  })
  await screen.findByRole('heading', { name: 'Thank you, Rima Akter. They are waiting for you.' })
  screen.getByRole('link', { name: 'Call Tasnim Khatun 01812-345678' })
  screen.getByRole('button', { name: "I can't come" })
  const onTheWay = { saidAt: '2026-03-02T09:10:00.000Z', minutes: 15 } as const
  server.answer(replying(sayOnTheWayByAlert, acceptedAlert({}, { onTheWay })))
  await person.click(screen.getByRole('button', { name: '15 min' }))
  await screen.findByText(/^You said: there by about/)
  expect(server.callsTo(sayOnTheWayByAlert)[0]?.body).toMatchObject({ token: TOKEN, digits: '5678' })
})

test('a reload shows nobody to call once the offer no longer stands', async () => {
  const page = await openAlert()
  await acceptWithDigits(page)
  page.reload({ replies: [replying(readAskedAlert, askedAlert())] })
  await screen.findByRole('button', { name: 'I can donate' })
  expect(screen.queryByRole('link', { name: /^Call/ })).toBeNull()
})

test('a browser that had to prove nothing keeps the link alone for a reload', async () => {
  const page = await openAlert({ needsDigits: false })
  page.server.answer(replying(acceptAlert, acceptedAlert({ needsDigits: false })))
  await page.person.click(screen.getByRole('button', { name: 'I can donate' }))
  await screen.findByRole('link', { name: /^Call Tasnim Khatun/ })
  // Signed out meanwhile.
  page.reload({ replies: [replying(readAskedAlert, askedAlert({ answer: 'yes' }))] })
  await screen.findByRole('button', { name: 'Show whom to call' })
  expect(screen.queryByRole('link', { name: /^Call/ })).toBeNull()
})

test('a browser that is not known shows whom to call after the digits', async () => {
  const { server, person } = await openAlert({ answer: 'yes' })
  await screen.findByRole('heading', { name: 'Thank you. They are waiting for you.' })
  expect(screen.queryByRole('link', { name: /^Call/ })).toBeNull()
  screen.getByRole('link', { name: 'Directions' })
  screen.getByText('Bring an ID, and eat and drink something before.')
  await person.click(screen.getByRole('button', { name: 'Show whom to call' }))
  server.answer(replying(acceptAlert, acceptedAlert()))
  await person.type(screen.getByLabelText('Last four digits of your phone number'), '5678')
  await person.click(screen.getByRole('button', { name: 'Show whom to call' }))
  await screen.findByRole('link', { name: /^Call Tasnim Khatun/ })
})

test('an offer that ended meanwhile says so when the donor is on the way', async () => {
  const page = await openAlert()
  await acceptWithDigits(page)
  page.server.answer(refusing(sayOnTheWayByAlert, 'offer-settled'))
  page.server.answer(replying(readAskedAlert, askedAlert()))
  await page.person.click(screen.getByRole('button', { name: '1 hour' }))
  await screen.findByRole('heading', { name: 'Can you give blood?' })
  expect(screen.queryByRole('link', { name: /^Call/ })).toBeNull()
})

test('the short link of a text message opens the same page, and its token leaves the address', async () => {
  const short = 'aZ0_-'.padEnd(22, 'b')
  const replies = [replying(readAskedAlert, askedAlert())]
  const { server, path } = renderPage(`/a#${short}`, { replies })
  await screen.findByRole('heading', { name: 'O+ blood is needed' })
  await waitFor(() => expect(path()).toBe('/a'))
  screen.getByRole('button', { name: 'I can donate' })
  expect(server.callsTo(readAskedAlert).map(({ body }) => body)).toEqual([{ token: short }])
})

test('a text message has the link to stop text messages, also when the request has closed', async () => {
  const short = 'a'.repeat(22)
  const replies = [
    refusing(readAskedAlert, 'alert-request-fulfilled'),
    replying(stopTextsByAlert, { message: TEXTS_STOPPED }),
  ]
  const { server, person } = renderPage(`/a#${short}`, { replies })
  await person.click(await screen.findByRole('button', { name: 'Stop text messages' }))
  await screen.findByText(TEXTS_STOPPED)
  expect(screen.queryByRole('button', { name: 'Stop text messages' })).toBeNull()
  expect(document.activeElement?.textContent).toBe("This link can't be used any more")
  expect(server.callsTo(stopTextsByAlert).map(({ body }) => body)).toEqual([{ token: short }])
})
