import { withMinus } from '@blood-bank/contract/donors/blood-groups'
import { formatCalendarDate } from '@blood-bank/contract/donors/eligibility'
import { MAY_BE_ABLE } from '@blood-bank/contract/donors/fit-to-give'
import { useEffect, useRef, useState } from 'react'
import { site } from '../../../api/site.ts'
import { CheckboxField } from '../../../forms/checkbox-field.tsx'
import { currentTime } from '../../../ui/browser/clock.ts'
import { saveFile } from '../../../ui/browser/save-file.ts'
import { Button } from '../../../ui/controls/button.tsx'
import dialog from '../../../ui/dialogs/dialog.module.css'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { SmallPrint } from '../../../ui/layout/small-print.tsx'
import { calendarDateOf } from '../../../ui/records/dates.ts'
import { drawPicture, PICTURE_SIZE, type Picture } from './draw-picture.ts'
import type { CardFacts } from './facts.ts'
import styles from './save-picture-dialog.module.css'

type Props = { facts: CardFacts; onClose: () => void }

const DRAWN = 'Your browser draws it; nothing is sent. The QR code leads to registering.'

/** Makes a picture of the donor card in the browser. It shows what the donor sees here, and no name unless they ask for it. */
export function SavePictureDialog({ facts, onClose }: Props) {
  const [shown, setShown] = useState({ name: false, donations: true, state: true })
  const [message, setMessage] = useState('')
  const canvas = useRef<HTMLCanvasElement>(null)
  const picture = pictureOf(facts, shown)

  const draw = () => canvas.current && drawPicture(canvas.current, picture)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a picture depends on nothing else
  useEffect(() => {
    let isCurrent = true
    draw()
    // Again in the site's typeface, if a script of it was not needed before.
    void document.fonts?.ready.then(() => isCurrent && draw())
    return () => {
      isCurrent = false
    }
  }, [facts, shown])

  const save = () =>
    canvas.current?.toBlob(file => {
      if (file) saveFile('donor-card.png', file)
      setMessage(
        file ? 'Saved. You find it where your browser saves files.' : "Your browser couldn't draw it.",
      )
    }, 'image/png')
  const choice = (label: string, part: keyof typeof shown) => (
    <CheckboxField
      name={part}
      label={label}
      isChecked={shown[part]}
      onChange={isShown => {
        setMessage('')
        setShown({ ...shown, [part]: isShown })
      }}
    />
  )
  return (
    <Dialog title="Save as picture" onClose={onClose}>
      <canvas
        ref={canvas}
        className={styles.picture}
        {...PICTURE_SIZE}
        role="img"
        aria-label={picture.description}
      />
      <fieldset className={styles.choices}>
        <legend>Show on the picture</legend>
        {choice('My name', 'name')}
        {choice('My donations', 'donations')}
        {choice('When I can give', 'state')}
      </fieldset>
      <SmallPrint>
        <span role="status">{message || DRAWN}</span>
      </SmallPrint>
      <div className={dialog.actions}>
        <Button variant="primary" autoFocus onClick={save}>
          Save picture
        </Button>
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  )
}

/** What the donor chose to show. */
type Shown = { name: boolean; donations: boolean; state: boolean }

function pictureOf(facts: CardFacts, shown: Shown): Picture & { description: string } {
  const name = shown.name ? facts.fullName : null
  const history = shown.donations ? facts.history : null
  const state = shown.state ? facts.state.replace(MAY_BE_ABLE, 'May be able to give') : null
  const asOf = state && `As of ${formatCalendarDate(calendarDateOf(currentTime(), site.timeZone))}`
  const said = [name, `${withMinus(facts.bloodGroup)}, ${facts.verification}`, state, asOf, history]
  return {
    bloodGroup: facts.bloodGroup,
    verification: facts.verification,
    brandName: site.brandName,
    name,
    history,
    state,
    passed: shown.state ? facts.passed : null,
    asOf,
    url: `${window.location.origin}/register`,
    description: `Picture of your donor card: ${said.filter(Boolean).join('. ')}. QR code to register.`,
  }
}
