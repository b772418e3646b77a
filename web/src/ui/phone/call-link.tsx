import button from '../controls/button.module.css'
import { dialable } from './phone-link.tsx'

type Props = { number: string; onCall: () => void }

/** A button that calls a number which is written beside it. There is none for a number that phones can't dial. */
export function CallLink({ number, onCall }: Props) {
  const digits = dialable(number)
  if (!digits) return null
  return (
    <a
      className={button.button}
      data-variant="secondary"
      href={`tel:${digits}`}
      aria-label={`Call ${number}`}
      onClick={onCall}
    >
      Call
    </a>
  )
}
