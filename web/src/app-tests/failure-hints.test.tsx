import { searchDonors } from '@blood-bank/contract/donors/endpoints'
import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aUser } from '../testing/builders.ts'
import { fillIn, renderPage } from '../testing/render-page.tsx'
import { refusing } from '../testing/replies.ts'

const hint = 'An index may be missing.'
const alertText = async () => (await screen.findByRole('alert')).textContent
const press = async ({ person }: ReturnType<typeof renderPage>, name: string) =>
  person.click(await screen.findByRole('button', { name }))

test('a failed query shows its hint, and its id in the log', async () => {
  const [path, requestId] = ['/find-donors?bloodGroup=O%2B', 'k3Jx-9Qa']
  renderPage(path, { user: aUser(), replies: [refusing(searchDonors, 'unavailable', { hint, requestId })] })
  expect(await alertText()).toBe(
    `The service is not available right now. Please try again shortly. Reference: ${requestId}. Hint: ${hint}`,
  )
})

test('a failed submission shows its hint', async () => {
  const page = renderPage('/login', { replies: [refusing(signIn, 'unexpected-error', { hint })] })
  await fillIn(page.person, { Email: 'rima@campus.edu', Password: 'secret words' })
  await press(page, 'Sign In')
  expect(await alertText()).toBe(`Something went wrong on our side. Please try again. Hint: ${hint}`)
})
