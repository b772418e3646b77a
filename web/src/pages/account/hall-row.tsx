import type { Donor } from '@blood-bank/contract/donors/endpoints'
import { type Hall, setOwnHall } from '@blood-bank/contract/halls/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '../../api/call.ts'
import { explainFailure, isRefused } from '../../api/explain-failure.ts'
import { useHalls } from '../../features/donors/halls.ts'
import { setOwnDonor, UPDATE_FAILED, useOwnDonor } from '../../features/donors/queries.ts'
import { SelectField } from '../../forms/select-field.tsx'
import { refreshRecords } from '../../session/session.ts'
import { usePressed } from '../../ui/controls/use-pressed.ts'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { AccountRow } from './account-row.tsx'

/** The hall of a donor, where the admins list some. */
export function HallRow() {
  const donor = useOwnDonor().data
  const halls = useHalls().data
  if (!donor || !halls || halls.length === 0) return null
  const name = halls.find(({ id }) => id === donor.hallId)?.name
  return (
    <AccountRow id="hall" title="My hall" state={donor.hallId === null ? 'Not chosen' : name}>
      <HallChoice donor={donor} halls={halls} />
    </AccountRow>
  )
}

/** Saved at once. A choice that is refused stays, with the reason. */
function HallChoice({ donor, halls }: { donor: Donor; halls: readonly Hall[] }) {
  const client = useQueryClient()
  const problemId = useId()
  // Those of before, which name a hall that is gone.
  const [known] = useState(halls)
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
  const isGone = chosen !== '' && !halls.some(({ id }) => id === chosen)
  const goneName = known.find(({ id }) => id === chosen)?.name ?? 'Your hall'
  const text = error ? explainFailure(error, UPDATE_FAILED) : undefined
  return (
    <>
      <SelectField
        name="hallId"
        label="Hall"
        placeholder="None"
        options={{
          ...Object.fromEntries(halls.map(({ id, name }) => [id, name])),
          ...(isGone && { [chosen]: goneName }),
        }}
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
