import type { AlertProgress } from '@blood-bank/contract/alerts/endpoints'
import { CallNamed } from '../../../ui/phone/call-named.tsx'

type Props = {
  clubDonors: AlertProgress['clubDonors']
  /** Whether no donor with an account can come. */
  isFirst: boolean
}

/** The donors of the club who can come: their coordinators are whom the owner asks. */
export const ClubDonors = ({ clubDonors, isFirst }: Props) =>
  clubDonors.map(({ coordinator, contactNumber, donors }, at) => (
    <div key={contactNumber}>
      <p>
        {`${donors} ${donors === 1 ? 'donor' : 'donors'} of the club can come. Ask ${coordinator} (coordinator).`}
      </p>
      <CallNamed
        name={coordinator}
        number={contactNumber}
        variant={isFirst && at === 0 ? 'good' : 'secondary'}
      />
    </div>
  ))
