import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDonor, aUser } from '../testing/builders.ts'
import { renderPage } from '../testing/render-page.tsx'
import { replying } from '../testing/replies.ts'

const optionsIn = (field: HTMLElement) =>
  within(field)
    .getAllByRole('option')
    .map(option => option.textContent)

test.each([
  ['/register-donor', null],
  ['/edit-donor-profile', aDonor()],
  ['/find-donors', null],
  ['/post-request', null],
])('%s offers the eight blood groups', async (path, donor) => {
  renderPage(path, { user: aUser(), replies: [replying(readOwnDonor, { donor })] })
  const field = await screen.findByLabelText('Blood Group')
  expect(optionsIn(field)).toEqual(['Select…', 'A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-'])
})
