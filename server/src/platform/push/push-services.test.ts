import { expect, test } from 'vitest'
import { pushServiceOf } from './push-services.ts'

const EXTRA = ['https://push.example.edu', 'http://127.0.0.1:4321']

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', 'public'],
  ['https://jmt17.google.com/fcm/send/abc', 'public'],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', 'public'],
  ['https://web.push.apple.com/abc', 'public'],
  ['https://wns2-par02p.notify.windows.com/w/?token=abc', 'public'],
  ['https://FCM.googleapis.com:443/fcm/send/abc', 'public'],
  ['https://push.example.edu/abc', 'extra'],
  ['http://127.0.0.1:4321/push/abc', 'extra'],
])('%s is of an allowed push service', (endpoint, kind) => {
  expect(pushServiceOf(endpoint, EXTRA)).toBe(kind)
})

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/fcm/send/abc',
  'https://fcm.googleapis.com.example.edu/abc',
  'https://evilfcm.googleapis.com/abc',
  'https://googleapis.com/abc',
  'https://example.edu/fcm.googleapis.com',
  'https://example.edu#@fcm.googleapis.com/',
  'https://fcm.googleapis.com@example.edu/abc',
  'https://user:secret@fcm.googleapis.com/abc',
  'https://fcm.googleapis.com./abc',
  'https://127.0.0.1/abc',
  'https://[::1]/abc',
  'https://localhost/abc',
  'http://push.example.edu/abc',
  'https://push.example.edu:444/abc',
  'https://sub.push.example.edu/abc',
  'http://127.0.0.1:4322/push/abc',
  'http://127.0.0.1:4321@example.edu/',
  'ftp://fcm.googleapis.com/abc',
  'fcm.googleapis.com',
  '',
])('%j is not', endpoint => {
  expect(pushServiceOf(endpoint, EXTRA)).toBeNull()
})
