import { useCallback, useEffect, useRef, useState } from 'react'

type Stage = 'closed' | 'asking' | 'running'

/**
 * A question in a dialog: `await ask()` resolves to whether the person confirmed. The dialog stays open and busy until
 * `close()`. Leaving the page answers no: a mutation that waited for ever would hold back the live updates.
 */
export function useConfirmation() {
  const [stage, setStage] = useState<Stage>('closed')
  const answer = useRef<(isConfirmed: boolean) => void>(undefined)
  useEffect(() => () => answer.current?.(false), [])

  const ask = useCallback(
    () =>
      new Promise<boolean>(resolve => {
        answer.current = resolve
        setStage('asking')
      }),
    [],
  )
  return {
    isOpen: stage !== 'closed',
    isBusy: stage === 'running',
    /** A stable function. */
    ask,
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
