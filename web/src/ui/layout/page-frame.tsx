import { createContext, type ReactNode, type RefObject, useRef } from 'react'
import { useNavigationType } from 'react-router'

type Frame = {
  brandName: string
  isFirstPage: RefObject<boolean>
  /** Whether the person came to the current page by Back or Forward. */
  isReturn: boolean
}

export const PageFrameContext = createContext<Frame | null>(null)

/** Wraps all pages and provides the brand name, and how the person came to the current page. */
export function PageFrame({ brandName, children }: { brandName: string; children: ReactNode }) {
  const isFirstPage = useRef(true)
  const isReturn = useNavigationType() === 'POP'
  return <PageFrameContext value={{ brandName, isFirstPage, isReturn }}>{children}</PageFrameContext>
}
