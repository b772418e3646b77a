import {
  EMAIL_STATUS_LABELS,
  SUSPENSION_REASON_LABELS,
  type USER_SORTS,
  type UserRecord,
} from '@blood-bank/contract/users/endpoints'
import { Moment } from '../../api/moment.tsx'
import { useActor } from '../../session/session.ts'
import { Stack } from '../../ui/layout/stack.tsx'
import { RowMenu } from '../../ui/menu/row-menu.tsx'
import type { RowMenuEntry } from '../../ui/menu/row-menu-entries.tsx'
import { Badge } from '../../ui/records/badge.tsx'
import type { Column } from '../listing/table/columns.ts'
import { NameCell } from '../listing/table/name-cell.tsx'
import { TruncatedText } from '../listing/table/truncated-text.tsx'
import { EditRoleButton } from './edit-role-button.tsx'

/** How many characters of an id are shown (spec §9). */
const SHOWN_ID_CHARACTERS = 10

/** Fits two lines of the column. */
const SHOWN_NOTE_CHARACTERS = 26

type UserColumn = Column<UserRecord> & { sort?: (typeof USER_SORTS)[number] }

const nameId = ({ id }: UserRecord) => `user-${id}`

type Ask = (user: UserRecord) => void

/** All columns together fit a window of 1280 px, the narrowest common one with a sidebar, without horizontal scrolling. */
export const userColumns = ({ onEdit, onSuspend }: { onEdit: Ask; onSuspend: Ask }): UserColumn[] => [
  {
    heading: 'Email',
    width: 15.5,
    sort: 'email',
    cell: user => <NameCell id={nameId(user)} name={user.email} />,
  },
  {
    heading: 'User ID',
    width: 8,
    cell: ({ id }) => (
      <code>
        <TruncatedText text={id} maxLength={SHOWN_ID_CHARACTERS} />
      </code>
    ),
  },
  {
    heading: 'Role',
    width: 5.5,
    cell: ({ role }) => <Badge tone={role === 'admin' ? 'warning' : 'plain'}>{role}</Badge>,
  },
  {
    heading: 'Actions',
    width: 7.5,
    shape: 'button',
    cell: user => <EditRoleButton describedBy={nameId(user)} user={user} onEdit={onEdit} />,
  },
  {
    heading: 'More',
    width: 5,
    shape: 'button',
    cell: user => <UserMenu describedBy={nameId(user)} user={user} onSuspend={onSuspend} />,
  },
  {
    heading: 'Suspension',
    width: 7.5,
    cell: ({ suspension }) =>
      suspension ? (
        <Stack tight>
          <Badge tone="bad">Suspended</Badge>
          <span>{SUSPENSION_REASON_LABELS[suspension.reason]}</span>
          {suspension.note !== null && (
            <TruncatedText text={suspension.note} maxLength={SHOWN_NOTE_CHARACTERS} />
          )}
        </Stack>
      ) : (
        'None'
      ),
  },
  {
    heading: 'Email Status',
    width: 7.5,
    cell: ({ emailVerified }) => (
      <Badge tone={emailVerified ? 'good' : 'plain'}>{EMAIL_STATUS_LABELS[`${emailVerified}`]}</Badge>
    ),
  },
  {
    heading: 'Created',
    width: 7,
    isWide: true,
    sort: 'createdAt',
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
]

type MenuProps = { user: UserRecord; onSuspend: (user: UserRecord) => void; describedBy: string }

/** The less used actions on a user. Nobody can suspend themselves. */
function UserMenu({ user, onSuspend, describedBy }: MenuProps) {
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
