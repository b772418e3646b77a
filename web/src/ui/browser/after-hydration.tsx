import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react'

const IsHydrated = createContext(true)

/** False while a page of the build is hydrated, which must render what the build rendered. */
export const useIsHydrated = () => useContext(IsHydrated)

/**
 * Goes around a page of the build. What differs from it is rendered in small steps once the page is hydrated, so that what is
 * there already can be used meanwhile.
 */
export function Hydration({ children }: { children: ReactNode }) {
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => startTransition(() => setHydrated(true)), [])
  return <IsHydrated value={isHydrated}>{children}</IsHydrated>
}

type Props = { children: ReactNode; fallback?: ReactNode }

/**
 * Renders its children after hydration. For what the build can't render: parts that load later, and those that depend on
 * the browser, the URL's hash, or the operator's settings.
 */
export const AfterHydration = ({ children, fallback = null }: Props) =>
  useIsHydrated() ? children : fallback
