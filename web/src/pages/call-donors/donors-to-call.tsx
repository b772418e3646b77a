import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import type { DonorToCall } from '@blood-bank/contract/kept-donors/calls'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSearchParams } from 'react-router'
import { FetchFailure } from '../../api/fetch-failure.tsx'
import { useHallOptions } from '../../features/donors/halls.ts'
import { SelectField } from '../../forms/select-field.tsx'
import { NewRecords } from '../../lists/steady/new-records.tsx'
import { Announcement } from '../../ui/feedback/announcement.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { CardSkeleton, Skeleton } from '../../ui/records/skeleton.tsx'
import { ComingDonors } from './coming/coming-donors.tsx'
import { DonorCard } from './donor-card.tsx'
import styles from './donors-to-call.module.css'
import { donorNameId, type Noted } from './noted.ts'
import { type Coming, useDonorsToCall } from './queries.ts'

type Props = { bloodRequestId?: string; bloodGroup?: BloodGroup; hasWrongNumber?: boolean }

/** Everybody who can give today: above, who is coming. What came of a call takes the place of the donor. */
export function DonorsToCall({ bloodRequestId, bloodGroup, hasWrongNumber }: Props) {
  const [query, setQuery] = useSearchParams()
  const hallId = query.get('hall') ?? undefined
  const batch = query.get('batch') ?? undefined
  const list = useDonorsToCall({ bloodRequestId, bloodGroup, hallId, batch, hasWrongNumber })
  const halls = useHallOptions(hallId ?? '')
  const hasHalls = Object.keys(halls).length > 0
  const nameOfHall = (id: string | null) => halls[id ?? ''] ?? null
  const [noted, setNoted] = useState<ReadonlyMap<string, Noted>>(new Map())
  const [said, say] = useState('')
  const box = useRef<HTMLDivElement>(null)

  const donors = list.data?.pages.flat() ?? []
  const isGone = ({ id }: DonorToCall) => list.data?.goneIds.has(id) ?? false
  const coming = donors.filter((donor): donor is Coming => donor.coming !== null && !isGone(donor))
  const toCall = donors.filter(donor => noted.has(donor.id) || !coming.some(({ id }) => id === donor.id))
  const isNext = (donor: DonorToCall) => !noted.has(donor.id) && !isGone(donor)
  const firstId = toCall.find(isNext)?.id

  /** The next donor comes into sight, and takes the focus of the button that was pressed. */
  function note(donor: DonorToCall, result: Noted) {
    const after = toCall.slice(toCall.findIndex(({ id }) => id === donor.id) + 1).find(isNext)
    flushSync(() => {
      setNoted(before => new Map(before).set(donor.id, result))
      say(result.text)
    })
    const heading = after && document.getElementById(donorNameId(after))
    if (!heading) return box.current?.focus()
    heading.focus({ preventScroll: true })
    heading.closest('li')?.scrollIntoView({ block: 'nearest' })
  }

  function takeBack(donor: DonorToCall) {
    flushSync(() => setNoted(before => new Map([...before].filter(([id]) => id !== donor.id))))
    document.getElementById(donorNameId(donor))?.focus()
  }

  const choose = (name: 'hall' | 'batch') => (value: string) =>
    setQuery(
      before => {
        if (value) before.set(name, value)
        else before.delete(name)
        return before
      },
      { replace: true },
    )
  const batches = batch && !list.batches.includes(batch) ? [batch, ...list.batches] : list.batches
  return (
    <div className={styles.all} ref={box} tabIndex={-1}>
      {coming.length > 0 && (
        <ComingDonors
          donors={coming}
          nameOfHall={nameOfHall}
          onEnded={text => {
            say(text)
            box.current?.focus()
          }}
        />
      )}
      <Section title="Donors to call" isTitleHidden>
        {(hasHalls || batches.length > 0) && (
          <div className={styles.filters}>
            {hasHalls && (
              <SelectField
                name="hall"
                label="Hall"
                placeholder="All halls"
                options={halls}
                value={hallId ?? ''}
                onChange={choose('hall')}
              />
            )}
            {batches.length > 0 && (
              <SelectField
                name="batch"
                label="Batch"
                placeholder="All batches"
                options={batches}
                value={batch ?? ''}
                onChange={choose('batch')}
              />
            )}
          </div>
        )}
        <NewRecords list={list} noun={['donor', 'donors']} />
        <FetchFailure query={list} failed="Failed to load the donors. Please try again." />
        <Announcement>{said}</Announcement>
        {list.isPending && (
          <Skeleton status="Loading...">
            <CardSkeleton />
            <CardSkeleton />
          </Skeleton>
        )}
        {list.data && toCall.length === 0 && (
          <p>
            {hallId || batch
              ? 'Nobody of this hall and batch can be called now.'
              : hasWrongNumber
                ? 'No number was wrong.'
                : 'Nobody can be called now.'}
          </p>
        )}
        <ul className={styles.donors}>
          {toCall.map(donor => (
            <li key={donor.id}>
              <DonorCard
                donor={donor}
                hall={nameOfHall(donor.hallId)}
                bloodRequestId={bloodRequestId ?? null}
                isNext={donor.id === firstId}
                isGone={isGone(donor)}
                noted={noted.get(donor.id)}
                onNoted={result => note(donor, result)}
                onTakenBack={() => takeBack(donor)}
              />
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}
