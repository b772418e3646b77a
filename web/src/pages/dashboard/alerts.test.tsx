import { readAlertProgress } from '@blood-bank/contract/alerts/endpoints'
import { listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aBloodRequest, aPage, aUser } from '../../testing/builders.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { failing, hanging, replying } from '../../testing/replies.ts'

const request = aBloodRequest({ userId: aUser().id, patientName: 'Salma Khatun', offersStanding: 2 })
const own = replying(listOwnBloodRequests, aPage([request]))
const open = (
  ...replies: Parameters<typeof renderPage>[1] extends { replies?: infer R } | undefined
    ? NonNullable<R>
    : never
) => renderPage('/dashboard', { user: aUser(), replies: [own, ...replies] })

test('the owner of a request sees how many donors were asked and how many can come', async () => {
  open(replying(readAlertProgress, { donorsAsked: 12, isExhausted: false, hotlineNumber: null }))
  expect(await screen.findByText('12 donors asked, 2 can come.')).toBeTruthy()
})

test('before donors are asked the line is there, so that nothing moves when the first are', async () => {
  open(replying(readAlertProgress, { donorsAsked: 0, isExhausted: false, hotlineNumber: null }))
  expect(await screen.findByText('No donor has been asked yet.')).toBeTruthy()
})

test('while the number is loaded its line is kept free', async () => {
  open(hanging(readAlertProgress))
  const card = await screen.findByRole('article', { name: 'Salma Khatun' })
  expect([...card.querySelectorAll('p')].map(({ textContent }) => textContent)).toContain('\u00a0')
})

test('when everybody was asked, the page says so, and shows the hotline', async () => {
  open(replying(readAlertProgress, { donorsAsked: 1, isExhausted: true, hotlineNumber: '16263' }))
  expect(
    await screen.findByText(/^1 donor asked, 2 can come\. Everyone who can give has been asked\./),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: '16263' }).getAttribute('href')).toBe('tel:16263')
  const help = screen.getByRole('link', { name: 'What you can do now' })
  expect(help.getAttribute('href')).toBe('/help#no-answer')
})

test('when no donor could be asked, the page says so, and shows the hotline', async () => {
  open(replying(readAlertProgress, { donorsAsked: 0, isExhausted: true, hotlineNumber: '16263' }))
  expect(await screen.findByText(/^No donor could be asked yet\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: '16263' })).toBeTruthy()
})

test('if the number cannot be loaded, the card is shown without it', async () => {
  open(failing(readAlertProgress))
  expect(await screen.findByRole('heading', { name: 'Salma Khatun' })).toBeTruthy()
  expect(screen.queryByText(/asked/)).toBeNull()
})
