import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { Button } from '../../../ui/controls/button.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import { maySend, sendText } from './share.ts'
import { shareText } from './share-text.ts'
import type { useSharePage } from './use-share-page.ts'

type Props = {
  bloodRequest: BloodRequest
  creating: ReturnType<typeof useSharePage>['creating']
  onMessage: (message: string) => void
}

/** Says what a public page shows before the owner makes one. */
export function NewPublicPage({ bloodRequest, creating, onMessage }: Props) {
  const shareWithMembers = () => sendText(shareText(bloodRequest, window.location.origin), onMessage)
  return (
    <Stack>
      <p>
        You can send a public page to anybody, and print it as a poster. It shows the blood group, hospital,
        urgency, units, status and when blood is needed by. It never shows the patient, a name or a phone
        number. When the request closes, the page says so.
      </p>
      <Stack row>
        <Button variant="primary" autoFocus isBusy={creating.isPending} onClick={() => creating.mutate()}>
          Make a public page
        </Button>
        {maySend() && <Button onClick={() => void shareWithMembers()}>Share with members only</Button>}
      </Stack>
    </Stack>
  )
}
