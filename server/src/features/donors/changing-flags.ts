import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import { recordActions } from '../../identity/audit/record-action.ts'
import type { Transaction } from '../../platform/database/connection.ts'
import { cancelUnsentNotices, notifyDonors } from './owner-mails.ts'
import { type Flag, lockDonors, setFlag } from './store.ts'
import type { DonorRow } from './tables.ts'

const ACTIONS = { isVerified: 'donor-verified', isProfileActive: 'donor-activated' } as const

type Change = {
  ids: string[]
  value: boolean
  actorId: string
  now: Date
  /** The groups that the admin has checked, by the id of the donor. */
  checkedGroups?: ReadonlyMap<string, BloodGroup>
}

/**
 * Sets a flag of donors, all or none, with an audit entry and an email for each whose flag was different. If the email
 * about the opposite change still waits, it is cancelled and nothing is sent: for the donor nothing has changed. Whoever
 * has another blood group than the checked one is left as they are.
 * @returns the donors who still exist, as they are then, and the ids of those whose flag or whose group was different
 */
export async function changeFlag(
  db: Transaction,
  flag: Flag,
  { ids, value, actorId, now, checkedGroups }: Change,
): Promise<{ donors: DonorRow[]; changedIds: string[]; otherGroupIds: string[] }> {
  const found = await lockDonors(db, ids)
  const hasOtherGroup = ({ id, bloodGroup }: DonorRow) =>
    (checkedGroups?.get(id) ?? bloodGroup) !== bloodGroup
  const otherGroupIds = found.filter(hasOtherGroup).map(({ id }) => id)
  const changedIds = found.filter(donor => donor[flag] !== value && !hasOtherGroup(donor)).map(({ id }) => id)
  if (changedIds.length === 0) return { donors: found, changedIds, otherGroupIds }
  const undoneIds = await cancelUnsentNotices(db, flag, changedIds)
  const changed = await setFlag(db, flag, { ids: changedIds, value, undoneIds, now })
  await recordActions(
    db,
    changedIds.map(targetId => ({
      actorId,
      action: ACTIONS[flag],
      targetId,
      before: { [flag]: !value },
      after: { [flag]: value },
    })),
  )
  const isNotifiedLater = ({ id, userId }: DonorRow) => !undoneIds.includes(id) && userId !== actorId
  await notifyDonors(db, flag, { donors: changed.filter(isNotifiedLater), causedBy: actorId })
  const unchanged = found.filter(({ id }) => !changedIds.includes(id))
  return { donors: [...changed, ...unchanged], changedIds, otherGroupIds }
}
