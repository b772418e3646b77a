import type { Donor } from '@blood-bank/contract/donors/endpoints'
import { setOwnHall } from '@blood-bank/contract/halls/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '../../api/call.ts'
import { explainFailure, isRefused } from '../../api/explain-failure.ts'
import { useHallOptions } from '../../features/donors/halls.ts'
import { setOwnDonor, UPDATE_FAILED, useOwnDonor } from '../../features/donors/queries.ts'
import { SelectField } from '../../forms/select-field.tsx'
import { refreshRecords } from '../../session/session.ts'
import { usePressed } from '../../ui/controls/use-pressed.ts'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { AccountRow } from './account-row.tsx'

/** The hall of a donor, where the admins list some. */
export function HallRow() {
  const donor = useOwnDonor().data
  const halls = useHallOptions(donor?.hallId ?? '')
  if (!donor || Object.keys(halls).length === 0) return null
  return (
    <AccountRow id="hall" title="My hall" state={donor.hallId === null ? 'Not chosen' : halls[donor.hallId]}>
      <HallChoice donor={donor} />
    </AccountRow>
  )
}

/** Saved at once. A choice that is refused stays, with the reason. */
function HallChoice({ donor }: { donor: Donor }) {
  const client = useQueryClient()
  const problemId = useId()
  const saving = useMutation({
    // One after the other, so that the last choice counts.
    scope: { id: 'own-hall' },
    mutationFn: (hallId: string) => call(setOwnHall, { body: { hallId: hallId || null } }),
    onSuccess: changed => setOwnDonor(client, changed),
    onError: error => void (isRefused(error) && refreshRecords(client)),
  })
  const { error, isPending, reset } = saving
  const [chosen, choose] = usePressed(
    isPending || error ? saving.variables : (donor.hallId ?? ''),
    saving.mutate,
  )
  const text = error ? explainFailure(error, UPDATE_FAILED) : undefined
  return (
    <>
      <SelectField
        name="hallId"
        label="Hall"
        placeholder="None"
        options={useHallOptions(chosen)}
        value={chosen}
        onChange={choose}
        error={text}
        problem={text === undefined ? undefined : { id: problemId, shown: { text, onDismiss: reset } }}
      />
      <SmallPrint>
        <span role="status">{isPending ? 'Saving...' : saving.isSuccess ? 'Saved.' : ''}</span>{' '}
        <span>Coordinators and admins see it. Searches don't show it.</span>
      </SmallPrint>
    </>
  )
}
