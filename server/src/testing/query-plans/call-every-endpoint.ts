import * as alerts from '@blood-bank/contract/alerts/preferences'
import { dismissRequestDeletion, listRequestDeletions } from '@blood-bank/contract/blood-requests/deletions'
import * as requests from '@blood-bank/contract/blood-requests/endpoints'
import { listHospitals } from '@blood-bank/contract/blood-requests/hospitals'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { readCampusFigures, readDonorFigures } from '@blood-bank/contract/campus/figures'
import { readSite } from '@blood-bank/contract/campus/site'
import { BLOOD_GROUPS } from '@blood-bank/contract/donors/blood-groups'
import * as donors from '@blood-bank/contract/donors/endpoints'
import type { Endpoint } from '@blood-bank/contract/endpoint'
import { correctAddress } from '@blood-bank/contract/own-account/address-corrections'
import { CONSENT } from '@blood-bank/contract/own-account/consent'
import * as own from '@blood-bank/contract/own-account/endpoints'
import * as accounts from '@blood-bank/contract/passwords/accounts'
import * as sessions from '@blood-bank/contract/sessions/endpoints'
import { issueToken, readTokenKeys } from '@blood-bank/contract/sessions/token-sync'
import { createUnsubscribeTokens } from '../../features/alerts/unsubscribe-tokens.ts'
import { aBloodRequest, aDonor } from '../builders.ts'
import type { Person } from '../person.ts'
import { AUTH_SECRET } from '../test-app.ts'
import { administer } from './administer.ts'
import { answerAlert, confirmNeed, type StoreAlert, type StoreConfirmationLink } from './answer-alert.ts'
import { createCaller, type WithLabel } from './caller.ts'
import { claimProfiles } from './imported-donors.ts'
import { offerAndGive } from './offer-and-give.ts'
import { changePasskeys } from './passkeys.ts'
import { changePushDevices } from './push-devices.ts'
import { reportAndDecide } from './reports.ts'
import { sharePage } from './share-pages.ts'

type SignIn = { email: string; password: string }

type Setup = {
  withLabel: WithLabel
  stranger: () => Person
  known: Record<'admin' | 'member' | 'donor', SignIn>
  /** Sends the mails in the outbox. @returns the token of the latest link that was sent to the address */
  tokenSentTo: (email: string) => Promise<string>
  storeAlert: StoreAlert
  storeConfirmationLink: StoreConfirmationLink
  /** Imports a donor as the command does. */
  importDonor: (email: string) => Promise<unknown>
  /** The calendar date of the site. */
  today: () => string
}

const MISTYPED = { email: 'newcomer@exmaple.edu', password: 'first-day-on-campus' }
const NEWCOMER = { email: 'newcomer@example.edu', password: 'first-day-on-campus' }
const NEW_PASSWORD = 'second-day-on-campus'
const { tokenOf } = createUnsubscribeTokens(AUTH_SECRET)
const A_KEY = '0198f3a0-1234-7abc-8def-0123456789ab'

/** Calls every endpoint of the contract with realistic inputs. @returns the endpoints that were called */
export async function callEveryEndpoint(setup: Setup): Promise<Set<Endpoint>> {
  const { withLabel, stranger, known, tokenSentTo, storeAlert, today } = setup
  const caller = createCaller(withLabel)
  const { call, callPages, called } = caller

  const signedIn = async ({ email, password }: SignIn) => {
    const person = stranger()
    await call(person, sessions.signIn, { body: { email, password } })
    return person
  }

  async function register() {
    const newcomer = stranger()
    await call(newcomer, readSite)
    await call(newcomer, readCampusFigures)
    await call(newcomer, readDonorFigures)
    await call(newcomer, accounts.registerAccount, { body: MISTYPED })
    await call(newcomer, sessions.signIn, { body: MISTYPED })
    await call(newcomer, correctAddress, { body: NEWCOMER })
    await call(newcomer, accounts.registerAccount, { body: NEWCOMER })
    await withLabel('wrong password', () =>
      newcomer.call(sessions.signIn, { body: { ...NEWCOMER, password: NEW_PASSWORD } }),
    )
    await call(newcomer, sessions.signIn, { body: NEWCOMER })
    // If both mails were sent at once, either link could be the valid one.
    await tokenSentTo(NEWCOMER.email)
    await call(newcomer, accounts.resendVerificationMail)
    await call(newcomer, accounts.verifyEmail, { body: { token: await tokenSentTo(NEWCOMER.email) } })
    return newcomer
  }

  async function browse(newcomer: Person) {
    for (let browsers = 0; browsers < 2; browsers += 1) await signedIn(NEWCOMER)
    await call(newcomer, sessions.readSession)
    await callPages(newcomer, sessions.listOtherSessions, { limit: '1' })
    await call(newcomer, sessions.endOtherSessions)
    await call(newcomer, issueToken)
    await call(newcomer, readTokenKeys)
    await call(newcomer, own.readOwnAccount)
    await call(newcomer, own.agreeToConsent, { body: { version: CONSENT.version } })
    for (const bloodGroup of BLOOD_GROUPS)
      for (const search of [donors.searchDonors, donors.searchCompatibleDonors])
        await callPages(newcomer, search, { bloodGroup })
    await callPages(newcomer, requests.listActiveBloodRequests)
    for (const donorBloodGroup of BLOOD_GROUPS)
      await callPages(newcomer, requests.listActiveBloodRequests, { donorBloodGroup })
    await call(newcomer, listHospitals)
  }

  async function registerAndPost(newcomer: Person) {
    const newcomerId = (await call(newcomer, sessions.readSession)).body.user?.id ?? ''
    await call(newcomer, donors.readOwnDonor)
    await call(newcomer, donors.registerDonor, { body: aDonor() })
    await call(newcomer, alerts.readAlertPreferences)
    await call(newcomer, alerts.changeAlertPreferences, { body: { frequency: 'as-needed' } })
    await changePushDevices(caller, newcomer)
    await changePasskeys(caller, { member: newcomer, stranger: stranger() })
    await call(newcomer, alerts.sendTestAlert)
    await call(newcomer, alerts.stopAlerts, { body: { token: tokenOf(newcomerId) } })
    await call(newcomer, donors.updateOwnDonor, { body: aDonor({ bloodGroup: 'A-' }) })
    await call(newcomer, donors.setOwnAvailability, { body: { isAvailable: true } })
    const posted = await call(newcomer, postBloodRequest, { body: aBloodRequest() })
    const again = { body: aBloodRequest(), headers: { 'idempotency-key': A_KEY } }
    for (const time of ['once', 'twice'])
      await withLabel(`posted ${time}`, () => newcomer.send('POST', postBloodRequest.path, again))
    const params = { id: posted.body.id }
    await call(newcomer, requests.closeBloodRequest, { params, body: { status: 'fulfilled' } })
    await call(newcomer, requests.deleteBloodRequest, { params })
    const member = await signedIn(known.member)
    await callPages(member, requests.listOwnBloodRequests, { limit: '2' })
    const { deletions } = (await call(member, listRequestDeletions)).body
    await call(member, dismissRequestDeletion, { params: { id: deletions[0]?.id ?? A_KEY } })
    await call(member, sessions.signOut)
  }

  async function changePasswords(newcomer: Person) {
    await call(newcomer, own.confirmPassword, { body: { password: NEWCOMER.password } })
    const change = { currentPassword: NEWCOMER.password, newPassword: NEW_PASSWORD }
    await call(newcomer, own.changePassword, { body: change })
    await call(newcomer, accounts.sendPasswordResetMail, { body: { email: NEWCOMER.email } })
    const token = await tokenSentTo(NEWCOMER.email)
    await call(newcomer, accounts.resetPassword, { body: { token, newPassword: NEWCOMER.password } })
  }

  async function eraseAccount() {
    const donor = await signedIn(known.donor)
    await call(donor, postBloodRequest, { body: aBloodRequest() })
    await call(donor, own.exportOwnAccount)
    await call(donor, own.eraseOwnAccount, { body: { password: known.donor.password } })
  }

  const newcomer = await register()
  await browse(newcomer)
  await registerAndPost(newcomer)
  const admin = await signedIn(known.admin)
  const member = await signedIn(known.member)
  await offerAndGive(caller, { requester: newcomer, donor: member, admin, today })
  await answerAlert(caller, { requester: member, donorEmail: NEWCOMER.email, phone: stranger(), storeAlert })
  await confirmNeed(caller, { requester: member, phone: stranger(), storeLink: setup.storeConfirmationLink })
  await sharePage(caller, { requester: member, stranger: stranger(), withLabel })
  await claimProfiles(caller, {
    stranger,
    importDonor: async email => {
      await setup.importDonor(email)
      return tokenSentTo(email)
    },
    register: body => call(stranger(), accounts.registerAccount, { body }),
  })
  await changePasswords(newcomer)
  await administer(caller, admin)
  await eraseAccount()
  // A reset of the password and a change of role have ended their sessions.
  const people = { requester: await signedIn(known.member), donor: await signedIn(NEWCOMER), admin }
  await reportAndDecide(caller, people)
  return called
}
