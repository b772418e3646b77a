import { stopEmails } from '@blood-bank/contract/alerts/preferences'
import { chooseRest } from '@blood-bank/contract/offers/turned-away'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aUser } from '../../testing/builders.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { failing, refusing, replying } from '../../testing/replies.ts'

const MESSAGE = 'Alerts are off.'
const button = () => screen.findByRole('button', { name: 'Stop alerts' })

test.each([
  ['signed out', undefined],
  ['signed in', aUser()],
])('opening the link %s changes nothing; a press stops alerts', async (_, user) => {
  const { person, server } = renderPage('/unsubscribe/a-token_1', {
    ...(user && { user }),
    replies: [replying(stopEmails, { message: MESSAGE })],
  })
  await screen.findByRole('heading', { name: 'Stop alerts', level: 1 })
  await button()
  expect(server.callsTo(stopEmails)).toEqual([])
  await person.click(await button())
  expect((await screen.findByText(MESSAGE)).getAttribute('role')).toBe('status')
  expect(server.callsTo(stopEmails)).toMatchObject([{ body: { token: 'a-token_1' } }])
  expect(screen.queryByRole('button', { name: 'Stop alerts' })).toBeNull()
  const heading = screen.getByRole('heading', { name: 'Alerts are off', level: 1 })
  expect(document.activeElement).toBe(heading)
})

test('an invalid link says what to do, and a lost call can be repeated', async () => {
  const { person } = renderPage('/unsubscribe/broken', {
    replies: [failing(stopEmails), refusing(stopEmails, 'unsubscribe-link-not-valid')],
  })
  await person.click(await button())
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to stop alerts. Please try again.')
  await person.click(await button())
  await screen.findByText(/^This link is not complete/)
})

test('the link of a thank-you stops thank-yous, and says that alerts still come', async () => {
  const { person, server } = renderPage('/unsubscribe/thank-yous/a-token_2', {
    replies: [failing(stopEmails), replying(stopEmails, { message: 'You get no more thank-yous.' })],
  })
  await screen.findByRole('heading', { name: 'Stop thank-yous', level: 1 })
  await screen.findByText(/Alerts still come\.$/)
  const stop = screen.getByRole('button', { name: 'Stop thank-yous' })
  await person.click(stop)
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to stop thank-yous. Please try again.')
  await person.click(stop)
  expect((await screen.findByText('You get no more thank-yous.')).getAttribute('role')).toBe('status')
  screen.getByRole('heading', { name: 'Thank-yous are off', level: 1 })
  expect(server.callsTo(stopEmails).map(({ body }) => body)).toEqual(
    [1, 2].map(() => ({ token: 'a-token_2' })),
  )
})

test('the link of who was turned away asks when they may be asked again; a press says it, opening does not', async () => {
  const { person, server } = renderPage('/unsubscribe/rest-a-token_3', {
    replies: [
      failing(chooseRest),
      replying(chooseRest, { message: "Done. We won't ask you before Mar 3, 2027." }),
    ],
  })
  await screen.findByRole('heading', { name: 'When may we ask you again?', level: 1 })
  const labels = ['In two weeks', 'In a month', 'In three months', 'When I say so']
  for (const name of labels) screen.getByRole('button', { name })
  expect(server.callsTo(chooseRest)).toEqual([])
  await person.click(screen.getByRole('button', { name: 'In three months' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to save your choice. Please try again.')
  await person.click(screen.getByRole('button', { name: 'When I say so' }))
  await screen.findByText("Done. We won't ask you before Mar 3, 2027.")
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Thank you', level: 1 }))
  expect(server.callsTo(chooseRest).map(({ body }) => body)).toEqual([
    { token: 'a-token_3', rest: 'three-months' },
    { token: 'a-token_3', rest: 'when-i-say' },
  ])
})
