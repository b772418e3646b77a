import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from './lazy-page.tsx'
import type { LeaveProps } from './leave-question.tsx'

const loadQuestion = async () => (await import('./leave-question.tsx')).LeaveQuestion

/** Dialogs are heavy. A form whose guard does not come can be filled in and sent all the same. */
const LeaveQuestion = lazyPart(loadQuestion)

/** Asks before what was typed is lost, from the first change on: until then there is nothing to be guarded. */
export function LeaveGuard(props: LeaveProps) {
  const [wasUnsaved, setWasUnsaved] = useState(props.isUnsaved)
  // On its way while the form is read, so that it is there with the first letter.
  useEffect(() => void loadQuestion().catch(() => {}), [])
  if (props.isUnsaved && !wasUnsaved) setWasUnsaved(true)
  return <Suspense>{wasUnsaved && <LeaveQuestion {...props} />}</Suspense>
}
