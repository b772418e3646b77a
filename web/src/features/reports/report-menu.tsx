import { Suspense, useContext, useMemo, useState } from 'react'
import { DraftOwner, findDraft, saveDraft } from '../../forms/drafts.ts'
import { lazyPage } from '../../ui/browser/lazy-page.tsx'
import { Announcement } from '../../ui/feedback/announcement.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { RowMenu } from '../../ui/menu/row-menu.tsx'
import type { Reported } from './report-dialog.tsx'

/** Loaded when it is asked: rarely needed. */
const ReportDialog = lazyPage(() => import('./report-dialog.tsx'), 'ReportDialog')

type Props = {
  reported: Reported
  /** Id of the element that names what is reported. It takes the focus when the button is gone. */
  describedBy: string
}

/** The menu of what can only be reported to the admins: a person. Once that is done, it says so. */
export function ReportMenu(props: Props) {
  const { isReported, ask, dialog } = useReport(props)
  return (
    <>
      {isReported ? (
        <SmallPrint>Reported</SmallPrint>
      ) : (
        <RowMenu describedBy={props.describedBy} entries={[{ label: 'Report', onSelect: ask }]} />
      )}
      {dialog}
    </>
  )
}

/** Reports to the admins from a menu, which has `ask` as an entry until it is reported; `dialog` stands outside the menu. */
export function useReport({ reported, describedBy }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  const [isReported, markReported] = useIsReported(reported)
  const [wasAsked, setWasAsked] = useState(false)
  const ask = () => {
    setWasAsked(true)
    setIsAsking(true)
  }
  const dialog = wasAsked && (
    <>
      <Announcement>{isReported ? 'Thank you for telling us. An admin will look at it.' : null}</Announcement>
      {isAsking && (
        <Suspense>
          <ReportDialog
            reported={reported}
            focusAfter={() => document.getElementById(describedBy)}
            onReported={markReported}
            onClose={() => setIsAsking(false)}
          />
        </Suspense>
      )}
    </>
  )
  return { isReported, ask, dialog }
}

/**
 * Whether the actor has reported it. Remembered like a draft, in this tab until they sign out: the lists are cached for
 * everybody and don't say it. In another tab the dialog says it.
 */
function useIsReported({ what, id }: Reported) {
  const owner = useContext(DraftOwner)
  const key = `reported ${what} ${id}`
  const [isMarked, setIsMarked] = useState(false)
  // The owner is known when the page is taken over.
  const isReported = useMemo(
    () => isMarked || (owner !== null && findDraft(owner, key) !== null),
    [isMarked, owner, key],
  )
  const mark = () => {
    if (owner !== null) saveDraft(owner, key, {})
    setIsMarked(true)
  }
  return [isReported, mark] as const
}
