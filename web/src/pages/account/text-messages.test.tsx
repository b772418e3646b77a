import {
  confirmTextNumber,
  readTextMessages,
  sendTextCode,
  stopTextMessages,
  type TextMessages,
} from '@blood-bank/contract/alerts/texts'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { updateOwnDonor } from '@blood-bank/contract/donors/profile'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDonor, aUser } from '../../testing/builders.ts'
import { renderPage, setSite } from '../../testing/render-page.tsx'
import { accountReplies, failing, type Reply, refusing, replying } from '../../testing/replies.ts'

setSite({ sendsTexts: true })

const NUMBER = '+880 1712 345678'
const state = (some: Partial<TextMessages> = {}): TextMessages => ({
  status: 'off',
  number: NUMBER,
  obstacle: null,
  ...some,
})
const own = (some?: Partial<TextMessages>) => replying(readTextMessages, { textMessages: state(some) })

const open = (...replies: Reply[]) =>
  renderPage('/account#texts', { user: aUser(), replies: [...replies, ...accountReplies] })

const SWITCH = { name: 'Text me when a request is urgent' }
const stateOfRow = () =>
  screen.getByRole('heading', { level: 2, name: 'Text messages' }).nextElementSibling?.textContent
const field = () => screen.findByRole('textbox', { name: 'Code from the text message' })

test('turning text messages on asks for the code, which phones offer from the message', async () => {
  const { person, server } = open(
    own(),
    replying(sendTextCode, state({ status: 'code-needed' })),
    refusing(confirmTextNumber, 'wrong-text-code'),
    replying(confirmTextNumber, state({ status: 'on' })),
  )
  const control = await screen.findByRole('switch', SWITCH)
  expect([stateOfRow(), (control as HTMLInputElement).checked]).toEqual(['Off', false])
  await person.click(control)
  const code = await field()
  await waitFor(() => expect(document.activeElement).toBe(code))
  expect([code.getAttribute('autocomplete'), code.getAttribute('inputmode')]).toEqual([
    'one-time-code',
    'numeric',
  ])
  screen.getByText(`A code is on its way to ${NUMBER}. It is valid for ten minutes.`)
  expect(stateOfRow()).toBe('Off until you enter the code')

  await person.type(code, '123456')
  await person.click(screen.getByRole('button', { name: 'Confirm number' }))
  await screen.findByRole('alert')
  // Nothing typed is lost.
  expect((code as HTMLInputElement).value).toBe('123456')
  await person.clear(code)
  await person.type(code, '654 321')
  await person.click(screen.getByRole('button', { name: 'Confirm number' }))
  const status = await screen.findByText(`Text messages go to ${NUMBER}.`)
  expect(stateOfRow()).toBe(`When a request is urgent, ${NUMBER}`)
  expect(document.activeElement).toBe(status)
  expect(server.callsTo(confirmTextNumber).map(({ body }) => body)).toEqual([
    { code: '123456' },
    { code: '654 321' },
  ])
})

test('the switch also turns them off, and says when that fails', async () => {
  const { person } = open(
    own({ status: 'on' }),
    failing(stopTextMessages),
    replying(stopTextMessages, undefined),
  )
  const control = await screen.findByRole('switch', SWITCH)
  await person.click(control)
  await screen.findByText('Failed to turn off text messages. Please try again.')
  expect((control as HTMLInputElement).checked).toBe(true)
  await person.click(control)
  await waitFor(() => expect(stateOfRow()).toBe('Off'))
})

test('why no code is sent is said beside the switch, which stays off', async () => {
  const { person } = open(own(), refusing(sendTextCode, 'too-many-text-codes'))
  const control = await screen.findByRole('switch', SWITCH)
  await person.click(control)
  await screen.findByText('Only 3 codes a day are sent. Please ask for another one tomorrow.')
  expect((control as HTMLInputElement).checked).toBe(false)
})

test.each([
  ['extension', 'has an extension'],
  ['not-mobile', 'is not a mobile number'],
  ['other-country', 'no text messages are sent'],
] as const)('a number that cannot be texted (%s) is said before anything is sent', async (obstacle, why) => {
  open(own({ obstacle }))
  await screen.findByText(new RegExp(`${why}, so it gets no text messages`))
  expect(screen.getByRole('link', { name: 'Change your number' }).getAttribute('href')).toBe(
    '/edit-donor-profile',
  )
  expect(screen.queryByRole('switch', SWITCH)).toBeNull()
})

test('a changed number is confirmed anew', async () => {
  const { person } = open(
    own({ status: 'number-changed' }),
    replying(sendTextCode, state({ status: 'code-needed' })),
  )
  await person.click(await screen.findByRole('button', { name: 'Send a code to the new number' }))
  await field()
})

test('people who are not donors have no row for text messages', async () => {
  open(replying(readTextMessages, { textMessages: null }))
  await waitFor(() =>
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Alerts',
      'My number',
      'Password and passkeys',
      "Where I'm signed in",
      'Light or dark',
      'Offline',
      'My data',
    ]),
  )
})

test('a donor whose saved number ends text messages is told where to confirm it', async () => {
  const { person } = renderPage('/edit-donor-profile', {
    user: aUser(),
    replies: [
      replying(readOwnDonor, { donor: aDonor() }),
      replying(updateOwnDonor, aDonor({ contactNumber: '01812 345678' })),
      own({ status: 'number-changed' }),
    ],
  })
  await person.click(await screen.findByRole('button', { name: 'Save Changes' }))
  await screen.findByText(/^Text messages have stopped/)
  const link = within(screen.getByRole('main')).getByRole('link', { name: 'Confirm the new number' })
  expect(link.getAttribute('href')).toBe('/account#texts')
})
