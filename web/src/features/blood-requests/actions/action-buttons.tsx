import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { mayClose } from '@blood-bank/contract/blood-requests/rules'
import { useActor } from '../../../session/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ACTIONS, type Action, type RequestedAction } from './actions.ts'

type Props = {
  bloodRequest: BloodRequest
  onAction: (requested: RequestedAction) => void
  /** Id of the request's heading, as the buttons of all requests have the same labels. */
  describedBy: string
}

/** The actions on a request that the actor manages; only an active one can be closed (spec §4). */
export function ActionButtons({ bloodRequest, onAction, describedBy }: Props) {
  const actor = useActor()
  const actions: Action[] = mayClose(actor, bloodRequest) ? ['fulfil', 'cancel', 'delete'] : ['delete']
  return actions.map(action => (
    <Button
      key={action}
      // What ends or deletes looks like nothing that is wished for.
      variant={action === 'fulfil' ? 'secondary' : 'quiet'}
      aria-describedby={describedBy}
      onClick={() => onAction({ action, bloodRequest })}
    >
      {ACTIONS[action].button}
    </Button>
  ))
}
