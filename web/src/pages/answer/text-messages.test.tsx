import { readAskedAlert, stopTextsByAlert, TEXTS_STOPPED } from '@blood-bank/contract/alerts/answers'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { askedAlert } from '../../testing/builders.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { refusing, replying } from '../../testing/replies.ts'

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
