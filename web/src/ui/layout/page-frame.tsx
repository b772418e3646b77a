import { createContext, type ReactNode, type RefObject, useRef } from 'react'

type Frame = { brandName: string; isFirstPage: RefObject<boolean> }

export const PageFrameContext = createContext<Frame | null>(null)

/** Stands once around all pages: tells them the brand name and whether a page was shown before. */
export function PageFrame({ brandName, children }: { brandName: string; children: ReactNode }) {
  const isFirstPage = useRef(true)
  return <PageFrameContext value={{ brandName, isFirstPage }}>{children}</PageFrameContext>
}
