import { acceptAlert, readAskedAlert, sayOnTheWayByAlert } from '@blood-bank/contract/alerts/answers'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openAlert, TOKEN } from '../../testing/asked-alert.ts'
import { acceptedAlert, askedAlert } from '../../testing/builders.ts'
import { refusing, replying } from '../../testing/replies.ts'

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
  const directions = screen.getByRole('link', { name: 'Directions to the hospital' })
  expect(['href', 'target', 'rel'].map(name => directions.getAttribute(name))).toEqual([
    // Without the ward: no map knows it.
    'https://www.google.com/maps/dir/?api=1&destination=City+Hospital%2C+Dhanmondi',
    '_blank',
    'noopener noreferrer',
  ])
  screen.getByText(
    'Ask for Tasnim Khatun, for the patient Fatema Begum. Bring an ID, and eat and drink something before.',
  )
})

test('coming back from the call does not hide whom to call; whoever opens the link anew proves it again', async () => {
  const page = await openAlert()
  await acceptWithDigits(page)
  page.server.answer(replying(readAskedAlert, askedAlert({ answer: 'yes', offersStanding: 2 })))
  fireEvent(window, new Event('visibilitychange'))
  await screen.findByText('1 of 2 given, 2 offered')
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
  screen.getByRole('button', { name: "I can't come after all" })
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
  screen.getByRole('link', { name: 'Directions to the hospital' })
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
