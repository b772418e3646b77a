import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { checkForm } from './forms.ts'
import { BooleanFilter, listingQuery } from './listing.ts'

const LONGEST_EMAIL = `rima@${'x'.repeat(241)}.example`

const Query = z.strictObject({ ...listingQuery(['createdAt', 'email']), isVerified: BooleanFilter })

test('by default an admin list has the newest fifty records', () => {
  expect(checkForm(Query, {}).values).toEqual({ limit: 50, search: '', sort: 'createdAt', order: 'desc' })
})

test.each([
  [{ limit: '1' }, { limit: 1 }],
  [{ limit: '300' }, { limit: 300 }],
  [{ isVerified: 'false' }, { isVerified: false }],
  [{ search: ' Rima ' }, { search: 'Rima' }],
  [{ search: LONGEST_EMAIL }, { search: LONGEST_EMAIL }],
])('%j is accepted', (query, values) => {
  expect(checkForm(Query, query).values).toMatchObject(values)
})

test.each([
  { limit: '0' },
  { limit: '301' },
  { limit: '1.5' },
  { limit: 'all' },
  { limit: ['1', '2'] },
  { after: 'x'.repeat(1001) },
  { after: ['a', 'b'] },
  { search: 'x'.repeat(255) },
  { search: 'a\0b' },
  { search: '\ud800' },
  { sort: 'password' },
  { order: 'desc; drop table users' },
  { isVerified: 'yes' },
  { page: '2' },
])('%j is refused', query => {
  expect(Object.keys(checkForm(Query, query).fault?.fields ?? {})).toEqual(Object.keys(query))
})
