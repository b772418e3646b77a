import type { DonorRecord } from '@blood-bank/contract/donors'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { explainFailure, isRefused } from '../../../api/explain-failure.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Badge } from '../../../ui/records/badge.tsx'
import styles from './donor-flag.module.css'
import { type DonorProblem, FLAGS, type Flag } from './flags.ts'
import { refreshDonorListing, updateCachedDonor } from './queries.ts'

type Props = {
  donor: DonorRecord
  flag: Flag
  /** Called with a failure, and with null when the next attempt starts. */
  onProblem: (problem: DonorProblem | null) => void
  /** Id of the donor's name, as the buttons of all donors have the same labels. */
  describedBy: string
}

/** A flag of a donor, and the button that toggles it. */
export function DonorFlag({ donor, flag, onProblem, describedBy }: Props) {
  const { states, buttons, failed, send } = FLAGS[flag]
  const client = useQueryClient()
  const isOn = donor[flag]
  const updating = useMutation({
    mutationFn: (value: boolean) => send(donor.id, value),
    onMutate: () => onProblem(null),
    onSuccess: changed => updateCachedDonor(client, changed),
    onError: error => {
      // A refusal means that the list shows an outdated state.
      if (isRefused(error)) void refreshDonorListing(client)
      onProblem({ donor, message: explainFailure(error, failed) })
    },
  })
  return (
    <div className={styles.flag}>
      <Badge tone={isOn ? 'good' : 'plain'}>{states[`${isOn}`]}</Badge>
      <Button
        isBusy={updating.isPending}
        aria-describedby={describedBy}
        onClick={() => updating.mutate(!isOn)}
      >
        {buttons[`${!isOn}`]}
      </Button>
    </div>
  )
}
