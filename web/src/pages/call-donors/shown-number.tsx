import type { ReplyOf } from '@blood-bank/contract/endpoint'
import type { callDonor } from '@blood-bank/contract/kept-donors/calls'
import { CallNamed } from '../../ui/phone/call-named.tsx'
import styles from './donor-card.module.css'

type Props = { fullName: string; shown: ReplyOf<typeof callDonor>; isPrimary?: boolean }

/** The number that a call has shown, and whom to ask for: what they say first. */
export const ShownNumber = ({ fullName, shown, isPrimary = false }: Props) => (
  <div className={styles.number}>
    {shown.askFor && <p className={styles.askFor}>{`Ask for ${shown.askFor}.`}</p>}
    <CallNamed name={fullName} number={shown.contactNumber} variant={isPrimary ? 'primary' : 'secondary'} />
  </div>
)
