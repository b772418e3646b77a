import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { copyText, mayCopy } from '../../../ui/feedback/copy-text.ts'
import { Stack } from '../../../ui/layout/stack.tsx'
import { hasShareSheet, sendText } from './share.ts'
import { publicShareText } from './share-text.ts'
import type { useSharePage } from './use-share-page.ts'

type Props = {
  bloodRequest: BloodRequest
  url: string
  revoking: ReturnType<typeof useSharePage>['revoking']
  onMessage: (message: string) => void
}

/** The address of a request's public page, and what its owner can do with it. */
export function PublicPage({ bloodRequest, url, revoking, onMessage }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  // The focus returns to the button.
  const [isKept, setIsKept] = useState(false)
  const keep = () => {
    setIsKept(true)
    setIsAsking(false)
  }
  return (
    <Stack>
      <p>Anybody who has this link can see the page:</p>
      <a href={url} target="_blank" rel="noreferrer">
        {url}
      </a>
      <Stack row>
        {mayCopy() && (
          <Button variant="primary" autoFocus onClick={() => void copyText(url, 'Link copied.', onMessage)}>
            Copy link
          </Button>
        )}
        {hasShareSheet() && (
          <Button onClick={() => void sendText(publicShareText(bloodRequest, url), onMessage)}>
            Send link
          </Button>
        )}
        <Button onClick={() => printPage(url)}>Print poster</Button>
        {!isAsking && (
          <Button variant="danger" autoFocus={isKept} onClick={() => setIsAsking(true)}>
            Revoke link
          </Button>
        )}
      </Stack>
      {isAsking && (
        <>
          <p>The link and every poster with it stop working forever. You can make a new page afterwards.</p>
          <Stack row>
            <Button variant="danger" isBusy={revoking.isPending} onClick={() => revoking.mutate()}>
              Revoke this link
            </Button>
            <Button autoFocus onClick={keep}>
              Keep it
            </Button>
          </Stack>
        </>
      )}
    </Stack>
  )
}

/** The page has no scripts of its own, so its opener prints it. Browsers save what they print as a file, too. */
function printPage(url: string) {
  const page = window.open(new URL(url).pathname)
  page?.addEventListener('load', () => page.print(), { once: true })
}
