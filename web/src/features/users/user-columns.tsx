import { EMAIL_STATUS_LABELS, type USER_SORTS, type User } from '@blood-bank/contract/users'
import { site } from '../../api/site.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatMoment } from '../../ui/dates.ts'
import { NameCell } from '../../ui/name-cell.tsx'
import { Shortened } from '../../ui/shortened.tsx'
import type { Column } from '../../ui/table-parts.ts'
import { EditRoleButton } from './edit-role-button.tsx'

/** How much of an id is shown (spec §9). */
const SHOWN_ID_CHARACTERS = 10

type UserColumn = Column<User> & { sort?: (typeof USER_SORTS)[number] }

const nameId = ({ id }: User) => `user-${id}`

export const userColumns = (onEdit: (user: User) => void): UserColumn[] => [
  {
    heading: 'Email',
    width: 20.5,
    sort: 'email',
    cell: user => <NameCell id={nameId(user)} name={user.email} />,
  },
  {
    heading: 'User ID',
    width: 8.5,
    cell: ({ id }) => (
      <code>
        <Shortened text={id} to={SHOWN_ID_CHARACTERS} />
      </code>
    ),
  },
  {
    heading: 'Role',
    width: 6,
    cell: ({ role }) => <Badge tone={role === 'admin' ? 'warning' : 'plain'}>{role}</Badge>,
  },
  {
    heading: 'Actions',
    width: 8,
    shape: 'button',
    cell: user => <EditRoleButton describedBy={nameId(user)} {...{ user, onEdit }} />,
  },
  {
    heading: 'Email Status',
    width: 8,
    cell: ({ emailVerified }) => (
      <Badge tone={emailVerified ? 'good' : 'plain'}>{EMAIL_STATUS_LABELS[`${emailVerified}`]}</Badge>
    ),
  },
  {
    heading: 'Created',
    width: 12,
    isWide: true,
    sort: 'createdAt',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatMoment(createdAt, site.timeZone)}</time>,
  },
]
