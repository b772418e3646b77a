import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../ui/browser/lazy-page.tsx'
import type { LeaveQuestionProps } from './leave-question.tsx'
import { useLeaving } from './use-leaving.ts'

type Props = {
  /** Whether leaving would lose something now. */
  isUnsaved: boolean
  /** Before the person leaves: what is not wanted any more is not kept either. */
  onLeave?: () => void
}

const TITLE = 'Leave without saving?'
const CONSEQUENCE = 'What you typed here is not saved. If you leave, it is lost.'

const loadQuestion = async () => (await import('./leave-question.tsx')).LeaveQuestion

/** Dialogs are heavy, and this one is seldom seen. Where it does not come, the browser asks. */
const LeaveQuestion = lazyPart(loadQuestion, BrowsersQuestion)

/** Asks before a link, the Back button, a reload or the end of the tab takes away what was typed. */
export function LeaveGuard({ isUnsaved, onLeave }: Props) {
  const { isAsking, isLeaving, stay, leave } = useLeaving(isUnsaved)
  const [wasAsking, setWasAsking] = useState(false)
  if (isAsking && !wasAsking) setWasAsking(true)
  // On its way while the form is filled in.
  useEffect(() => void loadQuestion().catch(() => {}), [])
  return (
    <Suspense>
      {wasAsking && (
        <LeaveQuestion
          isOpen={isAsking}
          title={TITLE}
          consequence={CONSEQUENCE}
          onLeave={() => {
            onLeave?.()
            leave()
          }}
          onStay={stay}
          // The page that is left for puts it on its heading.
          focusAfter={() => !isLeaving() && null}
        />
      )}
    </Suspense>
  )
}

function BrowsersQuestion({ isOpen, title, consequence, onLeave, onStay }: LeaveQuestionProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is asked when it opens, and no second time.
  useEffect(() => {
    if (!isOpen) return
    if (window.confirm(`${title}\n${consequence}`)) onLeave()
    else onStay()
  }, [isOpen])
  return null
}
