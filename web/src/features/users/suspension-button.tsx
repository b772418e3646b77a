import type { UserRecord } from '@blood-bank/contract/users'
import { useActor } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'

type Props = { user: UserRecord; onSuspend: (user: UserRecord) => void; describedBy: string }

/** Suspends a user or lifts the suspension. Not shown in the actor's own row. */
export function SuspensionButton({ user, onSuspend, describedBy }: Props) {
  const actor = useActor()
  if (user.id === actor.id) return null
  return (
    <Button
      variant={user.suspension ? 'secondary' : 'danger'}
      aria-describedby={describedBy}
      onClick={() => onSuspend(user)}
    >
      {user.suspension ? 'Lift suspension' : 'Suspend'}
    </Button>
  )
}
