import { explainFailure } from '../../../api/explain-failure.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useTurnOn } from './use-turn-on.ts'

type Props = { publicKey: string; onDone: () => void }

/** The browser asks for its permission only after the press. */
export function TurnOn({ publicKey, onDone }: Props) {
  const turningOn = useTurnOn({ publicKey, onTurnedOn: onDone })
  if (turningOn.data === 'reloading')
    return <p>This page reloads to finish. If nothing happens, reload it yourself.</p>
  return (
    <>
      {turningOn.error && (
        <Notice kind="error" onDismiss={turningOn.reset}>
          {explainFailure(turningOn.error)}
        </Notice>
      )}
      <div>
        <Button isBusy={turningOn.isPending} onClick={() => turningOn.mutate()}>
          Turn on notifications
        </Button>
      </div>
    </>
  )
}
