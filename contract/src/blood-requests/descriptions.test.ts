import { expect, test } from 'vitest'
import { requiredBloodOf, requiredGroupOf } from './descriptions.ts'

test('texts say which blood a request needs, with a minus instead of a hyphen', () => {
  const bloodRequest = { requiredBloodGroup: 'AB-' } as const
  expect([requiredBloodOf(bloodRequest), requiredGroupOf(bloodRequest)]).toEqual(['AB− blood', 'AB−'])
})
