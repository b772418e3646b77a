import { useEffect, useState } from 'react'

/**
 * A value that becomes null after a while: `const [saved, showSaved] = useTransientValue<string>(3_000)`.
 * Setting another value restarts the time; null removes it at once.
 */
export function useTransientValue<T>(durationMs: number) {
  const [shown, setShown] = useState<{ value: T } | null>(null)
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setShown(null), durationMs)
    return () => clearTimeout(timer)
  }, [shown, durationMs])
  const show = (value: T | null) => setShown(value === null ? null : { value })
  return [shown?.value ?? null, show] as const
}
