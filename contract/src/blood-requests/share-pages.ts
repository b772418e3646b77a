import * as z from 'zod/mini'
import { endpoint, READ_SHARED_BLOOD_REQUEST } from '../endpoint.ts'
import { IdParams, maxLength } from '../forms.ts'
import { BloodRequest } from './endpoints.ts'

/** The public page of a blood request, which anybody can read who has its address. */
export const SharePage = z.object({ url: z.string(), createdAt: z.iso.datetime() })
export type SharePage = z.infer<typeof SharePage>

const path = '/api/blood-requests/:id/share-page'

export const readSharePage = endpoint({
  method: 'GET',
  path,
  access: 'signed-in',
  summary: 'The public page of my request, or null if it has none.',
  params: IdParams,
  reply: { status: 200, body: z.object({ sharePage: z.nullable(SharePage) }) },
  refusals: ['blood-request-not-found', 'not-yours'],
})

export const createSharePage = endpoint({
  method: 'POST',
  path,
  access: 'signed-in',
  summary: 'Make a public page for my active request. If it has one, that page is returned.',
  params: IdParams,
  reply: { status: 201, body: SharePage },
  refusals: ['blood-request-not-found', 'not-yours', 'blood-request-closed'],
})

export const revokeSharePage = endpoint({
  method: 'DELETE',
  path,
  access: 'signed-in',
  summary: 'End the public page of my request. Its address never works again.',
  params: IdParams,
  reply: { status: 204 },
  refusals: ['blood-request-not-found', 'not-yours'],
})

/** The part of a public page that stays in view while a visitor registers or signs in. The hospital is null if it may not be shown. */
const SharedBloodRequest = z.object({
  requiredBloodGroup: BloodRequest.shape.requiredBloodGroup,
  component: BloodRequest.shape.component,
  hospital: z.nullable(z.string()),
})

export const readSharedBloodRequest = endpoint({
  ...READ_SHARED_BLOOD_REQUEST,
  access: 'everyone',
  unknownLink: 'blood-request-not-found',
  summary: 'The blood group and hospital of an active request, with the code of its public page.',
  params: z.strictObject({ code: z.string().check(maxLength(100)) }),
  reply: { status: 200, body: SharedBloodRequest },
  refusals: ['blood-request-not-found'],
})
