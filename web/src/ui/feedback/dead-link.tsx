import { type ReactNode, useEffect, useRef } from 'react'
import { Card } from '../layout/card.tsx'
import { useContactLink } from './contact-link.tsx'

type Props = {
  /** Why it is dead. */
  reason: string
  /** Whether the page was usable before: then the pressed button is gone, and the heading takes the focus. */
  isNews: boolean
  /** What to do next. */
  children: ReactNode
}

/** Says why the link of an email can't be used any more. */
export function DeadLink({ reason, isNews, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const withContactLink = useContactLink()
  useEffect(() => {
    if (isNews) heading.current?.focus()
  }, [isNews])
  return (
    <Card title="This link can't be used any more" headingRef={heading}>
      <p>{withContactLink(reason)}</p>
      {children}
    </Card>
  )
}
