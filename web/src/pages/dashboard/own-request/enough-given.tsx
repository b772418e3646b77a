import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import type { RequestedAction } from '../../../features/blood-requests/actions/actions.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'

type Props = {
  bloodRequest: BloodRequest
  onAction: (requested: RequestedAction) => void
  /** Id of the request's heading. */
  describedBy: string
}

/** Asks the owner whether a request is fulfilled once enough units were given: it never happens by itself. */
export function EnoughGiven({ bloodRequest, onAction, describedBy }: Props) {
  const { status, unitsGiven, unitsRequired } = bloodRequest
  if (status !== 'active' || unitsGiven < unitsRequired) return null
  return (
    <Stack row>
      <p>{`${unitsGiven} of ${unitsRequired} needed units were given. Is the request fulfilled?`}</p>
      <Button
        variant="good"
        aria-describedby={describedBy}
        onClick={() => onAction({ action: 'fulfil', bloodRequest })}
      >
        Yes, it is fulfilled
      </Button>
    </Stack>
  )
}
