import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { IdParams } from '../forms.ts'
import { THANKS_DAYS, Thanks, ThankYou } from './sentences.ts'

export const chooseThankYou = endpoint({
  method: 'POST',
  path: '/api/blood-requests/:id/thank-you',
  access: 'signed-in',
  summary: `Thank the donors who gave for a fulfilled request of mine with one of four sentences, or choose none: once, for ${THANKS_DAYS} days. They get it at the next nine o'clock in the morning.`,
  params: IdParams,
  // Null: no thank-you. It cannot be chosen again either way.
  body: z.strictObject({ sentence: z.nullable(ThankYou) }),
  reply: { status: 200, body: Thanks },
  refusals: [
    'blood-request-not-found',
    'not-yours',
    'thank-you-before-fulfilled',
    'thank-you-chosen',
    'thank-you-too-late',
    'nobody-to-thank',
  ],
})

/** Whether thank-yous come; null for people who are not donors. */
const ThankYouPreference = z.object({ isOn: z.nullable(z.boolean()) })

export const readThankYouPreference = endpoint({
  method: 'GET',
  path: '/api/thank-yous/preference',
  access: 'signed-in',
  summary: 'Whether I get the thank-yous of people for whose requests I gave.',
  reply: { status: 200, body: ThankYouPreference },
})

export const changeThankYouPreference = endpoint({
  method: 'PUT',
  path: '/api/thank-yous/preference',
  access: 'signed-in',
  summary: 'Get the thank-yous of people for whose requests I gave, or get none.',
  body: z.strictObject({ isOn: z.boolean() }),
  reply: { status: 200, body: ThankYouPreference },
  refusals: ['thank-yous-for-donors'],
})
