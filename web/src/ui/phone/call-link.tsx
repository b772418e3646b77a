import { dialable } from '@blood-bank/contract/contact-numbers/one-number'
import button from '../controls/button.module.css'
import type { ButtonVariant } from '../controls/button.tsx'
import visuallyHidden from '../layout/visually-hidden.module.css'
import styles from './call-link.module.css'

type Props = {
  number: string
  variant?: ButtonVariant
  /** Whether the number is written beside the button. Only screen readers are told it again. */
  isNumberBeside?: boolean
  onCall?: () => void
}

/** Calls the number of another member. A phone shows the number when it dials. */
export function CallLink({ number, variant = 'secondary', isNumberBeside = false, onCall }: Props) {
  const digits = dialable(number)
  if (!digits) return isNumberBeside ? null : <p>{`Call ${number}`}</p>
  return (
    <a className={button.button} data-variant={variant} href={`tel:${digits}`} onClick={onCall}>
      <span>
        Call <span className={isNumberBeside ? visuallyHidden.text : styles.number}>{number}</span>
      </span>
    </a>
  )
}
