import { canThank, THANK_YOU_SENTENCES, type Thanks } from '@blood-bank/contract/thanks/sentences'
import { Suspense, useState } from 'react'
import { Moment } from '../../../../api/moment.tsx'
import { MutationNotice } from '../../../../api/mutation-notice.tsx'
import { currentTime } from '../../../../ui/browser/clock.ts'
import { lazyPage } from '../../../../ui/browser/lazy-page.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { SmallPrint } from '../../../../ui/layout/small-print.tsx'
import { Stack } from '../../../../ui/layout/stack.tsx'
import styles from './thank-donors.module.css'
import { useChooseThankYou } from './use-choose-thank-you.ts'

/** Loaded when it is asked for. */
const ThankYouDialog = lazyPage(() => import('./thank-you-dialog.tsx'), 'ThankYouDialog')

type Props = {
  /** Of the request. */
  id: string
  thanks: Thanks
  /** Id of the request's heading, to which the focus goes once the buttons are gone. */
  describedBy: string
}

/** Asks the owner of a fulfilled request whether to thank the donors, until they have chosen; then what they chose. */
export function ThankDonors({ id, thanks, describedBy }: Props) {
  const [said, setSaid] = useState<string | null>(null)
  if (canThank(thanks, currentTime()))
    return <Question id={id} people={thanks.people} describedBy={describedBy} onDone={setSaid} />
  return (
    <>
      {said && <p role="status">{said}</p>}
      <Chosen {...thanks} />
    </>
  )
}

type QuestionProps = {
  id: string
  people: number
  describedBy: string
  onDone: (said: string | null) => void
}

function Question({ id, people, describedBy, onDone }: QuestionProps) {
  const [isChoosing, setIsChoosing] = useState(false)
  const heading = () => document.getElementById(describedBy)
  const dismissing = useChooseThankYou(id, {
    onDone: said => {
      onDone(said)
      heading()?.focus()
    },
  })
  return (
    <div className={styles.question}>
      <p>{people === 1 ? 'Thank the donor who gave?' : `Thank the ${people} donors who gave?`}</p>
      <Stack row>
        <Button variant="good" aria-describedby={describedBy} onClick={() => setIsChoosing(true)}>
          Say thank you
        </Button>
        <Button
          variant="quiet"
          aria-describedby={describedBy}
          isBusy={dismissing.isPending}
          onClick={() => dismissing.mutate(null)}
        >
          No thank-you
        </Button>
      </Stack>
      <MutationNotice of={dismissing} failed="Failed to save your choice. Please try again." />
      {isChoosing && (
        <Suspense>
          <ThankYouDialog
            id={id}
            people={people}
            heading={heading}
            onDone={onDone}
            onClose={() => setIsChoosing(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

function Chosen({ chosen, arrivesAt }: Thanks) {
  if (!chosen) return null
  return (
    <SmallPrint>
      <span>{`Your thank-you: “${THANK_YOU_SENTENCES[chosen]}”`}</span>
      {arrivesAt && (
        <span>
          {' '}
          It arrives on <Moment at={arrivesAt} />.
        </span>
      )}
    </SmallPrint>
  )
}
