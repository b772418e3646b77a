import { createContext, type ReactNode, type RefObject, useRef } from 'react'
import { useNavigationType } from 'react-router'

type Frame = {
  brandName: string
  /** Where one reaches the administrators, if the operator has set it. */
  contactUrl: string | null
  isFirstPage: RefObject<boolean>
  /** Whether the person came to the current page by Back or Forward. */
  isReturn: boolean
}

export const PageFrameContext = createContext<Frame | null>(null)

type Props = Pick<Frame, 'brandName' | 'contactUrl'> & { children: ReactNode }

/** Wraps all pages and provides the brand name, the contact, and how the person came to the current page. */
export function PageFrame({ children, ...site }: Props) {
  const isFirstPage = useRef(true)
  const isReturn = useNavigationType() === 'POP'
  return <PageFrameContext value={{ ...site, isFirstPage, isReturn }}>{children}</PageFrameContext>
}
