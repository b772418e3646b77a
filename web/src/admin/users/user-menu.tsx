import type { UserRecord } from '@blood-bank/contract/users/endpoints'
import { useActor } from '../../session/session.ts'
import { RowMenu } from '../listing/table/row-menu.tsx'
import type { RowMenuEntry } from '../listing/table/row-menu-entries.tsx'

type Props = { user: UserRecord; onSuspend: (user: UserRecord) => void; describedBy: string }

/** The less used actions on a user. Nobody can suspend themselves. */
export function UserMenu({ user, onSuspend, describedBy }: Props) {
  const actor = useActor()
  const suspension: RowMenuEntry = {
    label: user.suspension ? 'Lift suspension' : 'Suspend',
    onSelect: () => onSuspend(user),
  }
  const history: RowMenuEntry = { label: 'Audit log', to: `/admin/audit-log?record=${user.id}` }
  return (
    <RowMenu describedBy={describedBy} entries={user.id === actor.id ? [history] : [suspension, history]} />
  )
}
