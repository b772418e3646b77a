import * as answers from '@blood-bank/contract/alert-answers'
import { postBloodRequest } from '@blood-bank/contract/blood-requests'
import { aBloodRequest } from '../builders.ts'
import type { Person } from '../person.ts'
import type { Caller } from './caller.ts'

/** Stores an alert for a donor, as the planner would. @returns the token of its link */
export type StoreAlert = (alert: { bloodRequestId: string; donorEmail: string }) => Promise<string>

type People = { requester: Person; donorEmail: string; phone: Person; storeAlert: StoreAlert }

/** Calls every endpoint of the page that answers an alert. The donor has the number of `aDonor` and is signed out on the phone. */
export async function answerAlert({ call }: Caller, { requester, donorEmail, phone, storeAlert }: People) {
  const form = aBloodRequest({ requiredBloodGroup: 'AB+' })
  const { body: posted } = await call(requester, postBloodRequest, { body: form })
  const token = await storeAlert({ bloodRequestId: posted.id, donorEmail })
  const body = { token }
  await call(phone, answers.readAskedAlert, { body })
  await call(phone, answers.declineAlert, { body })
  await call(phone, answers.acceptAlert, { body: { token, digits: '5678' } })
  await call(phone, answers.declineAlert, { body })
  await call(phone, answers.pauseAlerts, { body: { token, pause: 'week' } })
}
