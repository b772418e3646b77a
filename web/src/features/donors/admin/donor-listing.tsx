import { BLOOD_GROUPS } from '@blood-bank/contract/blood-groups'
import { AVAILABILITY_LABELS } from '@blood-bank/contract/donor-labels'
import { DONOR_SORTS, type DonorRecord, exportDonors } from '@blood-bank/contract/donors'
import { Suspense, useMemo, useState } from 'react'
import { explainFailure } from '../../../api/explain-failure.ts'
import { csvExport } from '../../../lists/export/csv-export.ts'
import { RecordListing } from '../../../lists/listing/record-listing.tsx'
import { useListing } from '../../../lists/use-listing.ts'
import { lazyPage } from '../../../ui/browser/lazy-page.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { donorColumns } from './donor-columns.tsx'
import { type DonorProblem, FLAGS } from './flags.ts'
import { useDonorListing } from './queries.ts'

/** Loaded on demand: dialogs are large, and so is the table. */
const DonationsDialog = lazyPage(() => import('./donations/donations-dialog.tsx'), 'DonationsDialog')

const FILTERS = {
  bloodGroup: { label: 'Blood Group', options: BLOOD_GROUPS },
  isVerified: { label: 'Verification', options: FLAGS.isVerified.states },
  isProfileActive: { label: 'Profile', options: FLAGS.isProfileActive.states },
  isAvailable: { label: 'Availability', options: AVAILABILITY_LABELS },
} as const

/** All donors, for verification and activation (spec §2, Manage Donors). */
export function DonorListing() {
  const listing = useListing({ sorts: DONOR_SORTS, filters: FILTERS })
  const list = useDonorListing(listing.query)
  const [problem, setProblem] = useState<DonorProblem | null>(null)
  const [opened, setOpened] = useState<DonorRecord | null>(null)
  const columns = useMemo(() => donorColumns({ onProblem: setProblem, onOpen: setOpened }), [])
  return (
    <>
      <RecordListing
        name="Donors"
        noun={['donor', 'donors']}
        failure={error => explainFailure(error, 'Failed to fetch donor profiles.')}
        exported={csvExport(exportDonors, { query: listing.query }, 'donors')}
        none="No donors have registered yet."
        outcome={
          problem && (
            <Notice kind="error" onDismiss={() => setProblem(null)}>
              <p>{problem.message}</p>
              <p>Donor: {problem.donor.fullName}</p>
            </Notice>
          )
        }
        {...{ list, listing, columns }}
      />
      {opened && (
        <Suspense>
          <DonationsDialog donor={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  )
}
