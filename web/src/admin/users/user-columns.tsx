import {
  EMAIL_STATUS_LABELS,
  SUSPENSION_REASON_LABELS,
  type USER_SORTS,
  type UserRecord,
} from '@blood-bank/contract/users/administration'
import { Moment } from '../../api/moment.tsx'
import { CoordinationText } from '../../features/donors/coordination-text.tsx'
import { useActor } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import type { RowMenuEntry } from '../../ui/menu/row-menu-entries.tsx'
import { Badge } from '../../ui/records/badge.tsx'
import cells from '../listing/table/cells.module.css'
import type { Column } from '../listing/table/columns.tsx'
import { NameCell } from '../listing/table/name-cell.tsx'
import { RowActions } from '../listing/table/row-actions.tsx'
import { TruncatedText } from '../listing/table/truncated-text.tsx'
import { useIsOnlyAdmin } from './queries.ts'

/** How many characters of an id are shown (spec §9). */
const SHOWN_ID_CHARACTERS = 10

type UserColumn = Column<UserRecord> & { sort?: (typeof USER_SORTS)[number] }

const nameId = ({ id }: UserRecord) => `user-${id}`

type Ask = (user: UserRecord) => void
type Options = { onEdit: Ask; onSuspend: Ask; onAllow: Ask; onName: Ask; onEndCoordinator: Ask }

/** All columns together fit a window of 1280 px, the narrowest common one with a sidebar, without horizontal scrolling. */
export const userColumns = (options: Options): UserColumn[] => [
  {
    heading: 'Email',
    width: 19,
    sort: 'email',
    cell: user => (
      <NameCell id={nameId(user)} name={user.email} more={user.coordinator ? 'Coordinator' : undefined} />
    ),
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
    width: 6,
    place: 'line',
    shape: 'badge',
    cell: ({ role }) => <Badge tone={role === 'admin' ? 'warning' : 'plain'}>{role}</Badge>,
  },
  {
    heading: 'Email Status',
    width: 12.25,
    place: 'line',
    shape: 'badge',
    cell: ({ emailVerified, isSecondAccount, suspension }) => (
      <span className={cells.badges}>
        {/* Of two badges, a phone has room for the one that asks something. */}
        <span data-secondary={isSecondAccount || suspension !== null || undefined}>
          <Badge tone={emailVerified ? 'good' : 'plain'}>{EMAIL_STATUS_LABELS[`${emailVerified}`]}</Badge>
        </span>
        {suspension ? (
          <Badge tone="bad">Suspended</Badge>
        ) : (
          isSecondAccount && <Badge tone="warning">Second account</Badge>
        )}
      </span>
    ),
  },
  {
    heading: 'Suspension',
    width: 9,
    place: 'sheet',
    cell: ({ suspension }) =>
      suspension && [SUSPENSION_REASON_LABELS[suspension.reason], suspension.note].filter(Boolean).join(': '),
  },
  {
    heading: 'Coordinator',
    width: 9,
    place: 'sheet',
    cell: ({ coordinator }) => coordinator && <CoordinationText {...coordinator} />,
  },
  {
    heading: 'Created',
    width: 8,
    sort: 'createdAt',
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
  {
    heading: 'Actions',
    width: 10.5,
    place: 'actions',
    shape: 'button',
    cell: user => <UserActions user={user} {...options} />,
  },
]

/** What admins do with a user. Nobody can suspend themselves, and there must always be an admin (spec §5). */
function UserActions({
  user,
  onEdit,
  onSuspend,
  onAllow,
  onName,
  onEndCoordinator,
}: Options & { user: UserRecord }) {
  const describedBy = nameId(user)
  const isOwn = useActor().id === user.id
  const entries: RowMenuEntry[] = [
    ...(user.isSecondAccount ? [{ label: 'Allow second account', onSelect: () => onAllow(user) }] : []),
    ...(user.role === 'admin'
      ? []
      : [
          {
            label: user.coordinator ? 'Change coordinator' : 'Make coordinator',
            onSelect: () => onName(user),
          },
        ]),
    ...(user.coordinator ? [{ label: 'End as coordinator', onSelect: () => onEndCoordinator(user) }] : []),
    ...(isOwn
      ? []
      : [{ label: user.suspension ? 'Lift suspension' : 'Suspend', onSelect: () => onSuspend(user) }]),
    { label: 'Audit log', to: `/admin/audit-log?record=${user.id}` },
  ]
  return (
    <RowActions describedBy={describedBy} entries={entries}>
      {isOwn ? (
        <OwnRoleButton describedBy={describedBy} onEdit={() => onEdit(user)} />
      ) : (
        <Button aria-describedby={describedBy} onClick={() => onEdit(user)}>
          Edit Role
        </Button>
      )}
    </RowActions>
  )
}

/** Disabled in the row of the only admin (spec §5). */
function OwnRoleButton({ describedBy, onEdit }: { describedBy: string; onEdit: () => void }) {
  const isOnlyAdmin = useIsOnlyAdmin()
  return (
    <Button
      aria-describedby={describedBy}
      disabled={isOnlyAdmin}
      title={isOnlyAdmin ? "You're the only admin." : undefined}
      onClick={onEdit}
    >
      Edit Role
    </Button>
  )
}
