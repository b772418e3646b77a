import {
  type BloodRequest,
  URGENCY_DESCRIPTIONS,
  Urgency,
} from '@blood-bank/contract/blood-requests/endpoints'
import { Units } from '@blood-bank/contract/blood-requests/posting'
import { findBloodGroup } from '@blood-bank/contract/donors/blood-groups'
import { Component } from '@blood-bank/contract/donors/fields'
import { useState } from 'react'
import { site } from '../../api/site.ts'
import { BloodRequestCard } from '../../features/blood-requests/lists/blood-request-card.tsx'
import { currentTime } from '../../ui/browser/clock.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { CallLink } from '../../ui/phone/call-link.tsx'
import styles from './page.module.css'
import type { BloodRequestValues } from './request-fields.tsx'

/** The card of a request beneath its form, which builds itself while the form is filled in. */
export function PreviewSection({ values }: { values: BloodRequestValues }) {
  const [now] = useState(currentTime)
  const bloodRequest = previewOf(values, { now, timeZone: site.timeZone })
  return (
    <Section title="How donors will see it">
      {bloodRequest ? (
        <PreviewCard bloodRequest={bloodRequest} />
      ) : (
        <p>Choose a blood group, and the card builds itself here while you fill in the form.</p>
      )}
    </Section>
  )
}

/**
 * The card of a request as donors see it, to look at: nothing in it can be pressed. It is not read to screen readers, as
 * the fields say the same.
 */
const PreviewCard = ({ bloodRequest }: { bloodRequest: BloodRequest }) => (
  <div className={styles.faded} inert>
    <BloodRequestCard
      bloodRequest={bloodRequest}
      urgencyLabels={URGENCY_DESCRIPTIONS}
      buttons={
        <>
          <Button variant="primary">I can donate</Button>
          <CallLink number={String(bloodRequest.contactNumber)} />
        </>
      }
    />
  </div>
)

/** In place of a text that is required and not there yet. */
const MISSING = '…'

type Context = { now: Date; timeZone: string }

/** The blood request that a form describes so far; null before it has a blood group, by which donors know it. */
export function previewOf(values: BloodRequestValues, { now, timeZone }: Context): BloodRequest | null {
  const requiredBloodGroup = findBloodGroup(values.requiredBloodGroup)
  if (!requiredBloodGroup) return null
  const units = Units.safeParse(values.unitsRequired)
  const component = Component.safeParse(values.component)
  const urgency = Urgency.safeParse(values.urgency)
  return {
    id: 'preview',
    userId: 'preview',
    patientName: values.patientName.trim() || MISSING,
    requiredBloodGroup,
    component: component.success ? component.data : 'blood',
    takesOtherGroups: values.takesOtherGroups,
    unitsRequired: units.success ? units.data : 1,
    hospitalName: values.hospitalName.trim() || MISSING,
    hospitalLocation: values.hospitalLocation.trim() || null,
    contactPerson: values.contactPerson.trim() || MISSING,
    contactNumber: values.contactNumber.trim() || MISSING,
    urgency: urgency.success ? urgency.data : 'urgent',
    neededBy: momentOf(values.neededBy, timeZone),
    additionalInfo: values.additionalInfo.trim() || null,
    status: 'active',
    requestedAt: now.toISOString(),
    unitsGiven: 0,
    offersStanding: 0,
    confirmedAt: now.toISOString(),
    unconfirmedSince: null,
    hiddenAt: null,
    closedAt: null,
    closedByAdminAt: null,
    closingReason: null,
  }
}

/**
 * The moment at which a clock in a time zone shows `2026-11-03T18:00`; null for any other text. An hour off near a change
 * of the clock: the server decides.
 */
function momentOf(local: string, timeZone: string): string | null {
  const asUtc = Date.parse(`${local}Z`)
  if (Number.isNaN(asUtc)) return null
  const shown = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(
    asUtc,
  )
  return new Date(2 * asUtc - Date.parse(`${shown.replace(' ', 'T')}Z`)).toISOString()
}
