import * as answers from '@blood-bank/contract/alerts/answers'
import * as confirmations from '@blood-bank/contract/blood-requests/confirmations'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { aBloodRequest } from '../builders.ts'
import type { Person } from '../person.ts'
import type { Caller } from './caller.ts'

/** Stores an alert for a donor, as the planner would. @returns the token of its link */
export type StoreAlert = (alert: { bloodRequestId: string; donorEmail: string }) => Promise<string>

type People = { requester: Person; donorEmail: string; phone: Person; storeAlert: StoreAlert }

/** Stores what the email to the owner of a request does. @returns the token of its link */
export type StoreConfirmationLink = (bloodRequestId: string) => Promise<string>

/** Calls every endpoint by which an owner says whether blood is still needed. */
export async function confirmNeed(
  { call }: Caller,
  { requester, phone, storeLink }: { requester: Person; phone: Person; storeLink: StoreConfirmationLink },
) {
  const { body: posted } = await call(requester, postBloodRequest, { body: aBloodRequest() })
  await call(requester, confirmations.confirmBloodRequest, { params: { id: posted.id } })
  const body = { token: await storeLink(posted.id) }
  await call(phone, confirmations.readAskedConfirmation, { body })
  await call(phone, confirmations.confirmByLink, { body })
  await call(phone, confirmations.closeByLink, { body: { ...body, status: 'fulfilled' } })
}

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
