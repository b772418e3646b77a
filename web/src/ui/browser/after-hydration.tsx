import { type ReactNode, useSyncExternalStore } from 'react'

/** False while a page of the build is hydrated, which must render what the build rendered. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )

const neverChanges = () => () => {}

type Props = { children: ReactNode; fallback?: ReactNode }

/**
 * Renders its children after hydration. For what the build can't render: parts that load later, and those that depend on
 * the browser, the URL's hash, or the operator's settings.
 */
export const AfterHydration = ({ children, fallback = null }: Props) =>
  useIsHydrated() ? children : fallback
