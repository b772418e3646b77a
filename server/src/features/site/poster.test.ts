import { expect, test } from 'vitest'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp({ CLUB_NAME: 'Code & Blood' })

test('the sign-up poster names the club, and leads to the page where one registers', async () => {
  const { status, headers, text } = await bank.stranger().send('GET', '/poster')
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.not.stringContaining('script-src'),
  })
  expect(text).toContain('University Blood Bank, Code &amp; Blood')
  expect(text).toMatch(/<p class="sign-up-address">https?:[^<]*\/register<\/p>/)
  expect(text).toContain('<svg class="qr"')
  expect(text).not.toContain('<script')
})
