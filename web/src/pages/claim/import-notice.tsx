import type { ImportedDonor } from '@blood-bank/contract/donors/claims'
import { useRef, useState } from 'react'
import { MutationNotice } from '../../api/mutation-notice.tsx'
import { site } from '../../api/site.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { calendarDateOf, formatDay } from '../../ui/records/dates.ts'
import type { Erasing } from './use-imported-donor.ts'

type Props = { donor: ImportedDonor; erasing: Erasing }

const dayOf = (moment: string) => formatDay(calendarDateOf(new Date(moment), site.timeZone))

/** Says where the entry comes from and what happens to it, and erases it after one question, in place. */
export function ImportNotice({ donor, erasing }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)

  /** The pressed button is gone afterwards. */
  const focusHeading = () => heading.current?.focus()
  function ask(isAsking: boolean) {
    erasing.reset()
    setIsAsking(isAsking)
    focusHeading()
  }

  if (erasing.isSuccess)
    return (
      <Card title="Erased" headingRef={heading}>
        <Notice kind="success">{erasing.data.message}</Notice>
        <p>{`You can register anytime. To leave the list itself, too, ask the ${site.clubName}.`}</p>
      </Card>
    )
  if (isAsking)
    return (
      <Card title="Erase what the list says about you?" headingRef={heading}>
        <p>It can't be undone, but you can register as a donor anytime.</p>
        <MutationNotice of={erasing} />
        <Stack row>
          <Button
            variant="danger"
            isBusy={erasing.isPending}
            onClick={() => erasing.mutate(undefined, { onSuccess: focusHeading })}
          >
            Erase it
          </Button>
          <Button onClick={() => ask(false)}>Back</Button>
        </Stack>
      </Card>
    )
  return (
    <Card title="You are on a list of donors" headingRef={heading}>
      <p>
        {`On ${dayOf(donor.importedAt)}, the ${site.clubName} brought its list of donors to this site. Nobody has seen what it says about you, and nobody can until you agree. If you do nothing, we erase it on ${dayOf(donor.expiresAt)}.`}
      </p>
      <div>
        <Button onClick={() => ask(true)}>No, erase this</Button>
      </div>
    </Card>
  )
}
