import type { TextMessages } from '@blood-bank/contract/alerts/texts'
import { formatCalendarDate } from '@blood-bank/contract/donors/eligibility'
import type { Donor } from '@blood-bank/contract/donors/endpoints'
import {
  findFaultOfChange,
  DonorChangeForm as schema,
  updateOwnDonor,
} from '@blood-bank/contract/donors/profile'
import { changesWhatWasVerified } from '@blood-bank/contract/donors/verifications'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { explainFailure } from '../../api/explain-failure.ts'
import { site } from '../../api/site.ts'
import { EmailVerificationRequired } from '../../features/accounts/verification/email-verification-required.tsx'
import { OWN_TEXT_MESSAGES } from '../../features/alerts/text-messages.ts'
import { DonorFields, DonorFormSkeleton, formValuesOf } from '../../features/donors/donor-fields.tsx'
import { NoDonorProfile } from '../../features/donors/no-donor-profile.tsx'
import { OwnDonor } from '../../features/donors/own-donor.tsx'
import { setOwnDonor, UPDATE_FAILED } from '../../features/donors/queries.ts'
import { Form } from '../../forms/form.tsx'
import { LeaveGuard } from '../../forms/leave-guard.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { useActor } from '../../session/session.ts'
import { currentTime } from '../../ui/browser/clock.ts'
import { Link } from '../../ui/controls/link.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useTransientValue } from '../../ui/feedback/use-transient-value.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { calendarDateOf } from '../../ui/records/dates.ts'

export function EditDonorProfilePage() {
  const { emailVerified } = useActor()
  return (
    <Page
      title="Edit Donor Profile"
      lead="People who need blood find you by your profile. What you change shows in searches as soon as you save it."
    >
      {emailVerified ? (
        <Card>
          <OwnDonor isFresh waiting={<DonorFormSkeleton fields={10} />}>
            {donor =>
              donor ? (
                <DonorProfileForm donor={donor} />
              ) : (
                <NoDonorProfile>
                  No donor profile found to edit. Please register as a donor first.
                </NoDonorProfile>
              )
            }
          </OwnDonor>
        </Card>
      ) : (
        <EmailVerificationRequired>{updateOwnDonor.unverifiedMessage}</EmailVerificationRequired>
      )}
    </Page>
  )
}

/** How long the success message is shown (spec §9). */
const PROFILE_SAVED_NOTICE_MS = 3_000

const SAVED = 'Profile updated successfully!'

const today = () => calendarDateOf(currentTime(), site.timeZone)

/** Changes the actor's donor profile. */
function DonorProfileForm({ donor }: { donor: Donor }) {
  const client = useQueryClient()
  const { lastDonationDate, recordedDonationDate: recorded } = donor
  const [saved, showSaved] = useTransientValue<string>(PROFILE_SAVED_NOTICE_MS)
  const [texts, setTexts] = useState<TextMessages | null>(null)
  const form = useContractForm({
    schema,
    initial: {
      ...formValuesOf(donor),
      restsUntil: donor.restsUntil && donor.restsUntil > today() ? donor.restsUntil : '',
    },
    check: values => findFaultOfChange(values, { stored: donor, today: today() }),
    send: async values => {
      showSaved(null)
      setOwnDonor(client, await call(updateOwnDonor, { body: values }))
      if (site.sendsTexts) setTexts(await client.fetchQuery(OWN_TEXT_MESSAGES).catch(() => null))
    },
    onSent: () => showSaved(SAVED),
    explain: refusal => explainFailure(refusal, UPDATE_FAILED),
    whileOffline: {
      waits: "You're offline. Your changes are kept in this tab and are sent as soon as you are back.",
      sent: SAVED,
    },
    draftKey: 'edit-donor-profile',
  })
  return (
    <Form form={form} action="Save Changes">
      <LeaveGuard isUnsaved={form.isUnsaved} onLeave={form.reset} keepsOffline />
      <DonorFields
        form={form}
        {...(recorded !== null &&
          recorded > (lastDonationDate ?? '') && {
            lastDonationHint: `Your donation on ${formatCalendarDate(recorded)} is recorded already.`,
          })}
      />
      <TextField
        label="Don't ask me before"
        type="date"
        hint="Whatever the reason: until then we send you no alerts. Only you see the day; others read “Not now”."
        isOptional
        {...form.text('restsUntil')}
      />
      {/* Rendered before it has text, as screen readers announce only changes inside it. */}
      <div role="status">
        {donor.isVerified && changesWhatWasVerified(donor, form.values) && (
          <Notice kind="warning">
            An admin has verified what you have changed. If you save it, your profile is Not Verified until an
            admin has checked it again.
          </Notice>
        )}
      </div>
      {saved && <Notice kind="success">{saved}</Notice>}
      {texts?.status === 'number-changed' && (
        <Notice kind="info">
          Text messages have stopped, as your number has changed.{' '}
          <Link to="/account#texts">Confirm the new number</Link>
        </Notice>
      )}
    </Form>
  )
}
