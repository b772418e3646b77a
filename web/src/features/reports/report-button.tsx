import { useContext, useState } from 'react'
import { DraftOwner, findDraft, saveDraft } from '../../forms/drafts.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { ReportDialog, type Reported } from './report-dialog.tsx'

type Props = {
  reported: Reported
  /** Id of the element that names what is reported. It takes the focus when the button is gone. */
  describedBy: string
}

/** Reports a blood request or a person to the admins. */
export function ReportButton({ reported, describedBy }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  const [isReported, markReported] = useIsReported(reported)
  return (
    <>
      {isReported ? (
        <SmallPrint>Reported</SmallPrint>
      ) : (
        <Button variant="quiet" aria-describedby={describedBy} onClick={() => setIsAsking(true)}>
          Report
        </Button>
      )}
      {isAsking && (
        <ReportDialog
          reported={reported}
          focusAfter={() => document.getElementById(describedBy)}
          onReported={markReported}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}

/**
 * Whether the actor has reported it. Remembered like a draft, in this tab until they sign out: the lists are cached for
 * everybody and don't say it. In another tab the dialog says it.
 */
function useIsReported({ what, id }: Reported) {
  const owner = useContext(DraftOwner)
  const key = `reported ${what} ${id}`
  const [isReported, setIsReported] = useState(() => owner !== null && findDraft(owner, key) !== null)
  const mark = () => {
    if (owner !== null) saveDraft(owner, key, {})
    setIsReported(true)
  }
  return [isReported, mark] as const
}
