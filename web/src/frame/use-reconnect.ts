import { useEffect } from 'react'

const RETRY_INTERVAL_MS = 15_000

/** Refetches a query periodically, and at once when the browser reports a connection, which isn't reliable alone. */
export function useReconnect(refetch: (options: { cancelRefetch: boolean }) => unknown): void {
  useEffect(() => {
    const askAgain = () => refetch({ cancelRefetch: false })
    const tryAgain = () => refetch({ cancelRefetch: true })
    const timer = setInterval(askAgain, RETRY_INTERVAL_MS)
    window.addEventListener('online', tryAgain)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', tryAgain)
    }
  }, [refetch])
}
