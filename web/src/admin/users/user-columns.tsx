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
import { useIsOnlyAdmin } from './queries.ts'

/** How many characters of an id are shown (spec §9). */
const SHOWN_ID_CHARACTERS = 10

type UserColumn = Column<UserRecord> & { sort?: (typeof USER_SORTS)[number] }

const nameId = ({ id }: UserRecord) => `user-${id}`

type Ask = (user: UserRecord) => void
type Options = { onEdit: Ask; onSuspend: Ask; onAllow: Ask }

/** All columns together fit a window of 1280 px, the narrowest common one with a sidebar, without horizontal scrolling. */
export const userColumns = (options: Options): UserColumn[] => [
  {
    heading: 'Email',
    width: 17,
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
    place: 'line',
    shape: 'badge',
    cell: ({ role }) => <Badge tone={role === 'admin' ? 'warning' : 'plain'}>{role}</Badge>,
  },
  {
    heading: 'Email Status',
    width: 9.75,
    place: 'line',
    shape: 'badge',
    cell: ({ emailVerified, isSecondAccount }) => (
      <Stack tight>
        {/* Of two badges, a phone has room for the one that asks something. */}
        <div data-secondary={isSecondAccount || undefined}>
          <Badge tone={emailVerified ? 'good' : 'plain'}>{EMAIL_STATUS_LABELS[`${emailVerified}`]}</Badge>
        </div>
        {isSecondAccount && <Badge tone="warning">Second account</Badge>}
      </Stack>
    ),
  },
  {
    heading: 'Suspension',
    width: 9.25,
    place: 'line',
    cell: ({ suspension }) =>
      suspension && (
        <Stack tight>
          <Badge tone="bad">Suspended</Badge>
          <div data-secondary>
            <TruncatedText
              text={[SUSPENSION_REASON_LABELS[suspension.reason], suspension.note].filter(Boolean).join(': ')}
              isOneLine
            />
          </div>
        </Stack>
      ),
  },
  {
    heading: 'Created',
    width: 7.5,
    sort: 'createdAt',
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
  {
    heading: 'Actions',
    width: 5,
    place: 'actions',
    shape: 'button',
    cell: user => <UserMenu describedBy={nameId(user)} user={user} {...options} />,
  },
]

type MenuProps = Options & { user: UserRecord; describedBy: string }

/** What admins do with a user. Nobody can suspend themselves. */
function UserMenu({ user, onEdit, onSuspend, onAllow, describedBy }: MenuProps) {
  const history: RowMenuEntry = { label: 'Audit log', to: `/admin/audit-log?record=${user.id}` }
  const editing = { label: 'Edit Role', onSelect: () => onEdit(user) }
  if (useActor().id === user.id)
    return <OwnMenu describedBy={describedBy} editing={editing} history={history} />
  const suspension: RowMenuEntry = {
    label: user.suspension ? 'Lift suspension' : 'Suspend',
    onSelect: () => onSuspend(user),
  }
  const allowing: RowMenuEntry[] = user.isSecondAccount
    ? [{ label: 'Allow second account', onSelect: () => onAllow(user) }]
    : []
  return <RowMenu describedBy={describedBy} entries={[...allowing, editing, suspension, history]} />
}

type OwnMenuProps = {
  editing: { label: string; onSelect: () => void }
  history: RowMenuEntry
  describedBy: string
}

/** There must always be an admin (spec §5). */
function OwnMenu({ editing, history, describedBy }: OwnMenuProps) {
  const disabledBecause = useIsOnlyAdmin() ? "You're the only admin." : undefined
  return <RowMenu describedBy={describedBy} entries={[{ ...editing, disabledBecause }, history]} />
}
