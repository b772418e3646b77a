import { addDays } from '@blood-bank/contract/donors/eligibility'
import type { ComponentProps } from 'react'
import { site } from '../../api/site.ts'
import { ZoneNote } from '../../api/zone-note.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { currentTime } from '../../ui/browser/clock.ts'
import { Button } from '../../ui/controls/button.tsx'
import { calendarDateOf } from '../../ui/records/dates.ts'
import styles from './request-fields.module.css'

/** How many days from today: until the end of that day at the university. */
const QUICK_CHOICES = { Today: 0, Tomorrow: 1, 'In 3 days': 3 }

type Props = Pick<ComponentProps<typeof TextField>, 'name' | 'value' | 'onChange' | 'error' | 'announcedBy'>

/** When the blood is needed. Three choices save opening the calendar of a phone; pressed again, one is taken back. */
export const NeededByField = (field: Props) => (
  <div>
    <TextField
      label="Needed by"
      type="datetime-local"
      hint={
        <>
          <span>After it, we ask whether blood is still needed. University time.</span>
          <ZoneNote at={field.value} />
        </>
      }
      isOptional
      {...field}
    />
    <div className={styles.choices}>
      {Object.entries(QUICK_CHOICES).map(([label, days]) => {
        const end = () => `${addDays(calendarDateOf(currentTime(), site.timeZone), days)}T23:59`
        const isChosen = field.value !== '' && field.value === end()
        return (
          <Button key={label} aria-pressed={isChosen} onClick={() => field.onChange(isChosen ? '' : end())}>
            {label}
          </Button>
        )
      })}
    </div>
  </div>
)
