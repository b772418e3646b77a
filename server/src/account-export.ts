import type { Config } from './config.ts'
import type { ReadExport } from './features/accounts/own-routes.ts'
import { listConsentsOf } from './features/accounts/own-store.ts'
import { consentForOwner } from './features/accounts/view.ts'
import { listAllBloodRequestsOfUser, listDeletedPosts } from './features/blood-requests/store.ts'
import { bloodRequestForMembers } from './features/blood-requests/view.ts'
import { findDonorOfUser } from './features/donors/store.ts'
import { donorForOwner } from './features/donors/view.ts'
import { listSessionsOf } from './features/sessions/store.ts'
import { sessionForExport } from './features/sessions/view.ts'

/**
 * Reads everything that is stored about a person, as it is at one moment. Left out are secrets only: the hash of the
 * password, tokens, and links that a mail carries. A test tells when a table is forgotten here.
 */
export const readAccountExport =
  ({ defaultPhoneCountry: country, limits }: Pick<Config, 'defaultPhoneCountry' | 'limits'>): ReadExport =>
  (db, user) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async db => {
        const consents = await listConsentsOf(db, user.id)
        const donor = await findDonorOfUser(db, user.id)
        const bloodRequests = await listAllBloodRequestsOfUser(db, user.id)
        const deletedPosts = await listDeletedPosts(db, user.id)
        const sessions = await listSessionsOf(db, user.id, limits.sessionIdleDays)
        return {
          exportedAt: new Date().toISOString(),
          account: user,
          consents: consents.map(consentForOwner),
          donorProfile: donor && donorForOwner(donor, country),
          bloodRequests: bloodRequests.map(row => bloodRequestForMembers(row, country)),
          deletedBloodRequests: deletedPosts.map(({ requestedAt }) => ({
            requestedAt: requestedAt.toISOString(),
          })),
          sessions: sessions.map(sessionForExport),
        }
      })
