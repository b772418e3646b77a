import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { SIGN_IN_MESSAGES } from '../users/actors.ts'
import { postBloodRequest } from './posting.ts'

/** How many hospitals are suggested at most. */
export const MAX_HOSPITALS = 30

export const listHospitals = endpoint({
  method: 'GET',
  path: '/api/blood-requests/hospitals',
  access: 'email-verified',
  signedOutMessage: SIGN_IN_MESSAGES.postRequest,
  unverifiedMessage: postBloodRequest.unverifiedMessage,
  summary: 'The hospitals of active requests, as suggestions for another one.',
  reply: {
    status: 200,
    body: z.object({ hospitals: z.array(z.string()).check(z.maxLength(MAX_HOSPITALS)) }),
  },
})
