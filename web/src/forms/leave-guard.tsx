import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../ui/browser/lazy-page.tsx'
import type { LeaveDialogProps } from './leave-dialog.tsx'
import { useLeaveBlocker } from './use-leave-blocker.ts'

type Props = {
  /** Whether leaving now would lose input. */
  isUnsaved: boolean
  /** Called before the person leaves, to discard the draft. */
  onLeave?: () => void
}

const TITLE = 'Leave without saving?'
const CONSEQUENCE = 'If you leave now, what you typed here will be lost.'

const loadDialog = async () => (await import('./leave-dialog.tsx')).LeaveDialog

/** Loaded on demand: dialogs are large, and this one is rarely needed. If it fails to load, the browser's own dialog asks. */
const LeaveDialog = lazyPart(loadDialog, NativeConfirm)

/** Asks before a link, the Back button, a reload or closing the tab discards unsaved input. */
export function LeaveGuard({ isUnsaved, onLeave }: Props) {
  const { isAsking, isLeaving, stay, leave } = useLeaveBlocker(isUnsaved)
  const [wasAsking, setWasAsking] = useState(false)
  if (isAsking && !wasAsking) setWasAsking(true)
  // Preloaded while the form is filled in.
  useEffect(() => void loadDialog().catch(() => {}), [])
  return (
    <Suspense>
      {wasAsking && (
        <LeaveDialog
          isOpen={isAsking}
          title={TITLE}
          consequence={CONSEQUENCE}
          onLeave={() => {
            onLeave?.()
            leave()
          }}
          onStay={stay}
          // The next page moves the focus to its heading.
          focusAfter={() => !isLeaving() && null}
        />
      )}
    </Suspense>
  )
}

function NativeConfirm({ isOpen, title, consequence, onLeave, onStay }: LeaveDialogProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: ask once, when it opens
  useEffect(() => {
    if (!isOpen) return
    if (window.confirm(`${title}\n${consequence}`)) onLeave()
    else onStay()
  }, [isOpen])
  return null
}
