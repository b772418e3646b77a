import type { Config } from '../../config.ts'
import type { AccountHooks } from '../../identity/access/account-hooks.ts'
import { findCoordinatorRow } from '../../identity/coordinators/store.ts'
import { consentForOwner, listConsentsOf } from '../../identity/own-account/consents.ts'
import { findErasureAnnouncement } from '../../identity/own-account/unverified-accounts.ts'
import { listPasskeysOf } from '../../identity/passkeys/store.ts'
import { passkeyForExport } from '../../identity/passkeys/view.ts'
import { listSessionsOf } from '../../identity/sessions/store.ts'
import { sessionForExport } from '../../identity/sessions/view.ts'
import { findUser } from '../../identity/users/store.ts'
import { findSuspension } from '../../identity/users/suspensions.ts'
import { suspensionForReading } from '../../identity/users/view.ts'
import { calendarDate } from '../../platform/clock/local-time.ts'
import { findOnCallRow, listOnCallAlertTimes } from '../alerts/on-call/store.ts'
import { listPushDevicesOf } from '../alerts/push/device-store.ts'
import { pushDeviceForExport } from '../alerts/push/view.ts'
import { findAlertPreferences, listAllAlertsOfUser } from '../alerts/queries.ts'
import { findTextNumber } from '../alerts/texts/numbers.ts'
import { alertForDonor, preferencesForDonor } from '../alerts/view.ts'
import { listDeletionsOf } from '../blood-requests/owner-notices/deletions.ts'
import { deletionForOwner } from '../blood-requests/owner-notices/routes.ts'
import { findBloodRequests, listBloodRequestsOfUser, listDeletedPosts } from '../blood-requests/queries.ts'
import { sharePageForOwner } from '../blood-requests/sharing/routes.ts'
import { listSharePagesOfUser } from '../blood-requests/sharing/store.ts'
import { bloodRequestForOwner, presentWithProgress } from '../blood-requests/view.ts'
import { formatContactNumber } from '../contact-numbers/contact-number.ts'
import { findNumberWarning, listNumbersSent } from '../contact-numbers/store.ts'
import type { NumberWarning } from '../contact-numbers/tables.ts'
import { findDonorOfUser } from '../donors/queries.ts'
import { donorForOwner } from '../donors/view.ts'
import { listCallsOf } from '../kept-donors/calls/store.ts'
import { callForExport } from '../kept-donors/calls/view.ts'
import { findImportedDonorOfUser } from '../kept-donors/claims/store.ts'
import { importedDonorForOwner } from '../kept-donors/claims/view.ts'
import { listRevealsOf } from '../offers/contact-ledger/queries.ts'
import { revealForOwner, revealForViewer } from '../offers/contact-ledger/view.ts'
import { listAllDonationsOfUser } from '../offers/donations/queries.ts'
import { listAllOffersOfUser, readProgress } from '../offers/queries.ts'
import { donationForDonor, offerForDonor } from '../offers/view.ts'
import { listCasesAbout, listReportsBy } from '../reports/queries.ts'
import { caseForReported, reportForReporter } from '../reports/view.ts'
import { findThankYouStop } from '../thanks/store.ts'

/** Small enough that hundreds of concurrent exports need little memory. */
const PAGE_SIZE = 100

/**
 * Reads everything that is stored about a user. Blood requests are read page by page while the export is sent, because
 * there may be many; everything else is read from one snapshot. Only secrets are left out: the password hash, tokens and
 * mail links. A test fails if a table is missing here.
 */
export const readAccountExport =
  (
    { defaultPhoneCountry: country, intervals, limits, publicUrl, timeZone, passkeys: site }: Config,
    now: () => Date,
  ): AccountHooks['readExport'] =>
  async (db, user) => {
    const present = presentWithProgress(bloodRequestForOwner, { country, readProgress })
    async function* bloodRequests() {
      let after: string | undefined
      do {
        const page = await listBloodRequestsOfUser(db, user.id, { limit: PAGE_SIZE, after })
        yield await present(db, page.records)
        after = page.next ?? undefined
      } while (after !== undefined)
    }
    const today = calendarDate(now(), timeZone)
    const rest = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async db => {
        const consents = await listConsentsOf(db, user.id)
        const donor = await findDonorOfUser(db, user.id)
        const importedDonor = await findImportedDonorOfUser(db, user.id)
        const announcedAt = await findErasureAnnouncement(db, user.id)
        const account = await findUser(db, user.id)
        const deletedPosts = await listDeletedPosts(db, user.id)
        const deletionsByAdmins = await listDeletionsOf(db, user.id)
        const suspension = await findSuspension(db, user.id)
        const coordinator = await findCoordinatorRow(db, user.id)
        const onCall = await findOnCallRow(db, user.id)
        const onCallAlerts = await listOnCallAlertTimes(db, user.id)
        const sessions = await listSessionsOf(db, user.id, limits.sessionIdleDays)
        const sharePages = await listSharePagesOfUser(db, user.id)
        const offers = await listAllOffersOfUser(db, user.id)
        // Coordinators call also whom a list names, if they agreed, until they claim the profile.
        const people = [user.id, ...(importedDonor ? [importedDonor.id] : [])]
        const calls = await listCallsOf(db, ...people)
        const donations = await listAllDonationsOfUser(db, user.id)
        const alerts = await listAllAlertsOfUser(db, user.id)
        const alertPreferences = await findAlertPreferences(db, user.id)
        const thankYousStoppedAt = await findThankYouStop(db, user.id)
        const passkeys = await listPasskeysOf(db, user.id)
        const pushDevices = await listPushDevicesOf(db, user.id)
        const textNumber = await findTextNumber(db, user.id)
        const reveals = await listRevealsOf(db, user.id, people)
        const reportsMade = await listReportsBy(db, user.id)
        const casesAbout = await listCasesAbout(db, user.id)
        const bloodRequests = await findBloodRequests(
          db,
          [...offers, ...reveals.ofOwnNumber].map(({ bloodRequestId }) => bloodRequestId),
        )
        const bloodRequestOf = ({ bloodRequestId }: { bloodRequestId: string | null }) =>
          bloodRequests.get(bloodRequestId)
        const sent = await listNumbersSent(db, user.id)
        const warning = await findNumberWarning(db, user.id)
        return {
          emailVerifiedAt: account?.emailVerifiedAt?.toISOString() ?? null,
          erasureAnnouncedAt: announcedAt?.toISOString() ?? null,
          postingStoppedAt: account?.postingStoppedAt?.toISOString() ?? null,
          mayShareMailbox: account?.mayShareMailbox ?? false,
          consents: consents.map(consentForOwner),
          donorProfile: donor && {
            ...donorForOwner(donor, { country, ...intervals, today }),
            isImported: donor.isImported,
          },
          importedDonor: importedDonor && importedDonorForOwner(importedDonor, { country }),
          offers: offers.map(offer => ({
            ...offerForDonor(offer, {
              bloodRequest: bloodRequestOf(offer),
              donation: donations.find(({ offerId, isWithdrawn }) => offerId === offer.id && !isWithdrawn),
              country,
              now: now(),
            }),
            wasRefused: offer.wasRefused,
            hasContradicted: offer.resultContradicted,
          })),
          calls: calls.map(call => callForExport(call, user.id)),
          donations: donations.map(donation => ({
            ...donationForDonor(donation),
            isWithdrawn: donation.isWithdrawn,
          })),
          alertPreferences: alertPreferences && {
            ...preferencesForDonor(alertPreferences),
            plateletsInvitedAt: alertPreferences.plateletsInvitedAt?.toISOString() ?? null,
            testedAt: alertPreferences.testedAt?.toISOString() ?? null,
          },
          alerts: alerts.map(alertForDonor),
          thankYouStop: thankYousStoppedAt && { stoppedAt: thankYousStoppedAt.toISOString() },
          pushDevices: pushDevices.map(pushDeviceForExport),
          textMessages: textNumber && {
            number: textNumber.phone,
            confirmedAt: textNumber.confirmedAt?.toISOString() ?? null,
            codeSentAt: textNumber.codeSentAt?.toISOString() ?? null,
            wrongCodes: textNumber.wrongCodes,
          },
          passkeys: passkeys.map(passkey => passkeyForExport(passkey, site)),
          contactReveals: reveals.ofOwnNumber.map(reveal => revealForOwner(reveal, bloodRequestOf(reveal))),
          contactsSeen: reveals.toThePerson.map(revealForViewer),
          sharePages: sharePages.map(page => ({
            ...sharePageForOwner(page, { publicUrl }),
            bloodRequestId: page.bloodRequestId,
          })),
          deletedBloodRequests: deletedPosts.map(({ requestedAt }) => ({
            requestedAt: requestedAt.toISOString(),
          })),
          requestsDeletedByAdmins: deletionsByAdmins.map(deletionForOwner),
          reportsMade: reportsMade.map(report => ({
            ...reportForReporter(report),
            dismissedAt: report.dismissedAt?.toISOString() ?? null,
            dismissalReason: report.dismissalReason,
            countsByItself: report.countsByItself,
          })),
          reportsAboutMe: casesAbout.map(row => caseForReported(row, timeZone)),
          coordinator: coordinator && {
            hallId: coordinator.hallId,
            endsAt: coordinator.endsAt.toISOString(),
            namedAt: coordinator.namedAt.toISOString(),
            endAnnouncedAt: coordinator.endAnnouncedAt?.toISOString() ?? null,
            endedAt: coordinator.endedAt?.toISOString() ?? null,
          },
          onCall: onCall && {
            contactNumber: onCall.contactNumber && formatContactNumber(onCall.contactNumber, country),
            beganAt: onCall.beganAt.toISOString(),
            endsAt: onCall.endsAt.toISOString(),
            endedAt: onCall.endedAt?.toISOString() ?? null,
            lastShownAt: onCall.lastShownAt?.toISOString() ?? null,
          },
          onCallAlerts: onCallAlerts.map(alertedAt => ({ alertedAt: alertedAt.toISOString() })),
          suspension: suspension && suspensionForReading(suspension),
          phoneNumbersSeen: sent.map(({ sentAt, numbers }) => ({
            at: sentAt.toISOString(),
            count: numbers.length,
          })),
          phoneNumberWarning: warning ? warningForExport(warning) : null,
          sessions: sessions.map(sessionForExport),
        }
      })
    const { emailVerifiedAt, erasureAnnouncedAt, postingStoppedAt, mayShareMailbox, ...others } = rest
    return {
      exportedAt: now().toISOString(),
      account: { ...user, emailVerifiedAt, erasureAnnouncedAt, postingStoppedAt, mayShareMailbox },
      bloodRequests: bloodRequests(),
      ...others,
    }
  }

const warningForExport = ({ warnedAt, lastHour, lastDay, wasRefused }: NumberWarning) => ({
  at: warnedAt.toISOString(),
  lastHour,
  lastDay,
  wasRefused,
})
