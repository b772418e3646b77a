import type { DonorToCall } from '@blood-bank/contract/kept-donors/calls'
import { stopKeptDonor } from '@blood-bank/contract/kept-donors/kept-donor'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { MutationNotice } from '../../../api/mutation-notice.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { RowMenu } from '../../../ui/menu/row-menu.tsx'
import { donorNameId, type Noted } from '../noted.ts'
import { refreshDonorsToCall } from '../queries.ts'

type Props = { donor: DonorToCall; onCorrect: () => void; onStopped: (noted: Noted) => void }

/** Corrects a donor whom the club keeps, or erases them because they said so. */
export function KeptDonorMenu({ donor, onCorrect, onStopped }: Props) {
  const { id, fullName } = donor
  const client = useQueryClient()
  const [isStopping, setIsStopping] = useState(false)
  const close = () => setIsStopping(false)
  const stopping = useMutation({
    meta: { keepsPlaces: true },
    mutationFn: () => call(stopKeptDonor, { params: { id } }),
    onSuccess: () => {
      close()
      onStopped({
        text: `${fullName} is erased and won't be called again.`,
        callId: null,
        canCallAgain: false,
      })
      void refreshDonorsToCall(client)
    },
  })
  return (
    <>
      <RowMenu
        describedBy={donorNameId(donor)}
        entries={[
          { label: 'Correct', onSelect: onCorrect },
          { label: 'They said stop', onSelect: () => setIsStopping(true) },
        ]}
      />
      {isStopping && (
        <ConfirmDialog
          title={`Erase ${fullName}?`}
          confirm="Erase"
          keep="Cancel"
          isBusy={stopping.isPending}
          onConfirm={() => stopping.mutate()}
          onClose={close}
        >
          <p>
            Everything that the club keeps about them is erased. Their number is not kept again for a year.
          </p>
          <MutationNotice of={stopping} failed="They could not be erased. Please try again." />
        </ConfirmDialog>
      )}
    </>
  )
}
