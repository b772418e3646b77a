import type { DonorRecord } from '@blood-bank/contract/donors'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { explainFailure, isRefused } from '../../../api/explain-failure.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Badge } from '../../../ui/records/badge.tsx'
import styles from './admin-donor-mark.module.css'
import { MARKS, type Mark, type MarkProblem } from './admin-marks.ts'
import { keepDonor, refreshDonorListing } from './admin-queries.ts'

type Props = {
  donor: DonorRecord
  mark: Mark
  /** Told of a failure, and of null when another try begins. */
  onProblem: (problem: MarkProblem | null) => void
  /** Id of the donor's name: the buttons of many donors bear the same names. */
  describedBy: string
}

/** What a donor is marked as, and the button that turns it around. */
export function DonorMark({ donor, mark, onProblem, describedBy }: Props) {
  const { states, buttons, failed, send } = MARKS[mark]
  const client = useQueryClient()
  const isOn = donor[mark]
  const marking = useMutation({
    mutationFn: (value: boolean) => send(donor.id, value),
    onMutate: () => onProblem(null),
    onSuccess: changed => keepDonor(client, changed),
    onError: error => {
      // The server's no means that the list shows what is no more.
      if (isRefused(error)) void refreshDonorListing(client)
      onProblem({ donor, message: explainFailure(error, failed) })
    },
  })
  return (
    <div className={styles.mark}>
      <Badge tone={isOn ? 'good' : 'plain'}>{states[`${isOn}`]}</Badge>
      <Button isBusy={marking.isPending} aria-describedby={describedBy} onClick={() => marking.mutate(!isOn)}>
        {buttons[`${!isOn}`]}
      </Button>
    </div>
  )
}
