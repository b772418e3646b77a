import { expect, test } from 'vitest'
import { checkForm } from '../forms.ts'
import { DonorSearchQuery } from './endpoints.ts'

test.each([{}, { bloodGroup: '' }, { limit: '5' }])('a search by %j asks for a blood group', query => {
  expect(checkForm(DonorSearchQuery, query).fault?.message).toBe('Please select a blood group to search.')
})
