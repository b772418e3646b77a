import { useRef, useState } from 'react'

type Stage = 'closed' | 'asking' | 'acting'

/**
 * A question between pressing a button and what it does: `await ask()` tells whether the person said yes. The dialog
 * stays, busy, until `close()`.
 */
export function useConfirmation() {
  const [stage, setStage] = useState<Stage>('closed')
  const answer = useRef<(isYes: boolean) => void>(undefined)

  return {
    isOpen: stage !== 'closed',
    isBusy: stage === 'acting',
    ask: () =>
      new Promise<boolean>(resolve => {
        answer.current = resolve
        setStage('asking')
      }),
    confirm: () => {
      setStage('acting')
      answer.current?.(true)
    },
    withdraw: () => {
      if (stage !== 'asking') return
      setStage('closed')
      answer.current?.(false)
    },
    close: () => setStage('closed'),
  }
}
