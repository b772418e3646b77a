import type { BloodRequest } from '@blood-bank/contract/blood-requests'
import { Button } from '../../ui/controls/button.tsx'
import { copyText, mayCopy } from '../../ui/feedback/copy-text.ts'
import { shareText } from './share-text.ts'

type Props = {
  bloodRequest: BloodRequest
  /** Id of the request's heading. */
  describedBy: string
}

/** Shares a request through the system's share sheet, or copies it where there is none. */
export function ShareButton({ bloodRequest, describedBy }: Props) {
  if (!navigator.share && !mayCopy()) return null

  async function share() {
    const text = shareText(bloodRequest, window.location.origin)
    if (!navigator.share) return copyText(text, 'Copied. Paste it where you want to share it.')
    try {
      await navigator.share({ text })
    } catch (error) {
      const isCancelled = error instanceof DOMException && error.name === 'AbortError'
      if (!isCancelled && mayCopy()) await copyText(text, 'Copied. Paste it where you want to share it.')
    }
  }

  return (
    <Button aria-describedby={describedBy} onClick={() => void share()}>
      Share
    </Button>
  )
}
