import type { UserRecord } from '@blood-bank/contract/users'
import { useActor } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'

type Props = { user: UserRecord; onAsk: (user: UserRecord) => void; describedBy: string }

/** Suspends a user, or lifts that; not in the actor's own row. */
export function SuspensionButton({ user, onAsk, describedBy }: Props) {
  const actor = useActor()
  if (user.id === actor.id) return null
  return (
    <Button
      variant={user.suspension ? 'secondary' : 'danger'}
      aria-describedby={describedBy}
      onClick={() => onAsk(user)}
    >
      {user.suspension ? 'Lift Suspension' : 'Suspend'}
    </Button>
  )
}
