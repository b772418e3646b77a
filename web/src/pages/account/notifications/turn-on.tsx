import { MutationNotice } from '../../../api/mutation-notice.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { useTurnOn } from './use-turn-on.ts'

type Props = { publicKey: string; onDone: () => void }

/** The browser asks for its permission only after the press. */
export function TurnOn({ publicKey, onDone }: Props) {
  const turningOn = useTurnOn({ publicKey, onTurnedOn: onDone })
  if (turningOn.data === 'reloading')
    return <p>This page reloads to finish. If nothing happens, reload it yourself.</p>
  return (
    <>
      <MutationNotice of={turningOn} />
      <div>
        <Button isBusy={turningOn.isPending} onClick={() => turningOn.mutate()}>
          Turn on notifications
        </Button>
      </div>
    </>
  )
}
