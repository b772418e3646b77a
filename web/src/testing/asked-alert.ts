import { type AskedAlert, readAskedAlert } from '@blood-bank/contract/alerts/answers'
import { screen } from '@testing-library/react'
import { askedAlert } from './builders.ts'
import { renderPage } from './render-page.tsx'
import { replying } from './replies.ts'

export const TOKEN = 'c'.repeat(43)

/** Opens the link of an alert in an email and waits for the request. */
export async function openAlert(more: Partial<AskedAlert> = {}) {
  const page = renderPage(`/answer#token=${TOKEN}`, { replies: [replying(readAskedAlert, askedAlert(more))] })
  await screen.findByRole('heading', { name: / needed$/ })
  return page
}
