import type { Config } from '../../config.ts'
import { listBloodRequestsOfUser, listDeletedPosts } from '../../features/blood-requests/queries.ts'
import { bloodRequestForMembers } from '../../features/blood-requests/view.ts'
import { findDonorOfUser } from '../../features/donors/queries.ts'
import { donorForOwner } from '../../features/donors/view.ts'
import { findErasureAnnouncement } from '../../identity/erasure/unverified-accounts.ts'
import type { ReadAccountExport } from '../../identity/own-account/routes.ts'
import { listConsentsOf } from '../../identity/own-account/store.ts'
import { consentForOwner } from '../../identity/own-account/view.ts'
import { getNumbersSentTo, type NumberWarning } from '../../identity/phone-number-limits/store.ts'
import { listSessionsOf } from '../../identity/sessions/store.ts'
import { sessionForExport } from '../../identity/sessions/view.ts'
import { findSuspension } from '../../identity/users/suspensions.ts'
import { suspensionForReading } from '../../identity/users/view.ts'

/** So few that hundreds of exports at once hold little memory. */
const PAGE = 100

/**
 * Reads everything that is stored about a person. Blood requests are read page by page while the export is sent, as
 * there may be many; the rest is as it is at one moment. Left out are secrets only: the hash of the password, tokens,
 * and links that a mail carries. A test tells when a table is forgotten here.
 */
export const readAccountExport =
  (
    { defaultPhoneCountry: country, limits }: Pick<Config, 'defaultPhoneCountry' | 'limits'>,
    now: () => Date,
  ): ReadAccountExport =>
  async (db, user) => {
    async function* bloodRequests() {
      let after: string | undefined
      do {
        const page = await listBloodRequestsOfUser(db, user.id, { limit: PAGE, after })
        yield page.records.map(row => bloodRequestForMembers(row, country))
        after = page.next ?? undefined
      } while (after !== undefined)
    }
    const rest = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async db => {
        const consents = await listConsentsOf(db, user.id)
        const donor = await findDonorOfUser(db, user.id)
        const announcedAt = await findErasureAnnouncement(db, user.id)
        const deletedPosts = await listDeletedPosts(db, user.id)
        const suspension = await findSuspension(db, user.id)
        const sessions = await listSessionsOf(db, user.id, limits.sessionIdleDays)
        const { sent, warning } = await getNumbersSentTo(db, user.id)
        return {
          erasureAnnouncedAt: announcedAt?.toISOString() ?? null,
          consents: consents.map(consentForOwner),
          donorProfile: donor && donorForOwner(donor, country),
          deletedBloodRequests: deletedPosts.map(({ requestedAt }) => ({
            requestedAt: requestedAt.toISOString(),
          })),
          suspension: suspension && suspensionForReading(suspension),
          phoneNumbersSeen: sent.map(({ sentAt, count }) => ({ at: sentAt.toISOString(), count })),
          phoneNumberWarning: warning && warningForExport(warning),
          sessions: sessions.map(sessionForExport),
        }
      })
    const { erasureAnnouncedAt, ...others } = rest
    return {
      exportedAt: now().toISOString(),
      account: { ...user, erasureAnnouncedAt },
      bloodRequests: bloodRequests(),
      ...others,
    }
  }

const warningForExport = ({ warnedAt, lastHour, lastDay, wasRefused }: Omit<NumberWarning, 'userId'>) => ({
  at: warnedAt.toISOString(),
  lastHour,
  lastDay,
  wasRefused,
})
