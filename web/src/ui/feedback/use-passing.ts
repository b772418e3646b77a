import { useEffect, useState } from 'react'

/**
 * A value that is shown for a while and then gone: `const [saved, showSaved] = usePassing<string>(3_000)`.
 * Showing another one starts the time anew; null takes it away at once.
 */
export function usePassing<T>(durationMs: number) {
  const [shown, setShown] = useState<{ value: T } | null>(null)
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setShown(null), durationMs)
    return () => clearTimeout(timer)
  }, [shown, durationMs])
  const show = (value: T | null) => setShown(value === null ? null : { value })
  return [shown?.value ?? null, show] as const
}
