import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react'
import { useBrowserValue } from './use-browser-value.ts'

const IsHydrated = createContext(true)

/** False while a page is taken over, which must render what the server has rendered. */
export function useIsHydrated(): boolean {
  const isPageHydrated = useContext(IsHydrated)
  // A part whose script comes later is taken over by itself, after the page.
  return useBrowserValue(() => isPageHydrated, false)
}

/** Goes around a page that the server has rendered. What only the browser knows is rendered once it has taken the page over. */
export function Hydration({ children, onEnd }: { children: ReactNode; onEnd?: () => void }) {
  const [isHydrated, setHydrated] = useState(false)
  // As a transition, so that a part whose script is not there yet stays as it was sent.
  useEffect(() => startTransition(() => setHydrated(true)), [])
  // Not before: parts are taken over one after the other.
  useEffect(() => {
    if (isHydrated) onEnd?.()
  }, [isHydrated, onEnd])
  return <IsHydrated value={isHydrated}>{children}</IsHydrated>
}

type Props = { children: ReactNode; fallback?: ReactNode }

/**
 * Renders its children after hydration. For what the server can't render: parts that load later, and those that depend on
 * the browser or the URL's hash.
 */
export const AfterHydration = ({ children, fallback = null }: Props) =>
  useIsHydrated() ? children : fallback
