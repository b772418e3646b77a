import { type BloodRequest, mayClose } from '@blood-bank/contract/blood-requests'
import { useActor } from '../../../session/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ACTS, type Act, type Asked } from './acts.ts'

type Props = {
  bloodRequest: BloodRequest
  onAsk: (asked: Asked) => void
  /** Id of the request's heading: the buttons of many requests bear the same names. */
  describedBy: string
}

/** What the actor may do with a request they manage; only an active one can be closed (spec §4). */
export function ActButtons({ bloodRequest, onAsk, describedBy }: Props) {
  const actor = useActor()
  const acts: Act[] = mayClose(actor, bloodRequest) ? ['fulfil', 'cancel', 'delete'] : ['delete']
  return acts.map(act => (
    <Button
      key={act}
      variant={act === 'delete' ? 'danger' : 'secondary'}
      aria-describedby={describedBy}
      onClick={() => onAsk({ act, bloodRequest })}
    >
      {ACTS[act].button}
    </Button>
  ))
}
