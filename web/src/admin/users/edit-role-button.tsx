import type { UserRecord } from '@blood-bank/contract/users/endpoints'
import { useActor } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useIsOnlyAdmin } from './queries.ts'

type Props = { user: UserRecord; onEdit: (user: UserRecord) => void; describedBy: string }

/** Disabled in the only admin's own row: there must always be an admin (spec §5). */
export function EditRoleButton({ user, onEdit, describedBy }: Props) {
  return useActor().id === user.id ? (
    <OwnButton user={user} onEdit={onEdit} describedBy={describedBy} />
  ) : (
    <Button aria-describedby={describedBy} onClick={() => onEdit(user)}>
      Edit Role
    </Button>
  )
}

function OwnButton({ user, onEdit, describedBy }: Props) {
  const isOnlyAdmin = useIsOnlyAdmin()
  return (
    <>
      <Button disabled={isOnlyAdmin} aria-describedby={describedBy} onClick={() => onEdit(user)}>
        Edit Role
      </Button>
      {isOnlyAdmin && <p>You're the only admin.</p>}
    </>
  )
}
