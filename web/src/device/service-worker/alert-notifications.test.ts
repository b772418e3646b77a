import { type AskedAlert, confirmAlertShown, declineAlert } from '@blood-bank/contract/alerts/answers'
import type { PushMessage } from '@blood-bank/contract/alerts/push-devices'
import { expect, test, vi } from 'vitest'
import { aBloodRequestSummary } from '../../testing/builders.ts'
import { failing, type Reply, refusing, replying } from '../../testing/replies.ts'
import { startStubServer } from '../../testing/stub-server.ts'
import { answerPress, showAlert } from './alert-notifications.ts'

const TOKEN = 'k'.repeat(43)
const ALERT: PushMessage = {
  kind: 'alert',
  title: 'O+ needed today',
  body: 'City Hospital, 2 units',
  token: TOKEN,
  topic: 'of-this-alert',
}
const TEST_ALERT: PushMessage = { ...ALERT, kind: 'test-alert', title: 'Test alert', token: null }

const ANSWERED: AskedAlert = {
  ...aBloodRequestSummary(),
  answer: 'no',
  hasWithdrawn: false,
  cannotOffer: null,
  needsDigits: false,
  needsUniversityId: false,
  ownOffer: null,
}

/** Shows a message and returns the notification, with the tokens of the alerts that were confirmed. */
async function show(
  message: PushMessage | string | null,
  replies = [replying(confirmAlertShown, undefined)],
) {
  const server = startStubServer(replies)
  const showNotification = vi.fn(async (_title: string, _options?: NotificationOptions) => {})
  const text = typeof message === 'string' ? message : JSON.stringify(message)
  await showAlert({ showNotification }, message === null ? null : { text: () => text })
  expect(showNotification).toHaveBeenCalledTimes(1)
  const [title, options] = showNotification.mock.calls[0] ?? []
  return { title, ...options, confirmed: server.callsTo(confirmAlertShown).map(({ body }) => body) }
}

/** Shows a message, and presses the notification or its button. */
async function press(message: PushMessage | string, action = '', replies: Reply[] = []) {
  const close = vi.fn()
  const showNotification = vi.fn(async (_title: string, _options?: NotificationOptions) => {})
  const openWindow = vi.fn(async () => null)
  const { data, tag = '' } = await show(message)
  const server = startStubServer(replies)
  await answerPress(
    { action, notification: { data, tag, close } },
    { registration: { showNotification }, clients: { openWindow } },
  )
  expect(close).toHaveBeenCalled()
  const [title, options] = showNotification.mock.calls[0] ?? []
  const sent = server.callsTo(declineAlert).map(({ body }) => body)
  return { opened: openWindow.mock.calls.flat(), sent, shown: title && { title, ...options } }
}

test('an alert is shown with a button that declines; a message that is sent again replaces it', async () => {
  expect(await show(ALERT)).toMatchObject({
    title: 'O+ needed today',
    body: 'City Hospital, 2 units',
    icon: '/icons/icon-192.png',
    lang: 'en',
    data: { token: TOKEN },
    tag: 'of-this-alert',
    renotify: false,
    actions: [{ action: 'decline', title: 'Not this time' }],
  })
})

test('the server is told that an alert was shown, and one that it is not told of is shown, too', async () => {
  expect((await show(ALERT)).confirmed).toEqual([{ token: TOKEN }])
  expect(await show(ALERT, [failing(confirmAlertShown)])).toMatchObject({ title: 'O+ needed today' })
  expect((await show(TEST_ALERT)).confirmed).toEqual([])
})

test('a test alert has no button, and opens the account page', async () => {
  const shown = await show(TEST_ALERT)
  expect(shown).toMatchObject({ title: 'Test alert', renotify: true })
  expect(shown).not.toHaveProperty('actions')
  expect(await press(TEST_ALERT)).toEqual({ opened: ['/account#alerts'], sent: [], shown: undefined })
})

test.each([
  ['has no content', null],
  ['is empty', ''],
  ['is not JSON', '{"kind":'],
  ['is not an object', 'null'],
  ['is of an unknown kind', JSON.stringify({ ...ALERT, kind: 'offer' })],
  ['lacks the token', JSON.stringify({ ...ALERT, token: null })],
  ['lacks the topic', JSON.stringify({ ...ALERT, topic: undefined })],
  ['has no title', JSON.stringify({ ...ALERT, title: '' })],
  ['has another type of body', JSON.stringify({ ...ALERT, body: 3 })],
])('a message that %s is shown plainly and opens the account page', async (_, message) => {
  expect(await show(message)).toMatchObject({ title: 'Somebody needs blood', body: 'Open your alerts.' })
  expect((await press(message ?? '')).opened).toEqual(['/account#alerts'])
})

test('a press opens the answer page with the token in the fragment, and answers nothing', async () => {
  expect(await press(ALERT)).toEqual({ opened: [`/answer#token=${TOKEN}`], sent: [], shown: undefined })
})

test('"Not this time" declines and opens nothing', async () => {
  expect(await press(ALERT, 'decline', [replying(declineAlert, ANSWERED)])).toEqual({
    opened: [],
    sent: [{ token: TOKEN }],
    shown: undefined,
  })
})

test.each([
  ['there is no connection', failing(declineAlert)],
  ['the request has closed', refusing(declineAlert, 'alert-request-fulfilled')],
])('if %s, a notification says that the answer was not saved, and opens the page', async (_, reply) => {
  const { opened, shown } = await press(ALERT, 'decline', [reply])
  expect(opened).toEqual([])
  expect(shown).toMatchObject({
    title: "Your answer wasn't saved",
    body: 'Press here to answer on the page.',
    data: { token: TOKEN },
    tag: 'of-this-alert',
  })
})

test('a thank-you has no buttons, and opens the dashboard', async () => {
  const thankYou: PushMessage = { ...TEST_ALERT, kind: 'thank-you', title: 'A thank-you for you' }
  expect(await show(thankYou)).toMatchObject({ title: 'A thank-you for you', renotify: false })
  expect(await show(thankYou)).not.toHaveProperty('actions')
  expect(await press(thankYou)).toMatchObject({ opened: ['/dashboard'], sent: [] })
})

const ID = '0192f0a0-0000-7000-8000-000000000001'

test.each([
  ['Call Donors for its request', ID, `/call-donors?request=${ID}`],
  ['Call Donors, in one of before', undefined, '/call-donors'],
])('on call, a press opens %s', async (_, bloodRequestId, page) => {
  const onCall: PushMessage = { ...TEST_ALERT, kind: 'on-call', bloodRequestId }
  expect(await press(onCall)).toMatchObject({ opened: [page], sent: [] })
})
