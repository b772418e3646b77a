import { Suspense, useState } from 'react'
import { lazyPage } from '../../ui/browser/lazy-page.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import type { Reported } from './reported.ts'

/** Loaded on demand: dialogs are large, and reports are rare. */
const ReportDialog = lazyPage(() => import('./report-dialog.tsx'), 'ReportDialog')

type Props = {
  reported: Reported
  /** Id of the element that names what is reported. It takes the focus when the button is gone. */
  describedBy: string
}

/** Reports a blood request or a person to the admins. */
export function ReportButton({ reported, describedBy }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  const [isReported, setIsReported] = useState(false)
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
        <Suspense>
          <ReportDialog
            reported={reported}
            focusAfter={() => document.getElementById(describedBy)}
            onReported={() => setIsReported(true)}
            onClose={() => setIsAsking(false)}
          />
        </Suspense>
      )}
    </>
  )
}
