import { createContext, type ReactNode, type RefObject, useRef } from 'react'

type Frame = { brandName: string; isFirstPage: RefObject<boolean> }

export const PageFrameContext = createContext<Frame | null>(null)

/** Wraps all pages and provides the brand name and whether the current page is the first one. */
export function PageFrame({ brandName, children }: { brandName: string; children: ReactNode }) {
  const isFirstPage = useRef(true)
  return <PageFrameContext value={{ brandName, isFirstPage }}>{children}</PageFrameContext>
}
