import * as confirmations from '@blood-bank/contract/blood-requests/confirmations'
import type { BloodRequest, ClosedStatus } from '@blood-bank/contract/blood-requests/endpoints'
import { plannerOf } from '../alerts/alerts.ts'
import type { Person } from '../person.ts'
import { tokenIn } from '../test-app.ts'
import { type Bank, type Member, post } from './offers.ts'

/** A request whose owner was asked by email whether blood is still needed. */
export type UnconfirmedRequest = {
  owner: Member
  bloodRequest: BloodRequest
  /** The secret of the link in the email. */
  token: string
  /** A browser in which nobody is or was signed in. */
  phone: Person
}

/** An urgent request, a day after it was posted. The form is the request's. */
export async function anUnconfirmedRequest(
  bank: Bank,
  form: Parameters<typeof post>[1] = {},
): Promise<UnconfirmedRequest> {
  const owner = await bank.signedInAs()
  const bloodRequest = await post(owner, form)
  await bank.db
    .updateTable('bloodRequests')
    .set({ confirmedAt: new Date(bank.now().getTime() - 24 * 3_600_000), nextWaveAt: bank.now() })
    .where('id', '=', bloodRequest.id)
    .execute()
  await plannerOf(bank)()
  const mail = (await bank.mailsTo(owner.user?.email ?? '')).at(-1)
  return { owner, bloodRequest, token: tokenIn(mail), phone: bank.stranger() }
}

export const readConfirmation = (person: Person, token: string) =>
  person.call(confirmations.readAskedConfirmation, { body: { token } })

export const confirmByLink = (person: Person, token: string) =>
  person.call(confirmations.confirmByLink, { body: { token } })

export const closeByLink = (person: Person, token: string, status: ClosedStatus) =>
  person.call(confirmations.closeByLink, { body: { token, status } })

export const confirm = (person: Person, { id }: { id: string }) =>
  person.call(confirmations.confirmBloodRequest, { params: { id } })
