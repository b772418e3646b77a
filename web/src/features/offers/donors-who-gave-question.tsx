import { type BloodRequest, DonorsWhoGave } from '@blood-bank/contract/blood-requests/endpoints'
import { withMinus } from '@blood-bank/contract/donors/blood-groups'
import { DONATION_IN_FUTURE } from '@blood-bank/contract/donors/fields'
import { checkForm } from '@blood-bank/contract/forms'
import type { ReceivedOffer } from '@blood-bank/contract/offers/endpoints'
import { SHOWN_REFUSALS_ABOUT_DONORS } from '@blood-bank/contract/refusals/donors'
import { useEffect, useId, useRef, useState } from 'react'
import { FetchFailure } from '../../api/fetch-failure.tsx'
import { site } from '../../api/site.ts'
import { CheckboxField } from '../../forms/checkbox-field.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { currentTime } from '../../ui/browser/clock.ts'
import { calendarDateOf } from '../../ui/records/dates.ts'
import styles from './donors-who-gave-question.module.css'
import { useReceivedOffers } from './queries.ts'

/** Who gave, and whom the hospital couldn't take, as chosen in the confirmation; `fault` says why it can't be sent. */
export type GivenAnswer = {
  said: { donorsWhoGave: DonorsWhoGave | undefined; turnedAwayIds: string[] | undefined }
  fault: string | null
}

type Props = {
  bloodRequest: BloodRequest
  /** Called with null if nobody is chosen. */
  onAnswer: (answer: GivenAnswer | null) => void
  /** Why the answer can't be sent, once the person has tried. */
  fault: string | null
  /** How often the person has tried. */
  tries: number
}

/** Asks which of the standing donors gave, and on which day. The others are told that they aren't needed. */
export function DonorsWhoGaveQuestion({ bloodRequest, onAnswer, fault, tries }: Props) {
  const list = useReceivedOffers(bloodRequest.id)
  const [chosen, setChosen] = useState<string[]>([])
  const [turnedAway, setTurnedAway] = useState<string[]>([])
  const [donatedOn, setDonatedOn] = useState(() => calendarDateOf(currentTime(), site.timeZone))
  const legend = useId()
  const turnedAwayLegend = useId()
  const question = useRef<HTMLFieldSetElement>(null)
  // Screen readers read the field with its error.
  useEffect(() => {
    if (tries > 0) question.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [tries])
  // Who says that they gave counts only if the owner says so, too.
  const standing = (list.data?.pages.flat() ?? []).filter(
    ({ status, donation }) => status === 'offered' || donation?.isUnconfirmed,
  )

  function answer(offerIds: string[], day: string, couldNotGive = turnedAway) {
    const turnedAwayIds = couldNotGive.filter(id => !offerIds.includes(id))
    setChosen(offerIds)
    setDonatedOn(day)
    setTurnedAway(turnedAwayIds)
    if (offerIds.length === 0 && turnedAwayIds.length === 0) return onAnswer(null)
    const donorsWhoGave = offerIds.length > 0 ? { offerIds, donatedOn: day } : undefined
    const given = standing.filter(({ id }) => offerIds.includes(id))
    onAnswer({
      said: { donorsWhoGave, turnedAwayIds: turnedAwayIds.length > 0 ? turnedAwayIds : undefined },
      fault: donorsWhoGave ? findFault(donorsWhoGave, given) : null,
    })
  }
  const others = standing.filter(({ id, status }) => status === 'offered' && !chosen.includes(id))

  if (list.isPending) return <p role="status">Loading who offered...</p>
  return (
    <>
      <FetchFailure query={list} failed="Failed to load who offered to donate." />
      {standing.length > 0 && (
        <fieldset ref={question} className={styles.question} aria-labelledby={legend}>
          <p id={legend}>Who of these donors gave? The others are told that they aren't needed.</p>
          {standing.map(({ id, donor }) => (
            <CheckboxField
              key={id}
              name={id}
              label={nameOf(donor)}
              isChecked={chosen.includes(id)}
              onChange={isChecked =>
                answer(isChecked ? [...chosen, id] : chosen.filter(other => other !== id), donatedOn)
              }
            />
          ))}
          {chosen.length > 0 && (
            <TextField
              name="donatedOn"
              label="Donation Date"
              type="date"
              value={donatedOn}
              onChange={day => answer(chosen, day)}
              error={fault ?? undefined}
            />
          )}
        </fieldset>
      )}
      {others.length > 0 && (
        <fieldset className={styles.question} aria-labelledby={turnedAwayLegend}>
          <p id={turnedAwayLegend}>
            Did any of the others come, but the hospital couldn't take them? They are thanked for coming
            instead.
          </p>
          {others.map(({ id, donor }) => (
            <CheckboxField
              key={id}
              name={`turned-away-${id}`}
              label={`${nameOf(donor)} came`}
              isChecked={turnedAway.includes(id)}
              onChange={isChecked =>
                answer(
                  chosen,
                  donatedOn,
                  isChecked ? [...turnedAway, id] : turnedAway.filter(other => other !== id),
                )
              }
            />
          ))}
        </fieldset>
      )}
    </>
  )
}

const nameOf = (donor: ReceivedOffer['donor']) =>
  donor ? `${donor.fullName} (${withMinus(donor.bloodGroup)})` : 'A donor'

/** Checks the date as the server does, so that the answer isn't refused after the dialog has closed. */
function findFault(donorsWhoGave: DonorsWhoGave, given: ReceivedOffer[]): string | null {
  const { fault } = checkForm(DonorsWhoGave, donorsWhoGave)
  if (fault) return fault.message
  const { timeZone } = site
  if (donorsWhoGave.donatedOn > calendarDateOf(currentTime(), timeZone)) return DONATION_IN_FUTURE
  const isBeforeOffer = given.some(
    ({ offeredAt }) => donorsWhoGave.donatedOn < calendarDateOf(new Date(offeredAt), timeZone),
  )
  return isBeforeOffer ? SHOWN_REFUSALS_ABOUT_DONORS['donation-before-offer'].message : null
}
