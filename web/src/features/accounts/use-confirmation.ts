import { useEffect, useRef, useState } from 'react'

type Stage = 'closed' | 'asking' | 'running'

/**
 * A confirmation between pressing a button and its action: `await ask()` resolves to whether the person confirmed. The
 * dialog stays open and busy until `close()`. Leaving the page answers no: a mutation that waited for ever would hold back
 * the live updates.
 */
export function useConfirmation() {
  const [stage, setStage] = useState<Stage>('closed')
  const answer = useRef<(isConfirmed: boolean) => void>(undefined)
  useEffect(() => () => answer.current?.(false), [])

  return {
    isOpen: stage !== 'closed',
    isBusy: stage === 'running',
    ask: () =>
      new Promise<boolean>(resolve => {
        answer.current = resolve
        setStage('asking')
      }),
    confirm: () => {
      setStage('running')
      answer.current?.(true)
    },
    cancel: () => {
      if (stage !== 'asking') return
      setStage('closed')
      answer.current?.(false)
    },
    close: () => setStage('closed'),
  }
}
