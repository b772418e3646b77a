import { SmallPrint } from '../layout/small-print.tsx'
import { PhoneNumber } from './phone-number.tsx'

/** The phone number of another member, with what must not happen. */
export const RevealedNumber = ({ number }: { number: string }) => (
  <>
    <PhoneNumber number={number} />
    <SmallPrint>Never pay or ask for money.</SmallPrint>
  </>
)
