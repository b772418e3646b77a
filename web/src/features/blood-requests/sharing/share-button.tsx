import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { maySend, sendText } from './share.ts'
import { shareText } from './share-text.ts'

type Props = {
  bloodRequest: BloodRequest
  /** Id of the request's heading. */
  describedBy: string
}

/** Shares a request of somebody else with members. */
export function ShareButton({ bloodRequest, describedBy }: Props) {
  if (!maySend()) return null
  const share = () => sendText(shareText(bloodRequest, window.location.origin))
  return <IconButton icon="share" label="Share" aria-describedby={describedBy} onClick={() => void share()} />
}
