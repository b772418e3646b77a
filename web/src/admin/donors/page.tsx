import { DONOR_SORTS, type DonorRecord, exportDonors } from '@blood-bank/contract/donors/administration'
import { BLOOD_GROUPS } from '@blood-bank/contract/donors/blood-groups'
import { AVAILABILITY_LABELS } from '@blood-bank/contract/donors/labels'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { CheckboxField } from '../../forms/checkbox-field.tsx'
import { lazyPage, lazyPart } from '../../ui/browser/lazy-page.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { formatCount } from '../../ui/records/counts.ts'
import { AdminPage } from '../frame/admin-page.tsx'
import { RecordListing } from '../listing/record-listing.tsx'
import { csvExport } from '../listing/use-export.ts'
import { useListing } from '../listing/use-listing.ts'
import { VERIFY_KEY } from './donor-actions.tsx'
import { donorColumns } from './donor-columns.tsx'
import { type DonorProblem, FLAGS, type Verified } from './flags.ts'
import { useDonorListing } from './queries.ts'
import { createSelection, type Selection, useSelectedIds } from './verification/selection.ts'

/** Loaded after the list: nothing is selected or verified before. */
const VerificationBar = lazyPart(
  async () => (await import('./verification/verification-bar.tsx')).VerificationBar,
)

const DonorDetails = lazyPage(() => import('./donations/donor-details.tsx'), 'DonorDetails')

/** Loaded when it is pressed, once a year. */
const HallsDialog = lazyPage(() => import('./halls/halls-dialog.tsx'), 'HallsDialog')

const FILTERS = {
  bloodGroup: { label: 'Blood Group', options: BLOOD_GROUPS },
  isVerified: { label: 'Verification', options: FLAGS.isVerified.states },
  isProfileActive: { label: 'Profile', options: FLAGS.isProfileActive.states },
  isAvailable: { label: 'Availability', options: AVAILABILITY_LABELS },
} as const

const keyOf = ({ donor, message }: DonorProblem) => `${donor?.id} ${message}`

export const ManageDonorsPage = () => (
  <AdminPage title="Manage Donors">
    <DonorListing />
  </AdminPage>
)

/** All donors, for verification and activation (spec §2, Manage Donors). */
function DonorListing() {
  const listing = useListing({ sorts: DONOR_SORTS, filters: FILTERS })
  const list = useDonorListing(listing.query)
  // Several changes can be under way at once. The next attempt starts without what failed before.
  const [problems, setProblems] = useState<readonly DonorProblem[]>([])
  const addProblem = useCallback(
    (problem: DonorProblem | null) =>
      setProblems(before =>
        problem ? [...before.filter(other => keyOf(other) !== keyOf(problem)), problem] : [],
      ),
    [],
  )
  const [verified, setVerified] = useState<Verified | null>(null)
  const linked = useLinkedDonor()
  const [selection] = useState(createSelection)
  const [showsHalls, setShowsHalls] = useState(false)
  const columns = useMemo(
    () => donorColumns({ selection, onProblem: addProblem, onVerified: setVerified }),
    [selection, addProblem],
  )
  const shown = useMemo(() => list.data?.pages.flat() ?? [], [list.data])
  const donors = useMemo(() => shown.filter(({ id }) => !list.data?.goneIds.has(id)), [shown, list.data])
  return (
    <RecordListing
      name="Donors"
      noun={['donor', 'donors']}
      searchLabel="Search donors"
      searchedFields="name, email, ID, department, shown number"
      failed="Failed to fetch donor profiles."
      exported={csvExport(exportDonors, { query: listing.query }, 'donors')}
      none="No donors have registered yet."
      outcome={
        problems.length > 0 &&
        problems.map(problem => (
          <Notice
            key={keyOf(problem)}
            kind="error"
            onDismiss={() => setProblems(problems.filter(other => other !== problem))}
          >
            <p>{problem.message}</p>
            {problem.donor && <p>Donor: {problem.donor.fullName}</p>}
          </Notice>
        ))
      }
      rowKey={VERIFY_KEY}
      titleOf={({ fullName }) => fullName}
      details={donor => <DonorDetails donor={donor} />}
      linked={linked}
      bar={
        <>
          <SelectAll donors={donors} selection={selection} />
          <Button variant="quiet" onClick={() => setShowsHalls(true)}>
            Halls
          </Button>
          <Suspense>{showsHalls && <HallsDialog onClose={() => setShowsHalls(false)} />}</Suspense>
          <Suspense>
            <VerificationBar
              donors={donors}
              selection={selection}
              verified={verified}
              isOfWaiting={listing.chosen.isVerified === 'false'}
              onVerified={setVerified}
              onProblem={addProblem}
            />
          </Suspense>
        </>
      }
      list={list}
      listing={listing}
      columns={columns}
    />
  )
}

/** The donor whose donations a link of the overview opens (`?donations=`), and how to forget it. */
function useLinkedDonor() {
  const [params, setParams] = useSearchParams()
  const forget = () =>
    setParams(
      before => {
        before.delete('donations')
        return before
      },
      { replace: true },
    )
  return { id: params.get('donations'), forget }
}

/** Selects all loaded donors who wait for verification: those with an active profile, as the overview counts them. */
function SelectAll({ donors, selection }: { donors: DonorRecord[]; selection: Selection }) {
  const selected = useSelectedIds(selection)
  const waiting = donors.filter(({ isVerified }) => !isVerified)
  const inactive = waiting.filter(({ isProfileActive }) => !isProfileActive)
  const isOfInactive = inactive.length === waiting.length
  const ids = (isOfInactive ? inactive : waiting.filter(({ isProfileActive }) => isProfileActive)).map(
    ({ id }) => id,
  )
  if (ids.length === 0) return null
  return (
    <>
      <CheckboxField
        name="select-all"
        label={`Select all ${formatCount(ids.length)} ${isOfInactive ? 'inactive' : 'to verify'}`}
        isChecked={ids.every(id => selected.has(id))}
        onChange={isChecked => selection.select(new Set(isChecked ? ids : []))}
      />
      {!isOfInactive && inactive.length > 0 && <span>{`${formatCount(inactive.length)} inactive`}</span>}
    </>
  )
}
