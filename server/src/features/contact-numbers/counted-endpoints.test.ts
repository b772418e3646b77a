import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { everyEndpoint } from '../../testing/http/every-endpoint.ts'

/** Replies with only the caller's own numbers, or with the one request that an admin has closed. */
const OWN = [
  'POST /api/donors',
  'GET /api/donors/mine',
  'PUT /api/donors/mine',
  'PATCH /api/donors/mine/availability',
  'POST /api/blood-requests',
  'GET /api/blood-requests/mine',
  'PATCH /api/blood-requests/:id',
  'POST /api/blood-requests/:id/confirmations',
  'GET /api/accounts/mine/export',
  // What an imported list says, for whoever has the link in the email to that person.
  'POST /api/claims/lookups',
]

/** Replies with the number of the other side of an offer, which its owner agreed to show to this person. */
const SHOWN_BY_CONSENT = [
  'POST /api/blood-requests/:id/offers',
  'GET /api/blood-requests/:id/offers',
  'GET /api/offers/mine',
  'PUT /api/offers/:id/on-the-way',
  'POST /api/offers/:id/withdrawal',
  'POST /api/offers/:id/release',
  'POST /api/offers/:id/donation',
  // To the donor: in a known browser, or with the digits of their own number.
  'POST /api/alerts/lookups',
  'POST /api/alerts/acceptances',
  'POST /api/alerts/arrivals',
  'POST /api/alerts/declines',
]

test('only the searches and the active requests send members numbers of other people, and all of them are counted', async () => {
  const withNumbers = (await everyEndpoint())
    .filter(({ access }) => access !== 'admin')
    .filter(({ reply: { body } }) => body && JSON.stringify(z.toJSONSchema(body)).includes('"contactNumber"'))
    .map(({ method, path }) => `${method} ${path}`)
  expect(withNumbers.sort()).toEqual(
    [
      ...OWN,
      ...SHOWN_BY_CONSENT,
      'GET /api/blood-requests',
      'GET /api/blood-requests/:id',
      'GET /api/donors',
      'GET /api/donors/compatible',
    ].sort(),
  )
})
