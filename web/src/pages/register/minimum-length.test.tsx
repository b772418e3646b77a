import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage, setSite } from '../../testing/render-page.tsx'

setSite({ shortestPassword: 10 })

test('with a minimum of ten characters, nine are refused before anything is sent', async () => {
  const { person } = renderPage('/register')
  await person.type(await screen.findByLabelText('Email'), 'rima@campus.edu')
  await person.type(screen.getByLabelText('Password'), 'ninechars')
  await person.click(screen.getByRole('button', { name: 'Create Account' }))
  expect(screen.getByRole('alert').textContent).toBe('Password should be at least 10 characters long.')
})
