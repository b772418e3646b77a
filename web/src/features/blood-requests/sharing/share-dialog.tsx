import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { useState } from 'react'
import { explainFailure } from '../../../api/explain-failure.ts'
import { MutationNotice } from '../../../api/mutation-notice.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { FetchFailure } from '../../../ui/feedback/fetch-failure.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import { Line, Skeleton } from '../../../ui/records/skeleton.tsx'
import { NewPublicPage } from './new-public-page.tsx'
import { PublicPage } from './public-page.tsx'
import { useSharePage } from './use-share-page.ts'

type Props = { bloodRequest: BloodRequest; onClose: () => void }

/** Lets the owner of a request make a public page for it, pass the page on and revoke it. */
export function ShareDialog({ bloodRequest, onClose }: Props) {
  const [message, setMessage] = useState('')
  const { query, creating, revoking } = useSharePage(bloodRequest.id, setMessage)
  const sharePage = query.data?.sharePage
  const failed = [creating, revoking].find(({ error }) => error)
  return (
    <Dialog title="Share this request" onClose={onClose}>
      {query.isPending && (
        <Skeleton status="Loading...">
          <Line width={14} />
        </Skeleton>
      )}
      <FetchFailure
        query={query}
        failure={error => explainFailure(error, "Couldn't check whether the request is shared.")}
      />
      <MutationNotice of={failed} failed="Failed to change the public page. Please try again." />
      {sharePage === null && (
        <NewPublicPage bloodRequest={bloodRequest} creating={creating} onMessage={setMessage} />
      )}
      {sharePage && (
        <PublicPage
          bloodRequest={bloodRequest}
          url={sharePage.url}
          revoking={revoking}
          onMessage={setMessage}
        />
      )}
      <Stack row>
        <Button onClick={onClose}>Close</Button>
        <p role="status">{message}</p>
      </Stack>
    </Dialog>
  )
}
