import * as answers from '@blood-bank/contract/alerts/answers'
import type { PauseLength } from '@blood-bank/contract/alerts/preferences'
import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { replanJob } from '../../features/blood-requests/store.ts'
import { plannerOf } from '../alerts/alerts.ts'
import type { Person } from '../person.ts'
import { runDueJobs } from '../run-due-jobs.ts'
import { tokenIn } from '../test-app.ts'
import { type Bank, DONOR_NUMBER, type Member, newDonor, post } from './offers.ts'

/** The last digits of every donor's number, and others. */
export const DIGITS = DONOR_NUMBER.slice(-4)
export const WRONG_DIGITS = '9083'

/** A donor who was asked by email for a blood request of `owner`. */
export type AskedDonor = {
  owner: Member
  donor: Member
  bloodRequest: BloodRequest
  /** The secret of the link in the email. */
  token: string
  /** A browser in which nobody is or was signed in. */
  phone: Person
}

/** Asks donors for blood requests, with the real planner. */
export function createAskedDonors(bank: Bank) {
  const plan = plannerOf(bank)
  return {
    plan,

    /** A new donor, and nobody else, is asked for a new request. */
    async anAskedDonor(
      form: Parameters<typeof post>[1] = {},
      profile: Parameters<typeof newDonor>[1] = {},
    ): Promise<AskedDonor> {
      const owner = await bank.signedInAs()
      const donor = await newDonor(bank, profile)
      await bank.db.updateTable('bloodRequests').set({ nextWaveAt: null }).execute()
      const others = bank.db.updateTable('donors').where('userId', '!=', donor.id)
      await others.set({ isAvailable: false }).execute()
      const bloodRequest = await post(owner, form)
      await plan()
      const [mail] = await bank.mailsTo(donor.user?.email ?? '')
      return { owner, donor, bloodRequest, token: tokenIn(mail), phone: bank.stranger() }
    },

    /** Runs the jobs that make the planner look again, and the planner. */
    async replan() {
      await runDueJobs(bank.pool, replanJob(bank.db, bank.now))
      return plan()
    },

    alertOf: ({ id }: Pick<Member, 'id'>) =>
      bank.db.selectFrom('alerts').selectAll().where('userId', '=', id).executeTakeFirstOrThrow(),
  }
}

export const readAlert = (person: Person, token: string) =>
  person.call(answers.readAskedAlert, { body: { token } })

export const accept = (person: Person, token: string, digits?: string) =>
  person.call(answers.acceptAlert, { body: { token, ...(digits !== undefined && { digits }) } })

export const acceptWithId = (person: Person, token: string, universityId: string) =>
  person.call(answers.acceptAlert, { body: { token, universityId } })

/** Says by the link to be on the way. `proof` is what only the donor knows. */
export const arrive = (
  person: Person,
  token: string,
  proof: { digits?: string; universityId?: string } = {},
) => person.call(answers.sayOnTheWayByAlert, { body: { token, minutes: 30, ...proof } })

export const decline = (person: Person, token: string) =>
  person.call(answers.declineAlert, { body: { token } })

export const pause = (person: Person, token: string, choice: { pause: PauseLength; pauseUntil?: string }) =>
  person.call(answers.pauseAlerts, { body: { token, ...choice } })
