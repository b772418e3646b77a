import type { VerificationOutcome } from '@blood-bank/contract/donor-verifications'
import { recordActions } from '../../identity/audit/record-action.ts'
import { type Database, inTransaction } from '../../platform/database/connection.ts'
import { lockDonors, setVerified } from './store.ts'

type Verification = { ids: string[]; isVerified: boolean; actorId: string }

/** Marks donors as Verified or Not Verified, all or none, with an audit entry for each who was not marked so before. */
export const verifyMany = (
  db: Database,
  { ids, isVerified, actorId }: Verification,
): Promise<{ id: string; outcome: VerificationOutcome }[]> =>
  inTransaction(db, async db => {
    const found = new Map((await lockDonors(db, ids)).map(donor => [donor.id, donor]))
    const changing = [...found.values()].filter(donor => donor.isVerified !== isVerified).map(({ id }) => id)
    if (changing.length > 0) {
      await setVerified(db, changing, isVerified)
      await recordActions(
        db,
        changing.map(targetId => ({
          actorId,
          action: 'donor-verified',
          targetId,
          before: { isVerified: !isVerified },
          after: { isVerified },
        })),
      )
    }
    const outcomeOf = (id: string) => {
      if (!found.has(id)) return 'gone'
      return changing.includes(id) ? 'changed' : 'already'
    }
    return [...new Set(ids)].map(id => ({ id, outcome: outcomeOf(id) }))
  })
