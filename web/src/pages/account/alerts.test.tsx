import type { AlertPreferences } from '@blood-bank/contract/alerts/endpoints'
import {
  changeAlertPreferences,
  readAlertPreferences,
  sendTestAlert,
} from '@blood-bank/contract/alerts/preferences'
import { changeThankYouPreference, readThankYouPreference } from '@blood-bank/contract/thanks/endpoints'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aUser } from '../../testing/builders.ts'
import { renderPage, wholeText } from '../../testing/render-page.tsx'
import {
  accountReplies,
  awaiting,
  failing,
  hanging,
  type Reply,
  refusing,
  replying,
} from '../../testing/replies.ts'

const preferences = (some: Partial<AlertPreferences> = {}): AlertPreferences => ({
  isOn: true,
  frequency: 'two-a-week',
  nightsAllowed: false,
  alsoPlatelets: false,
  pausedUntil: null,
  firstAlertFrom: null,
  ...some,
})
const chosen = (some?: Partial<AlertPreferences>) =>
  replying(readAlertPreferences, { preferences: preferences(some) })

async function open(...replies: Reply[]) {
  const page = renderPage('/account', { user: aUser(), replies: [...replies, ...accountReplies] })
  return { ...page, region: within(await screen.findByRole('region', { name: 'Alerts' })) }
}

const bodiesOf = ({ server }: Awaited<ReturnType<typeof open>>) =>
  server.callsTo(changeAlertPreferences).map(({ body }) => body)

const stateOf = (title: string) =>
  screen.getByRole('heading', { level: 2, name: title }).nextElementSibling?.textContent

const isOnSwitch = { name: 'Alert me when somebody needs blood that I can give' }

test('each choice is saved at once, and only what was changed is sent', async () => {
  const page = await open(
    chosen(),
    replying(changeAlertPreferences, preferences({ frequency: 'one-a-month' })),
    replying(changeAlertPreferences, preferences({ frequency: 'one-a-month', nightsAllowed: true })),
    replying(
      changeAlertPreferences,
      preferences({ frequency: 'one-a-month', nightsAllowed: true, alsoPlatelets: true }),
    ),
    replying(changeAlertPreferences, preferences({ isOn: false })),
  )
  const { person, region } = page
  await waitFor(() => expect(stateOf('Alerts')).toBe('At most 2 a week'))
  await person.click(region.getByRole('radio', { name: 'At most 1 a month' }))
  await screen.findByText('Saved. At most 1 a month.')
  expect(stateOf('Alerts')).toBe('At most 1 a month')
  await person.click(region.getByRole('switch', { name: 'Also at night, for urgent requests' }))
  await waitFor(() => expect(page.server.callsTo(changeAlertPreferences)).toHaveLength(2))
  await person.click(
    region.getByRole('switch', { name: 'Also ask me for platelets (by machine, about 90 minutes)' }),
  )
  await waitFor(() => expect(page.server.callsTo(changeAlertPreferences)).toHaveLength(3))
  await person.click(region.getByRole('switch', isOnSwitch))
  await screen.findByText('Saved. Alerts are off.')
  expect(region.queryByRole('button', { name: 'For a week' })).toBeNull()
  expect(document.activeElement).toBe(region.getByRole('switch', isOnSwitch))
  expect(bodiesOf(page)).toEqual([
    { frequency: 'one-a-month' },
    { nightsAllowed: true },
    { alsoPlatelets: true },
    { isOn: false },
  ])
})

test('a choice that is not saved is taken back, with an error', async () => {
  const { person, region } = await open(chosen(), failing(changeAlertPreferences))
  const isOn = await region.findByRole<HTMLInputElement>('switch', isOnSwitch)
  await person.click(isOn)
  expect((await region.findByRole('alert')).textContent).toBe('Failed to save your choice. Please try again.')
  expect(isOn.checked).toBe(true)
})

test('what was pressed is shown at once, and stays while two choices are sent', async () => {
  const { region } = await open(chosen(), hanging(changeAlertPreferences))
  const nights = await region.findByRole<HTMLInputElement>('switch', {
    name: 'Also at night, for urgent requests',
  })
  const often = region.getByRole<HTMLInputElement>('radio', { name: 'At most 1 a month' })
  vi.useFakeTimers()
  fireEvent.click(nights)
  // Before any timer has run.
  expect(nights.checked).toBe(true)
  fireEvent.click(often)
  expect(often.checked).toBe(true)
  act(() => void vi.advanceTimersByTime(1_000))
  expect([nights.checked, often.checked]).toEqual([true, true])
})

test('Undo restores the previous choice; if that fails, it says so', async () => {
  const page = await open(
    chosen(),
    replying(changeAlertPreferences, preferences({ frequency: 'one-a-week' })),
    failing(changeAlertPreferences),
    replying(changeAlertPreferences, preferences({ frequency: 'one-a-month' })),
    replying(changeAlertPreferences, preferences({ frequency: 'one-a-week' })),
  )
  const { person, region } = page
  await person.click(await region.findByRole('radio', { name: 'At most 1 a week' }))
  await person.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText('Failed to undo it. Please change the setting yourself.')
  await person.click(region.getByRole('radio', { name: 'At most 1 a month' }))
  await screen.findByText('Saved. At most 1 a month.')
  await person.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('Undone. At most 1 a week.')
  expect(region.getByRole<HTMLInputElement>('radio', { name: 'At most 1 a week' }).checked).toBe(true)
  expect(bodiesOf(page)).toEqual([
    { frequency: 'one-a-week' },
    { frequency: 'two-a-week' },
    { frequency: 'one-a-month' },
    { frequency: 'one-a-week' },
  ])
})

test('Undo stands for a minute in its line, also while one types', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const saved = replying(changeAlertPreferences, preferences({ frequency: 'one-a-week' }))
  const { region } = await open(chosen(), saved)
  fireEvent.click(await region.findByRole('radio', { name: 'At most 1 a week' }))
  const undo = await region.findByRole('button', { name: 'Undo' })
  fireEvent.keyDown(document.body, { key: 'a' })
  act(() => void vi.advanceTimersByTime(50_000))
  expect(undo.isConnected).toBe(true)
  act(() => void vi.advanceTimersByTime(15_000))
  expect(undo.isConnected).toBe(false)
  expect(region.queryByText(/^Saved\./)).toBeNull()
})

test('Undo restores what was saved, not what was pressed before and failed', async () => {
  const failed = awaiting(failing(changeAlertPreferences))
  const page = await open(
    chosen(),
    failed.reply,
    replying(changeAlertPreferences, preferences({ frequency: 'as-needed' })),
    replying(changeAlertPreferences, preferences()),
  )
  const { person, region } = page
  await person.click(await region.findByRole('radio', { name: 'At most 1 a week' }))
  await person.click(region.getByRole('radio', { name: /^As often as needed/ }))
  failed.arrive()
  await person.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText('Undone. At most 2 a week.')
  expect(bodiesOf(page).at(-1)).toEqual({ frequency: 'two-a-week' })
})

test.each([
  ['until the donor returns', 'until-i-return', { pause: 'until-i-return' }],
  ['until a date', '2099-03-02T18:00:00.000Z', { pause: 'date', pauseUntil: '2099-03-03' }],
  [
    'of a week, which ends during a day',
    '2099-03-02T17:00:00.000Z',
    { pause: 'date', pauseUntil: '2099-03-03' },
  ],
])('ending a pause %s can be undone', async (_, pausedUntil, body) => {
  const page = await open(
    chosen({ pausedUntil }),
    replying(changeAlertPreferences, preferences()),
    replying(changeAlertPreferences, preferences({ pausedUntil })),
  )
  await page.person.click(await page.region.findByRole('button', { name: 'End pause' }))
  await page.person.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText(/^Undone\. Paused until/)
  expect(bodiesOf(page)).toEqual([{ pause: 'none' }, body])
})

test.each([
  ['For a week', { pause: 'week' }],
  ['For a month', { pause: 'month' }],
  ['Until I return', { pause: 'until-i-return' }],
])('a donor pauses alerts with one press, and can undo it: %s', async (option, body) => {
  const page = await open(
    chosen(),
    replying(changeAlertPreferences, preferences({ pausedUntil: 'until-i-return' })),
    replying(changeAlertPreferences, preferences()),
  )
  const { person, region } = page
  await person.click(await region.findByRole('button', { name: option }))
  const paused = await region.findByText('Alerts are paused until you end the pause.')
  expect(document.activeElement).toBe(paused.parentElement)
  await screen.findByText('Saved. Paused until you end the pause.')
  await person.click(screen.getByRole('button', { name: 'Undo' }))
  await region.findByRole('button', { name: option })
  expect(bodiesOf(page)).toEqual([body, { pause: 'none' }])
})

test('a pause until a date asks for the date', async () => {
  const pausedUntil = '2099-03-02T18:00:00.000Z'
  const page = await open(chosen(), replying(changeAlertPreferences, preferences({ pausedUntil })))
  const { person, region } = page
  await person.click(await region.findByRole('button', { name: 'Until a date' }))
  await person.click(region.getByRole('button', { name: 'Pause alerts' }))
  expect((await region.findByRole('alert')).textContent).toBe(
    'Choose the date from which you want alerts again.',
  )
  await person.type(region.getByLabelText(/Alerts again from/), '2099-03-03')
  await person.click(region.getByRole('button', { name: 'Pause alerts' }))
  await region.findByText(wholeText(/^Alerts are paused until Mar \d, 2099, /))
  expect(stateOf('Alerts')).toMatch(/^Paused until Mar \d, 2099$/)
  expect(bodiesOf(page)).toEqual([{ pause: 'date', pauseUntil: '2099-03-03' }])
})

test('a donor ends a pause; a failure to do so is shown', async () => {
  const page = await open(
    chosen({ pausedUntil: 'until-i-return' }),
    failing(changeAlertPreferences),
    replying(changeAlertPreferences, preferences()),
  )
  const { person, region } = page
  await person.click(await region.findByRole('button', { name: 'End pause' }))
  expect((await region.findByRole('alert')).textContent).toBe('Failed to end the pause. Please try again.')
  await person.click(region.getByRole('button', { name: 'End pause' }))
  await region.findByRole('button', { name: 'For a week' })
  expect(document.activeElement).toBe(region.getByText('Pause alerts'))
  expect(bodiesOf(page)).toEqual([{ pause: 'none' }, { pause: 'none' }])
})

test('a donor sends themselves a test alert, and is told when there were too many', async () => {
  const { person, region } = await open(
    chosen(),
    replying(sendTestAlert, { message: 'Test alert sent.' }),
    refusing(sendTestAlert, 'too-many-test-alerts'),
  )
  const button = await region.findByRole('button', { name: 'Send me a test alert' })
  await person.click(button)
  await region.findByText('Test alert sent.')
  await person.click(button)
  expect((await region.findByRole('alert')).textContent).toMatch(
    /^You have sent yourself several test alerts/,
  )
})

test('the first alert is announced while it lies ahead', async () => {
  const { region } = await open(chosen({ firstAlertFrom: '2099-01-31T10:00:00.000Z' }))
  await region.findByText(wholeText(/^Your first alert comes after Jan 31, 2099, /))
})

test('people without a donor profile are told that alerts are for donors', async () => {
  const { region } = await open()
  await region.findByText(/^Alerts are for donors/)
  expect(region.getByRole('link', { name: 'Register as Donor' }).getAttribute('href')).toBe('/register-donor')
  expect(region.queryByRole('button')).toBeNull()
})

test('a donor turns thank-yous off by themselves; alerts stay on', async () => {
  const { person, server, region } = await open(
    chosen(),
    replying(readThankYouPreference, { isOn: true }),
    failing(changeThankYouPreference),
    replying(changeThankYouPreference, { isOn: false }),
  )
  const name = 'Tell me when somebody thanks me for a donation'
  const isOn = () => region.getByRole<HTMLInputElement>('switch', { name }).checked
  await person.click(await region.findByRole('switch', { name }))
  await region.findByText('Failed to save your choice. Please try again.')
  expect(isOn()).toBe(true)
  await person.click(region.getByRole('switch', { name }))
  await waitFor(() => expect(server.callsTo(changeThankYouPreference).at(-1)?.body).toEqual({ isOn: false }))
  expect(isOn()).toBe(false)
  expect(server.callsTo(changeAlertPreferences)).toEqual([])
})
