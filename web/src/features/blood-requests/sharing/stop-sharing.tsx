import { useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'

type Props = { isBusy: boolean; onStop: () => void }

/** Ends a public page, after a question. */
export function StopSharing({ isBusy, onStop }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  // The focus returns to the button.
  const [isKept, setIsKept] = useState(false)
  const keep = () => {
    setIsKept(true)
    setIsAsking(false)
  }
  if (!isAsking)
    return (
      <Button variant="quiet" autoFocus={isKept} onClick={() => setIsAsking(true)}>
        Stop sharing
      </Button>
    )
  return (
    <Stack>
      <p>
        The link and every poster with it stop working forever. You can share the request again afterwards.
      </p>
      <Stack row>
        <Button variant="danger" isBusy={isBusy} onClick={onStop}>
          Stop sharing
        </Button>
        <Button autoFocus onClick={keep}>
          Keep it
        </Button>
      </Stack>
    </Stack>
  )
}
